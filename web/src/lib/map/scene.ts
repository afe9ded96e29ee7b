// What is drawn on the ground, in order, each with the rectangle that it touches: a tile draws only what concerns it.
import type { Badge, Corner, EdgeKind, LineKind, LinkKind, Point } from '../types';
import { badgeWidth, drawBadge } from './badges';
import * as draw from './features';
import type { Ctx } from './features';
import { bounds, chain, inside, overlaps, rim, walk, type Rect, type Segment } from './geometry';
import { textWidth } from './letters';
import { pairKey, type Model, type Place } from './model';
import { INK } from './palette';

export interface Stroke {
  box: Rect;
  paint: (ctx: Ctx, level: number) => void;
}

const around = (points: readonly Point[], margin: number): Rect => {
  const [x0, y0, x1, y1] = bounds(points);
  return [x0 - margin, y0 - margin, x1 + margin, y1 + margin];
};
const seedOf = (id: string): number => [...id].reduce((h, c) => (h * 31 + c.charCodeAt(0)) | 0, 7) & 0xffff;
const isSea = (p: Place): boolean => p.cover === 'sea';

export interface Scene {
  ground: Stroke[];
  labels: Stroke[]; // above the highlights
}

export function buildScene(model: Model): Scene {
  const out: Stroke[] = [];
  const labels: Stroke[] = [];
  const into = (list: Stroke[]): Add => (points, margin, paint) => {
    if (points.length) list.push({ box: around(points, margin), paint });
  };
  const add = into(out);
  coast(model, add);
  covers(model, add);
  grid(model, add);
  ways(model, add);
  hexsides(model, add);
  forts(model, add);
  margin(model, out);
  regions(model, add);
  numbers(model, add);
  cards(model, add);
  names(model, into(labels));
  return { ground: out, labels };
}

type Add = (points: readonly Point[], margin: number, paint: Stroke['paint']) => void;

function coast(model: Model, add: Add): void {
  for (const ring of model.land ?? []) add(ring, 4, ctx => draw.stroke(ctx, [...ring, ring[0]], INK.coast, 1.8));
}

function covers(model: Model, add: Add): void {
  for (const p of model.polygons) {
    const r = model.grid ? model.grid * 0.92 : Math.min(44, (p.box[2] - p.box[0]) / 3);
    if (p.fort && model.kind === 'area') add(p.outline, 2, ctx => {
      draw.trace(ctx, p.outline, true);
      ctx.fillStyle = 'rgba(122,78,30,.26)';
      ctx.fill();
    });
    if (p.cover === 'rough') add(p.outline, 8, ctx => draw.rough(ctx, p.centre, r, seedOf(p.id), model.grid ? 50 : 42));
    if (p.cover === 'salt') add(p.outline, 8, ctx => draw.salt(ctx, p.centre, r, seedOf(p.id)));
    if (p.cover === 'town') add(p.outline, 4, ctx => draw.town(ctx, p.centre, seedOf(p.id), 8, 24));
  }
}

function grid(model: Model, add: Add): void {
  if (model.kind === 'hex') {
    const seas = new Set(model.polygons.filter(isSea).map(p => p.id));
    const cells = new Map<string, { land: Segment[]; sea: Segment[] }>();
    for (const s of model.sides) {
      const key = `${Math.floor(s.a[0] / 256)},${Math.floor(s.a[1] / 256)}`;
      let cell = cells.get(key);
      if (!cell) cells.set(key, (cell = { land: [], sea: [] }));
      (s.spaces.every(id => seas.has(id)) ? cell.sea : cell.land).push(s);
    }
    const lines = (ctx: Ctx, list: Segment[], style: string): void => {
      ctx.beginPath();
      for (const { a, b } of list) {
        ctx.moveTo(a[0], a[1]);
        ctx.lineTo(b[0], b[1]);
      }
      ctx.strokeStyle = style;
      ctx.lineWidth = 0.9;
      ctx.stroke();
    };
    for (const { land, sea } of cells.values()) {
      add([...land, ...sea].flatMap(s => [s.a, s.b]), 2, ctx => {
        lines(ctx, land, 'rgba(92,70,34,.42)');
        lines(ctx, sea, 'rgba(52,92,104,.3)');
      });
    }
    return;
  }
  const special = new Set(model.edges.filter(e => e.kind === 'escarpment').map(e => pairKey(e.a, e.b)));
  for (const [key, sides] of model.between) {
    if (special.has(key)) continue;
    for (const points of chain(sides)) add(points, 4, ctx => {
      draw.stroke(ctx, points, 'rgba(255,244,214,.55)', 4.4);
      draw.stroke(ctx, points, 'rgba(84,58,24,.85)', 1.6);
    });
  }
}

