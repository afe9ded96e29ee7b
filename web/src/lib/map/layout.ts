// Where counters stand: open grids where a space says how many side by side, piles elsewhere, plates that grow with their contents.
import type { Face, Piece, Point } from '../types';
import { inside, type Rect } from './geometry';
import { common } from './labels';
import { textWidth } from './letters';
import type { Model, Place } from './model';
import { areaLabel, isWide } from './scene';

export interface Stand {
  piece: Piece;
  x: number; // top left corner
  y: number;
  size: number;
  under: number; // how many counters of its pile lie on top of it
}
export interface Pile {
  space: string;
  pieces: Piece[]; // top first
  x: number; // centre of the top counter
  y: number;
  size: number;
  rect: Rect;
  open: boolean; // all counters are to be seen
}
export interface Plate {
  space: string;
  rect: Rect;
}
export interface Layout {
  stands: Stand[];
  piles: Pile[];
  plates: Map<string, Rect>;
}

const SHIFT = 0.076; // of a counter: how far the next one of a pile stands out
const SHOWN = 4;

export function layOut(model: Model, pieces: readonly Piece[]): Layout {
  const at = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const here = at.get(piece.at);
    if (here) here.push(piece);
    else at.set(piece.at, [piece]);
  }
  const out: Layout = { stands: [], piles: [], plates: new Map() };
  const boxes = model.places.filter(p => p.shape === 'plate').map(place => contents(model, place, at.get(place.id) ?? []));
  part(boxes, model);
  for (const box of boxes) plate(model, box, out);
  for (const place of model.places) {
    const here = at.get(place.id) ?? [];
    if (place.shape === 'plate') continue;
    else if (!here.length) continue;
    else if (place.per_row > 0) grid(model, place, here, out);
    else piles(model, place, here, out);
  }
  return out;
}

/** The same layout with some pieces on top of their piles. */
export function raise(layout: Layout, ids: readonly string[]): Layout {
  if (!ids.length) return layout;
  const first = (pieces: Piece[]): Piece[] => [...pieces.filter(p => ids.includes(p.id)), ...pieces.filter(p => !ids.includes(p.id))];
  const piles = layout.piles.map(p => (p.open ? p : { ...p, pieces: first(p.pieces) }));
  const pileOf = new Map(layout.piles.flatMap((p, i) => (p.open ? [] : p.pieces.map(piece => [piece.id, i] as const))));
  const stands = layout.stands.map(s => ({ ...s, piece: piles[pileOf.get(s.piece.id) ?? -1]?.pieces[s.under] ?? s.piece }));
  return { ...layout, piles, stands };
}

const DISC = 9; // half of one
const ASIDE = [0, -4, 4, -8, 8, -12, 12, -16, 16, -20, 20]; // farther off it would stand in the next hex

/** Where a number on a space stands: in its middle, clear of its name; below the counters of an area, beside those that fill a card, nowhere over those of a hex;
 * at the right edge of a box, below its star and above what is written at its foot. */
export function discAt(model: Model, layout: Layout, space: string): Point | null {
  const place = model.place.get(space);
  if (!place) return null;
  const box = layout.plates.get(space);
  if (box) return [box[2] + 3, Math.max(box[3] - 15, box[1] + 21)];
  const [x, y] = place.centre;
  const piles = layout.piles.filter(p => p.space === space).map(p => p.rect);
  const foot = Math.max(...piles.map(rect => rect[3]));
  if (piles.length && model.grid) return null;
  if (piles.length && place.shape === 'card' && foot + 2 * DISC > place.box[3]) return [Math.max(...piles.map(rect => rect[2])) + DISC + 1, foot - DISC]; // no room below
  if (piles.length) return [x, foot + DISC]; // it touches them: no figure lies under it
  if (model.grid) return [x, y + clearOfNames(model, place.centre)];
  if (!place.label || Math.abs(place.label[1] - y) >= 26) return [x, y];
  return [x, place.label[1] + 28];
}

const LETTERS = 10; // how high those of a name on a hex are
const named = new WeakMap<Model, Rect[]>();

