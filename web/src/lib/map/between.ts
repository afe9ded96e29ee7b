// Markers that lie between spaces, and flights from base to target: where they are drawn.
import type { Between, Piece, Point, StatusKind } from '../types';
import { chain, distance, middle, overlaps, pathOf, type Rect } from './geometry';
import { textWidth } from './letters';
import { pairKey, type Model } from './model';
import { along } from './way';

export interface Mark {
  key: string;
  kind: StatusKind;
  path: string; // along the boundary or the road
  at: Point; // of its letters
  text: string;
  title: string;
  link: boolean;
}

/** The markers of boundaries and roads; several of one place stand side by side. */
export function marksBetween(model: Model, edges: readonly Between[], links: readonly Between[]): Mark[] {
  const laid = (between: Between, link: boolean): Mark[] => {
    const points = link ? routePoints(model, between) : sidePoints(model, between);
    if (points.length < 2) return [];
    return between.marks.map((m, i) => {
      const at = along(points, (i + 1) / (between.marks.length + 1));
      const title = [m.title || m.kind.replaceAll('_', ' '), m.rule].filter(Boolean).join(' · ');
      return { key: `${pairKey(between.a, between.b)}|${link ? 'link' : 'edge'}|${i}`, kind: m.kind, path: pathOf(points), at, text: m.text ?? '', title, link };
    });
  };
  return [...edges.flatMap(e => laid(e, false)), ...links.flatMap(l => laid(l, true))];
}

/** The boundary of two spaces; where they have none, a short bar across the way from one to the other. */
function sidePoints(model: Model, { a, b }: Between): Point[] {
  const sides = model.between.get(pairKey(a, b));
  if (sides) return chain(sides).reduce((best, points) => (points.length > best.length ? points : best));
  const [from, to] = [model.place.get(a)?.centre, model.place.get(b)?.centre];
  if (!from || !to) return [];
  const [mid, d] = [middle(from, to), distance(from, to) || 1];
  const [nx, ny] = [((to[1] - from[1]) / d) * 14, ((from[0] - to[0]) / d) * 14];
  return [[mid[0] - nx, mid[1] - ny], [mid[0] + nx, mid[1] + ny]];
}

/** The printed line between two spaces; where there is none, the straight way. */
function routePoints(model: Model, { a, b }: Between): Point[] {
  const route = model.routes.find(r => pairKey(r.a, r.b) === pairKey(a, b));
  if (route) return route.points;
  return [a, b].map(id => model.place.get(id)?.centre).filter((p): p is Point => !!p);
}

const PARTS = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8] as const;
const ROOM = 56; // of counters in the middle of their space
const LABEL = 16; // the height of words on a line
/** How wide the words on a line are, with their frame. */
export const labelWidth = (text: string): number => textWidth(text, 11, 700, 0.2) + 12;
const around = ([x, y]: Point, [w, h]: Point): Rect => [x - w / 2, y - h / 2, x + w / 2, y + h / 2];

export interface Flight {
  key: string;
  side: number;
  path: string;
  at: Point; // of its words
  text: string;
  title: string;
  pieces: string[];
}

/** The flights of pieces with a mission; those that go the same way for the same purpose fly together. */
export function flights(model: Model, pieces: readonly Piece[]): Flight[] {
  const groups = new Map<string, Piece[]>();
  for (const p of pieces) {
    const from = p.base && model.place.has(p.base) ? p.base : p.at;
    if (!p.mission?.target || !model.place.has(from) || !model.place.has(p.mission.target)) continue;
    const key = [p.side, from, p.mission.target, p.mission.name].join('|');
    groups.set(key, [...(groups.get(key) ?? []), p]);
  }
  const taken: Rect[] = [...new Set(pieces.map(p => p.at))].flatMap(id => (model.place.has(id) ? [around(model.place.get(id)!.centre, [ROOM, ROOM])] : []));
  return [...groups].map(([key, flown], i) => {
    const { mission, base, at, side } = flown[0];
    const [from, to] = [base && model.place.has(base) ? base : at, mission!.target!].map(id => model.place.get(id)!.centre);
    const notes = [...new Set(flown.map(p => p.mission!.note ?? ''))].filter(Boolean).join('; ');
    const text = flown.length > 1 ? `${flown.length} × ${mission!.name}` : mission!.name;
    const points = arc(from, to, i % 2 ? -1 : 1);
    const spots = [0, -LABEL, LABEL].flatMap(off => PARTS.map((part): Point => [along(points, part)[0], along(points, part)[1] + off]));
    const label = (spot: Point): Rect => around(spot, [labelWidth(text), LABEL]);
    const spot = spots.find(x => !taken.some(r => overlaps(r, label(x)))) ?? spots[0]; // beside counters and other words, if there is room
    taken.push(label(spot));
    return { key, side, path: pathOf(points), at: spot, text, title: [flown.map(p => p.id).join(', '), notes, mission!.rule].filter(Boolean).join(' · '), pieces: flown.map(p => p.id) };
  });
}

/** A bent line, so that two that join the same places lie apart. */
function arc(from: Point, to: Point, turn: number): Point[] {
  const [mid, d] = [middle(from, to), distance(from, to)];
  const bend = turn * Math.min(40, d * 0.12);
  const over: Point = d ? [mid[0] - ((to[1] - from[1]) / d) * bend, mid[1] + ((to[0] - from[0]) / d) * bend] : mid;
  return Array.from({ length: 17 }, (_, i): Point => {
    const t = i / 16;
    const at = (axis: 0 | 1): number => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * over[axis] + t * t * to[axis];
    return [at(0), at(1)];
  });
}
