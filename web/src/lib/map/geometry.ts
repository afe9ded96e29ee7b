// Points, polylines and the edge table: the same for hexes, areas and boxes. All functions are pure.
import type { Point } from '../types';
import { hash } from './noise';

export interface Segment {
  a: Point;
  b: Point;
}
/** A piece of outline and the one or two spaces that it belongs to. */
export interface Side extends Segment {
  spaces: string[];
}
export interface Station {
  p: Point;
  n: Point; // left unit normal
  t: Point; // unit tangent
}
export type Rect = [number, number, number, number];

/** Slow at both ends. */
export const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);
export const clamp = (v: number, lo = 0, hi = 1): number => Math.max(lo, Math.min(hi, v));
export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

export function bounds(points: readonly Point[]): Rect {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    if (x < x0) x0 = x;
    if (y < y0) y0 = y;
    if (x > x1) x1 = x;
    if (y > y1) y1 = y;
  }
  return [x0, y0, x1, y1];
}

export const overlaps = (a: Rect, b: Rect): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** SVG path data of a polyline or polygon. */
export const pathOf = (points: readonly Point[], closed = false): string =>
  points.length ? `M${points.map(p => `${p[0].toFixed(1)},${p[1].toFixed(1)}`).join('L')}${closed ? 'Z' : ''}` : '';

/** Catmull-Rom spline through all points. */
export function spline(points: readonly Point[], n = 10): Point[] {
  if (points.length < 3) return points.slice();
  const out: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const a = points[Math.max(0, i - 1)];
    const b = points[i];
    const c = points[i + 1];
    const d = points[Math.min(points.length - 1, i + 2)];
    for (let k = 0; k < n; k++) {
      const u = k / n;
      const at = (m: 0 | 1): number =>
        0.5 * (2 * b[m] + (c[m] - a[m]) * u + (2 * a[m] - 5 * b[m] + 4 * c[m] - d[m]) * u * u + (3 * b[m] - a[m] - 3 * c[m] + d[m]) * u * u * u);
      out.push([at(0), at(1)]);
    }
  }
  out.push(points[points.length - 1]);
  return out;
}

/** Chaikin corner cutting: rounds a polyline without leaving its corridor. */
export function chaikin(points: readonly Point[], rounds = 2, closed = false): Point[] {
  let now = points.slice();
  for (let k = 0; k < rounds; k++) {
    const out: Point[] = closed ? [] : [now[0]];
    const last = closed ? now.length : now.length - 1;
    for (let i = 0; i < last; i++) {
      const a = now[i];
      const b = now[(i + 1) % now.length];
      out.push([a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25], [a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75]);
    }
    if (!closed) out.push(now[now.length - 1]);
    now = out;
  }
  return now;
}

/** A road through a chain of centres: by their midpoints, then smoothed, so that it does not zig-zag on a hex grid. */
export function roadThrough(centres: readonly Point[]): Point[] {
  if (centres.length < 3) return centres.slice();
  const stops: Point[] = [centres[0]];
  for (let i = 0; i < centres.length - 1; i++) stops.push(middle(centres[i], centres[i + 1]));
  stops.push(centres[centres.length - 1]);
  return chaikin(stops, 3);
}

/** Points every `step` along a polyline, with normal and tangent. */
export function walk(points: readonly Point[], step: number, start = 0): Station[] {
  const out: Station[] = [];
  let need = start;
  for (let i = 0; i < points.length - 1; i++) {
    const a = points[i];
    const b = points[i + 1];
    const length = distance(a, b);
    if (!length) continue;
    const t: Point = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    while (need <= length) {
      out.push({ p: [a[0] + t[0] * need, a[1] + t[1] * need], n: [t[1], -t[0]], t });
      need += step;
    }
    need -= length;
  }
  return out;
}