/** Where the names of hexes are painted; long ones reach into the next hexes. */
function namesOf(model: Model): Rect[] {
  const known = named.get(model);
  if (known) return known;
  const found = model.polygons.flatMap(({ id, name, label, centre: [, y] }): Rect[] => {
    if (!label || name === id) return [];
    const [counter, half] = [model.counter / 2, textWidth(name, 13.5, 600, 0.3) / 2];
    const foot = label[1] < y ? Math.min(label[1] + 4, y - counter - 3) : Math.max(label[1] + 4, y + counter + 11); // as the painter has it
    return [[label[0] - half, foot - LETTERS, label[0] + half, foot + 2]];
  });
  named.set(model, found);
  return found;
}

/** How far up or down a number stands from the middle of its hex, where there is a name. */
function clearOfNames(model: Model, [x, y]: Point): number {
  const near = namesOf(model).filter(r => r[0] < x + DISC && r[2] > x - DISC);
  const hides = (by: number): number => near.reduce((n, r) => n + common(r, [x - DISC, y + by - DISC, x + DISC, y + by + DISC]), 0);
  return ASIDE.toSorted((a, b) => hides(a) - hides(b))[0];
}

/** All counters side by side in rows, below the name; a pile for each side where they could not be read then. */
function grid(model: Model, place: Place, pieces: Piece[], out: Layout): void {
  if (place.shape === 'card') return fan(model, place, pieces, out);
  const sides = bySide(pieces);
  const open = room(place, sides.map(list => list.length), OPEN.map(k => model.counter * k));
  if (open) return spread(place.id, sides.flat().map((piece, i): Stand => ({ piece, x: open.spots[i][0], y: open.spots[i][1], size: open.size, under: 0 })), out);
  const heaped = 1 + (Math.min(SHOWN, Math.max(...sides.map(list => list.length))) - 1) * SHIFT; // what a pile takes up, of the size of its counters
  const cells = PILED.map(k => model.counter * k * heaped);
  const { size, spots } = room(place, [sides.length], cells) ?? { size: cells[0], spots: rowsOf([sides.length], sides.length, cells[0], place.centre) };
  sides.forEach((list, i) => pile(place.id, list, [spots[i][0] + size / 2, spots[i][1] + size / 2], size / heaped, out));
}

const bySide = (pieces: Piece[]): Piece[][] => [...new Set(pieces.map(p => p.side))].sort().map(side => pieces.filter(p => p.side === side));

interface Room {
  size: number;
  spots: Point[]; // top left corners
}

const OPEN = [1, 0.92]; // of a counter: smaller ones could not be read at the first look
const PILED = [1, 0.92, 0.84, 0.76, 0.68];
const STEP = 9; // how far counters are moved at a time to find room
const rooms = new WeakMap<Place, Map<string, Room | null>>();

/** Rows of counters inside their own area, clear of its name; each side has rows of its own. As large and as near its middle as can be. */
function room(place: Place, counts: number[], sizes: number[]): Room | null {
  const known = rooms.get(place) ?? new Map<string, Room | null>();
  rooms.set(place, known);
  const key = `${counts.join()} ${sizes[0]}`;
  const found = known.has(key) ? known.get(key)! : (sizes.map(size => fitted(place, counts, size)).find(r => r) ?? null);
  known.set(key, found);
  return found;
}

function fitted(place: Place, counts: number[], size: number): Room | null {
  const wide = Math.max(...counts);
  const widths = [...new Set([Math.max(1, place.per_row), wide, Math.ceil(wide / 2), Math.ceil(wide / 3)])];
  for (const [dx, dy] of NEAR) {
    for (const columns of widths) {
      const spots = rowsOf(counts, columns, size, [place.centre[0] + dx, place.centre[1] + dy]);
      if (spots.every(spot => standsIn(place, spot, size))) return { size, spots };
    }
  }
  return null;
}

const NEAR = Array.from({ length: 169 }, (_, i): Point => [((i % 13) - 6) * STEP, (Math.floor(i / 13) - 6) * STEP]).sort((a, b) => Math.hypot(...a) - Math.hypot(...b));

function rowsOf(counts: number[], columns: number, size: number, [cx, cy]: Point): Point[] {
  const gap = size + 2.5;
  const rows = counts.flatMap(n => Array.from({ length: Math.ceil(n / columns) }, (_, r) => Math.min(columns, n - r * columns)));
  const top = cy - (rows.length * gap) / 2;
  return rows.flatMap((n, r) => Array.from({ length: n }, (_, i): Point => [cx - (n * gap) / 2 + i * gap + 1.25, top + r * gap]));
}