type Way = LineKind | LinkKind;

/** Roads, tracks, rails and frontiers; the small ones below, so that crossings look right. */
function ways(model: Model, add: Add): void {
  const order: Way[] = ['frontier', 'air', 'sea', 'trail', 'track', 'tertiary', 'wadi', 'secondary', 'railway', 'road', 'major'];
  const rank = (kind: Way): number => order.indexOf(kind);
  const k = model.kind === 'area' ? 0.88 : 1;
  const all = [...model.lines.map(l => ({ kind: l.kind, points: l.points })), ...model.routes.filter(r => !isCardRoute(model, r.a, r.b)).map(r => ({ kind: r.kind, points: r.points }))];
  for (const { kind, points } of all.sort((a, b) => rank(a.kind) - rank(b.kind))) {
    if (kind === 'town') add(points, 24, ctx => draw.town(ctx, points[0], Math.round(points[0][0]), 7, 22));
    if (points.length < 2) continue;
    add(points, 12, (ctx, level) => way(ctx, kind, points, k, level));
  }
}

function way(ctx: Ctx, kind: Way, points: Point[], k: number, level: number): void {
  switch (kind) {
    case 'frontier':
      return level < 0.3 ? undefined : draw.frontier(ctx, points);
    case 'railway':
      return draw.railway(ctx, points);
    case 'major':
      return draw.mainRoad(ctx, points, k * 1.1);
    case 'road':
      return draw.mainRoad(ctx, points, k);
    case 'secondary':
      return draw.minorRoad(ctx, points, k * 1.3);
    case 'escarpment':
      return draw.escarpment(ctx, points, 1, 5, k);
    case 'ridge':
      return draw.ridge(ctx, points, 5, k);
    case 'wadi':
      return draw.wadi(ctx, points, 5, k);
    case 'minefield':
      return draw.minefield(ctx, points, k);
    default:
      return draw.track(ctx, points, k);
  }
}

const isCardRoute = (model: Model, a: string, b: string): boolean => model.place.get(a)?.shape === 'card' || model.place.get(b)?.shape === 'card';

const DRAWN: ReadonlySet<EdgeKind> = new Set<EdgeKind>(['escarpment', 'minefield', 'wadi', 'ridge']);

/** Features on boundaries: escarpments with their low side, minefields, wadis, ridges. */
function hexsides(model: Model, add: Add): void {
  const groups = new Map<string, { kind: EdgeKind; sides: Segment[]; low: Set<string> }>();
  for (const e of model.edges) {
    const sides = model.between.get(pairKey(e.a, e.b));
    if (!sides || !DRAWN.has(e.kind)) continue;
    const key = e.kind === 'escarpment' && model.kind === 'area' ? `${e.kind}|${e.low ?? ''}` : e.kind;
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { kind: e.kind, sides: [], low: new Set() }));
    group.sides.push(...sides);
    if (e.low) group.low.add(e.low);
  }
  for (const { kind, sides, low } of groups.values()) {
    chain(sides).forEach((points, i) => {
      if (kind === 'escarpment') {
        const way = lowSide(model, points, low);
        add(points, 18, ctx => draw.escarpment(ctx, points, way, i + 7, model.kind === 'area' ? 1.15 : 1));
      } else if (kind === 'ridge') add(points, 18, ctx => draw.ridge(ctx, points, i + 7));
      else if (kind === 'wadi') add(points, 14, ctx => draw.wadi(ctx, points, i + 7));
      else add(points, 14, ctx => draw.minefield(ctx, points, 0.95));
    });
  }
}