/** Straight segments broken into short ones displaced sideways by up to half of `amount`: a hand-drawn look. */
export function jitter(points: readonly Point[], amount: number, seed: number, step = 6): Point[] {
  const out = walk(points, step).map(({ p, n }, i): Point => {
    const j = i ? (hash(i, seed, 4) - 0.5) * amount : 0;
    return [p[0] + n[0] * j, p[1] + n[1] * j];
  });
  out.push(points[points.length - 1]);
  return out;
}

export function inside([x, y]: Point, ring: readonly Point[]): boolean {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i];
    const [xj, yj] = ring[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

/** Half a pixel each way, as one number: a board has thousands of corners, and texts for all of them take their time. */
const cell = (x: number, y: number): number => Math.round(x * 2) * 0x100000 + Math.round(y * 2);
const corner = ([x, y]: Point): number => cell(x, y);

/**
 * Every outline segment with the spaces that it belongs to. From this alone come boundary styles, contours of regions,
 * front lines and fort perimeters. Corners match to half a pixel, not exactly.
 */
export function edgeTable(spaces: readonly { id: string; outline: readonly Point[] }[]): Side[] {
  const sides: Side[] = [];
  const table = new Map<number, Map<number, Side>>(); // by the cells of both ends
  const weld = welder();
  for (const { id, outline } of spaces) {
    const corners = outline.map(weld);
    const cells = corners.map(corner);
    corners.forEach((a, i) => {
      const next = (i + 1) % corners.length;
      const [ka, kb] = [cells[i], cells[next]];
      if (ka === kb) return;
      const [low, high] = ka < kb ? [ka, kb] : [kb, ka];
      let row = table.get(low);
      if (!row) table.set(low, (row = new Map()));
      const known = row.get(high);
      if (known) return void known.spaces.push(id);
      const side = { a, b: corners[next], spaces: [id] };
      row.set(high, side);
      sides.push(side);
    });
  }
  return sides;
}

const NEAR: readonly Point[] = [0, -0.2, 0.2].flatMap(x => [0, -0.2, 0.2].map((y): Point => [x, y]));

/** Corners that two outlines give a little differently become one: rounding alone splits those on the edge of a cell. */
function welder(): (p: Point) => Point {
  const known = new Map<number, Point>();
  return p => {
    for (const [dx, dy] of NEAR) {
      const found = known.get(cell(p[0] + dx, p[1] + dy));
      if (found && Math.hypot(found[0] - p[0], found[1] - p[1]) < 0.4) return found;
    }
    known.set(cell(p[0], p[1]), p);
    return p;
  };
}

/** Loose segments joined into polylines. Linear: each end is looked up in a table. */
export function chain(segments: readonly Segment[]): Point[][] {
  const ends = new Map<number, Set<Segment>>();
  const note = (key: number, s: Segment): void => {
    const set = ends.get(key);
    if (set) set.add(s);
    else ends.set(key, new Set([s]));
  };
  for (const s of segments) {
    note(corner(s.a), s);
    note(corner(s.b), s);
  }
  const left = new Set(segments);
  const drop = (s: Segment): void => {
    left.delete(s);
    ends.get(corner(s.a))?.delete(s);
    ends.get(corner(s.b))?.delete(s);
  };
  const grow = (tip: Point, push: (p: Point) => void): void => {
    for (let key = corner(tip); ; ) {
      const next = ends.get(key)?.values().next().value as Segment | undefined;
      if (!next) return;
      drop(next);
      const far = corner(next.a) === key ? next.b : next.a;
      push(far);
      key = corner(far);
    }
  };
  const out: Point[][] = [];
  for (const s of segments) {
    if (!left.has(s)) continue;
    drop(s);
    const points: Point[] = [s.a, s.b];
    grow(s.b, p => points.push(p));
    grow(s.a, p => points.unshift(p));
    out.push(points);
  }
  return out;
}

/** The rim of a set of spaces: the segments with exactly one of them on a side. */
export const rim = (sides: readonly Side[], ids: ReadonlySet<string>): Point[][] =>
  chain(sides.filter(s => s.spaces.filter(id => ids.has(id)).length === 1));