const INSET = 3; // so much of a counter may lie over its area's rim

function standsIn(place: Place, [x, y]: Point, size: number): boolean {
  const label = place.label ? areaLabel(place) : null;
  if (label && place.label && y < place.label[1] + 15 && y + size > place.label[1] - 15 && x < label.right && x + size > label.left) return false;
  const [a, b] = [INSET, size - INSET];
  return [[a, a], [b, a], [a, b], [b, b]].every(([dx, dy]) => inside([x + dx, y + dy], place.outline));
}

function spread(space: string, stands: Stand[], out: Layout): void {
  out.stands.push(...stands);
  const size = stands[0].size;
  const rect: Rect = [Math.min(...stands.map(s => s.x)), Math.min(...stands.map(s => s.y)), Math.max(...stands.map(s => s.x)) + size, Math.max(...stands.map(s => s.y)) + size];
  out.piles.push({ space, pieces: stands.map(s => s.piece), x: (rect[0] + rect[2]) / 2, y: (rect[1] + rect[3]) / 2, size, rect, open: true });
}

/** Side by side in rows, where a card has room for that; else a pile for each side. */
function fan(model: Model, place: Place, pieces: Piece[], out: Layout): void {
  const [x0, y0, x1, y1] = place.box;
  const lines = isWide(place) ? 0 : place.name.split(/[ -](?=.)/).length;
  const [left, right, below, bottom] = [x0 + 6, x1 - 7, y0 + 36 + lines * 13.5, y1 - 7];
  const size = Math.min(model.counter * 0.94, right - left, Math.max(model.counter * 0.84, bottom - below));
  const top = Math.min(below, bottom - size);
  const n = pieces.length;
  const step = (count: number, room: number): number => (count > 1 ? Math.min(size + 2, (room - size) / (count - 1)) : size + 2);
  let best = { columns: 1, dx: 0, dy: 0, shows: -1 };
  for (let columns = 1; columns <= n; columns++) {
    const dx = step(columns, right - left);
    const dy = step(Math.ceil(n / columns), bottom - top);
    const shows = Math.min(dx, dy);
    if (shows > best.shows) best = { columns, dx, dy, shows };
  }
  if (best.shows < size - TOUCH) return cardPiles(place, pieces, [left, top, right, bottom], size, out);
  const rows = Math.ceil(n / best.columns);
  const width = (best.columns - 1) * best.dx + size;
  const height = (rows - 1) * best.dy + size;
  const [fx, fy] = [(left + right - width) / 2, top + Math.max(0, bottom - top - height) / 2];
  spread(place.id, pieces.map((piece, i): Stand => ({ piece, x: fx + (i % best.columns) * best.dx, y: fy + Math.floor(i / best.columns) * best.dy, size, under: 0 })), out);
}

const TOUCH = 3; // so much of a counter is rim

function cardPiles(place: Place, pieces: Piece[], [left, top, right, bottom]: Rect, size: number, out: Layout): void {
  const sides = bySide(pieces);
  const across = sides.length * (size + 8) <= right - left;
  sides.forEach((list, i) => {
    const at = (i + 0.5) / sides.length;
    const centre: Point = across ? [left + (right - left) * at, (top + bottom) / 2] : [(left + right) / 2, top + (bottom - top) * at];
    pile(place.id, list, centre, size, out);
  });
}

/** One pile for each side: side by side, in a hex one above the other, where it is as wide as at its middle. */
function piles(model: Model, place: Place, pieces: Piece[], out: Layout): void {
  const sides = bySide(pieces);
  const size = sides.length > 1 ? model.counter * (model.grid ? SHARED : 0.74) : model.counter;
  const room = model.grid * (sides.length > 1 ? Math.sqrt(0.75) : 1.5) - 1; // up to the pile above, or to the next hex
  const most = model.grid ? Math.max(0, room - size) : Infinity;
  sides.forEach((list, i) => {
    const by = (i - (sides.length - 1) / 2) * (size + (model.grid ? 1 : 3));
    const [x, y] = place.centre;
    pile(place.id, list, model.grid ? [x, y + by] : [x + by, y], size, out, most);
  });
}

const SHARED = 0.68; // of a counter, in a hex that both sides are in