/** Which normal of a chain points down-hill: votes along the line. */
function lowSide(model: Model, points: Point[], low: ReadonlySet<string>): number {
  let votes = 0;
  const rings = [...low].map(id => model.place.get(id)?.outline ?? []).filter(r => r.length);
  for (const { p, n } of walk(points, 14, 7)) {
    const left: Point = [p[0] + n[0] * 8, p[1] + n[1] * 8];
    const right: Point = [p[0] - n[0] * 8, p[1] - n[1] * 8];
    if (rings.some(ring => inside(left, ring))) votes++;
    if (rings.some(ring => inside(right, ring))) votes--;
  }
  return votes >= 0 ? 1 : -1;
}

/** Fortified perimeters: round strongpoint areas, and along hexsides of kind `fort`. */
function forts(model: Model, add: Add): void {
  const rings: { points: Point[]; within: Point[][]; k: number }[] = [];
  if (model.kind === 'area') {
    for (const p of model.polygons.filter(p => p.fort)) rings.push({ points: [...p.outline, p.outline[0]], within: [p.outline], k: 0.82 });
  }
  const walls = model.edges.filter(e => e.kind === 'fort' || e.kind === 'perimeter');
  if (walls.length) {
    const insides = new Set(walls.map(e => (e.low ? (e.low === e.a ? e.b : e.a) : e.a)));
    const sides = walls.flatMap(e => model.between.get(pairKey(e.a, e.b)) ?? []);
    const within = [...insides].map(id => model.place.get(id)?.outline ?? []).filter(r => r.length);
    for (const points of chain(sides)) rings.push({ points, within, k: 1.05 });
  } else if (model.kind === 'hex') {
    const ids = new Set(model.polygons.filter(p => p.fort).map(p => p.id));
    const within = model.polygons.filter(p => ids.has(p.id)).map(p => p.outline);
    for (const points of rim(model.sides, ids)) rings.push({ points, within, k: 1.05 });
  }
  for (const { points, within, k } of rings) {
    const probe = walk(points, 10)[Math.min(2, Math.max(0, walk(points, 10).length - 1))];
    if (!probe) continue;
    const left: Point = [probe.p[0] + probe.n[0] * 7, probe.p[1] + probe.n[1] * 7];
    const out = within.some(ring => inside(left, ring)) ? -1 : 1;
    add(points, 10, ctx => draw.fortLine(ctx, points, out, k));
  }
}

/** What lies outside the printed map is darkened; a double frame runs round it. */
function margin(model: Model, out: Stroke[]): void {
  const f = model.frame;
  if (!f) return;
  out.push({
    box: [-1e6, -1e6, 1e6, 1e6],
    paint: ctx => {
      ctx.beginPath();
      ctx.rect(-10, -10, model.width + 20, model.height + 20);
      ctx.rect(f[0], f[1], f[2] - f[0], f[3] - f[1]);
      ctx.fillStyle = 'rgba(58,44,22,.5)';
      ctx.fill('evenodd');
      ctx.strokeStyle = '#2b2419';
      ctx.lineWidth = 2.4;
      ctx.strokeRect(f[0], f[1], f[2] - f[0], f[3] - f[1]);
      ctx.strokeStyle = 'rgba(246,232,198,.8)';
      ctx.lineWidth = 1;
      ctx.strokeRect(f[0] + 2.4, f[1] + 2.4, f[2] - f[0] - 4.8, f[3] - f[1] - 4.8);
    },
  });
}