function pile(space: string, pieces: Piece[], [cx, cy]: Point, size: number, out: Layout, most = Infinity): void {
  const shown = Math.min(pieces.length, SHOWN);
  const shift = Math.min(SHIFT * size, shown > 1 ? most / (shown - 1) : 0);
  const [x, y] = [cx - ((shown - 1) * shift) / 2, cy + ((shown - 1) * shift) / 2];
  for (let i = shown - 1; i >= 0; i--) out.stands.push({ piece: pieces[i], x: x - size / 2 + i * shift, y: y - size / 2 - i * shift, size, under: i });
  const h = size / 2;
  out.piles.push({ space, pieces, x, y, size, rect: [x - h, y - h - (shown - 1) * shift, x + h + (shown - 1) * shift, y + h], open: pieces.length < 2 });
}

interface Box {
  place: Place;
  heaps: Piece[][]; // one for each formation, the largest first
  columns: number;
  rect: Rect;
}

const HEAD = 24; // of a box: the name
const ROW = 10; // between rows of counters, for what stands at the corner of a pile

/** A box as large as its name and its piles. */
function contents(model: Model, place: Place, pieces: Piece[]): Box {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const key = formation(piece, model.faces[piece.face]);
    const group = groups.get(key);
    if (group) group.push(piece);
    else groups.set(key, [piece]);
  }
  const heaps = [...groups.values()].sort((a, b) => a[0].side - b[0].side || b.length - a.length);
  const most = place.per_row > 0 ? place.per_row : 5;
  const rows = Math.ceil(heaps.length / most);
  const columns = rows ? Math.ceil(heaps.length / rows) : 0;
  const w = Math.max(textWidth(place.name, 13.8, 700, 0.3) + 18, 62, columns * (model.counter + 7) + 12);
  const h = HEAD + rows * (model.counter + ROW);
  const [cx, cy] = place.centre;
  return { place, heaps, columns, rect: [cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2] };
}

const APART = 8;

/** Boxes that have grown into each other are moved apart, the smaller one farther, as little as can be; none leaves the map. */
function part(boxes: Box[], model: Model): void {
  const area = (r: Rect): number => (r[2] - r[0]) * (r[3] - r[1]);
  for (let round = 0; round < 40; round++) {
    let still = true;
    for (let i = 0; i < boxes.length; i++) {
      for (let j = i + 1; j < boxes.length; j++) {
        const [a, b] = [boxes[i].rect, boxes[j].rect];
        const dx = Math.min(a[2], b[2]) - Math.max(a[0], b[0]) + APART;
        const dy = Math.min(a[3], b[3]) - Math.max(a[1], b[1]) + APART;
        if (dx <= 0 || dy <= 0) continue;
        still = false;
        const share = area(b) / (area(a) + area(b)); // of the way that the first one goes
        const along = dx < dy ? 0 : 1;
        const by = Math.min(dx, dy) * (a[along] + a[along + 2] <= b[along] + b[along + 2] ? -1 : 1);
        shift(a, along, by * share);
        shift(b, along, -by * (1 - share));
      }
    }
    for (const { rect } of boxes) {
      shift(rect, 0, Math.max(0, 4 - rect[0]) + Math.min(0, model.width - 4 - rect[2]));
      shift(rect, 1, Math.max(0, 4 - rect[1]) + Math.min(0, model.height - 4 - rect[3]));
    }
    if (still) return;
  }
}

function shift(rect: Rect, along: number, by: number): void {
  rect[along] += by;
  rect[along + 2] += by;
}

function plate(model: Model, { place, heaps, columns, rect }: Box, out: Layout): void {
  out.plates.set(place.id, rect);
  const [size, step, middle] = [model.counter, model.counter + 7, (rect[0] + rect[2]) / 2];
  heaps.forEach((heap, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, heaps.length - row * columns);
    pile(place.id, heap, [middle - (inRow * step) / 2 + (i % columns) * step + step / 2, rect[1] + HEAD + 3 + size / 2 + row * (size + ROW)], size, out);
  });
}

export const formation = (piece: Piece, face: Face | undefined): string => (face?.symbol === 'hq' ? `${piece.side}hq` : face?.stripe ? `${piece.side}${face.stripe}${face.right ?? ''}` : piece.id);