function regions(model: Model, add: Add): void {
  for (const r of model.regions) {
    const half = textWidth(r.text, r.size, 600, r.size * 0.6) / 2 + r.size;
    add([[r.at[0] - half, r.at[1] - half], [r.at[0] + half, r.at[1] + half]], 0, ctx => draw.regionName(ctx, r.text, r.at, r.size, r.angle, r.tone));
  }
}

/** Off-map zones: cards with a shadow, their lines to the map with a dot at the end. */
function cards(model: Model, add: Add): void {
  for (const r of model.routes) {
    if (!isCardRoute(model, r.a, r.b) || r.points.length < 2) continue;
    const both = model.place.get(r.a)?.shape === 'card' && model.place.get(r.b)?.shape === 'card';
    add(r.points, 8, ctx => {
      draw.stroke(ctx, r.points, '#17130c', 5.4);
      draw.stroke(ctx, r.points, '#dcd3b4', 2.8);
      if (both) return;
      const [x, y] = r.points[r.points.length - 1];
      ctx.beginPath();
      ctx.arc(x, y, 4.6, 0, Math.PI * 2);
      ctx.fillStyle = '#dcd3b4';
      ctx.fill();
      ctx.strokeStyle = '#17130c';
      ctx.lineWidth = 1.6;
      ctx.stroke();
    });
  }
  for (const p of model.places.filter(q => q.shape === 'card')) add(p.outline, 8, ctx => card(ctx, p));
}

/** A card is whose marks are on it. */
const cardSide = (p: Place): number => p.badges.find(b => b.side !== undefined)?.side ?? -1;

/** A card with room for its name beside its mark. */
export const isWide = (p: Place): boolean => p.box[2] - p.box[0] > textWidth(p.name, 14.5, 700) + 84;

function card(ctx: Ctx, p: Place): void {
  const [x0, y0, x1, y1] = p.box;
  const side = cardSide(p);
  ctx.beginPath();
  ctx.roundRect(x0 + 2, y0 + 3, x1 - x0, y1 - y0, 7);
  ctx.fillStyle = 'rgba(27,18,6,.45)';
  ctx.fill();
  ctx.beginPath();
  ctx.roundRect(x0, y0, x1 - x0, y1 - y0, 7);
  ctx.fillStyle = side === 1 ? '#e4e3d2' : '#f6ead0';
  ctx.fill();
  ctx.strokeStyle = side === 0 ? '#b3261e' : '#2b2f28';
  ctx.lineWidth = 2.2;
  ctx.stroke();
  const ink = side === 0 ? '#8e1c15' : '#17130c';
  const mark = p.badges.find(b => b.kind === 'circle' || b.kind === 'hexagon');
  if (mark) drawBadge(ctx, [x0 + 19, y0 + 19], mark, side);
  const wide = isWide(p);
  if (wide) draw.drawText(ctx, p.name, x0 + (mark ? 39 : 13), y0 + 25, { size: 14.5, weight: 700, fill: ink, anchor: 'start' });
  else p.name.split(/[ -](?=.)/).forEach((word, i) => draw.drawText(ctx, word, (x0 + x1) / 2, y0 + 46 + i * 13, { size: 13.5, weight: 700, fill: ink }));
  for (const b of p.badges.filter(q => q !== mark)) drawBadge(ctx, wide ? [x1 - 34, y0 + 15] : [x1 - 14, y1 - 14], b, side);
}

const NUDGE: Record<Corner, Point> = { nw: [-0.62, -0.52], ne: [0.62, -0.52], sw: [-0.62, 0.52], se: [0.62, 0.52], n: [0, -0.66], s: [0, 0.66], centre: [0, 0] };
const CLEAR = 6; // of a mark's middle from the edge of a counter: its text is to be read

/** The corner of a hex for a mark, clear of the counter in its middle. */
export function besideCounter([x, y]: Point, corner: Corner, r: number, half: number): Point {
  const [dx, dy] = NUDGE[corner];
  if (dx) return [x + Math.sign(dx) * Math.max(Math.abs(dx) * r, half + CLEAR), y + dy * r * 0.8];
  return [x, y + Math.sign(dy) * Math.max(Math.abs(dy) * r, dy ? half + CLEAR : 0)];
}

/** The number at the top of each hex; left out where it could not be read, and where a card lies on it. */
function numbers(model: Model, add: Add): void {
  if (model.kind !== 'hex') return;
  const lain = model.places.filter(p => p.shape === 'card').map(p => p.box);
  for (const p of model.polygons) {
    const [x, y] = [p.centre[0], p.centre[1] - model.grid * 0.7];
    if (lain.some(box => overlaps(box, [x - 12, y - 8, x + 12, y + 2]))) continue;
    const fill = isSea(p) ? 'rgba(38,74,88,.6)' : 'rgba(88,66,32,.75)';
    add(p.outline, 0, (ctx, level) => {
      if (level >= 0.6) draw.drawText(ctx, p.id, x, y, { size: 8.6, weight: 500, fill, spacing: 0 });
    });
  }
}

/** Names and printed marks of polygons. Marks of areas stand beside the name, those of hexes in their corner. */
function names(model: Model, add: Add): void {
  for (const p of model.polygons) {
    if (model.kind === 'hex') {
      const r = model.grid;
      if (!p.badges.length && (!p.label || p.name === p.id)) continue;
      add(p.outline, 60, ctx => {
        for (const b of p.badges) drawBadge(ctx, besideCounter(p.centre, b.corner ?? 'nw', r, model.counter / 2), b);
        if (p.label && p.name !== p.id) draw.drawText(ctx, p.name, p.label[0], clearOf(p.label[1], p.centre[1], model.counter / 2), { size: 13.5, weight: 600, halo: 3.4 });
      });
    } else if (p.label) {
      const layout = areaLabel(p);
      add([[layout.left, p.label[1]], [layout.right, p.label[1]]], 24, ctx => {
        for (const { badge, x } of layout.marks) drawBadge(ctx, [x, p.label![1]], badge);
        draw.drawText(ctx, p.name, layout.text, p.label![1] + 4.6, { size: 13.6, weight: layout.marks.some(m => m.badge.kind === 'vp') ? 700 : 600, fill: layout.marks.some(m => m.badge.kind === 'vp') ? '#8e1c15' : INK.name, halo: 3.4, anchor: 'start' });
      });
    }
  }
}

/** The base line of a name, moved out of the way of the counter in the middle of its hex. */
function clearOf(y: number, middle: number, half: number): number {
  return y < middle ? Math.min(y + 4, middle - half - 3) : Math.max(y + 4, middle + half + 11);
}

/** Number, name and marks of an area side by side, centred on its label point. */
export function areaLabel(p: Place): { left: number; right: number; text: number; marks: { badge: Badge; x: number }[] } {
  const first = p.badges.filter(b => b.kind === 'circle' || b.kind === 'hexagon');
  const rest = p.badges.filter(b => !first.includes(b));
  const words = textWidth(p.name, 13.6, 700, 0.3);
  const total = first.reduce((n, b) => n + badgeWidth(b) + 4, 0) + words + rest.reduce((n, b) => n + badgeWidth(b) + 3, 0);
  const left = (p.label ?? p.centre)[0] - total / 2;
  let at = left;
  const marks: { badge: Badge; x: number }[] = [];
  for (const badge of first) {
    marks.push({ badge, x: at + badgeWidth(badge) / 2 });
    at += badgeWidth(badge) + 4;
  }
  const text = at;
  at += words + 3;
  for (const badge of rest) {
    marks.push({ badge, x: at + badgeWidth(badge) / 2 });
    at += badgeWidth(badge) + 3;
  }
  return { left, right: left + total, text, marks };
}
