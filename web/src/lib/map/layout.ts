// Where counters stand: open grids where a space says how many side by side, piles elsewhere, plates that grow with their contents.
import type { Face, Piece, Point } from '../types';
import type { Rect } from './geometry';
import { textWidth } from './letters';
import type { Model, Place } from './model';
import { isWide } from './scene';

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

const SHIFT = 3.5;
const SHOWN = 4;

export function layOut(model: Model, pieces: readonly Piece[]): Layout {
  const at = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const here = at.get(piece.at);
    if (here) here.push(piece);
    else at.set(piece.at, [piece]);
  }
  const out: Layout = { stands: [], piles: [], plates: new Map() };
  for (const place of model.places) {
    const here = at.get(place.id) ?? [];
    if (place.shape === 'plate') plate(model, place, here, out);
    else if (!here.length) continue;
    else if (place.per_row > 0) grid(model, place, here, out);
    else piles(model, place, here, out);
  }
  return out;
}

/** All counters side by side in rows, below the name. */
function grid(model: Model, place: Place, pieces: Piece[], out: Layout): void {
  if (place.shape === 'card') return fan(model, place, pieces, out);
  const size = model.counter;
  const gap = size + 2.5;
  const columns = Math.max(1, place.per_row);
  const rows = Math.ceil(pieces.length / columns);
  const [cx, cy] = place.centre;
  const top = Math.max(place.label ? place.label[1] + 19 : -Infinity, cy - (rows * gap) / 2);
  const stands = pieces.map((piece, i): Stand => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, pieces.length - row * columns);
    return { piece, x: cx - (inRow * gap) / 2 + (i % columns) * gap + 1.25, y: top + row * gap, size, under: 0 };
  });
  spread(place.id, stands, out);
}

function spread(space: string, stands: Stand[], out: Layout): void {
  out.stands.push(...stands);
  const size = stands[0].size;
  const rect: Rect = [Math.min(...stands.map(s => s.x)), Math.min(...stands.map(s => s.y)), Math.max(...stands.map(s => s.x)) + size, Math.max(...stands.map(s => s.y)) + size];
  out.piles.push({ space, pieces: stands.map(s => s.piece), x: (rect[0] + rect[2]) / 2, y: (rect[1] + rect[3]) / 2, size, rect, open: true });
}

/** Cards are small: counters overlap as little as can be; a pile for each side where too little of them would show. */
function fan(model: Model, place: Place, pieces: Piece[], out: Layout): void {
  const [x0, y0, x1, y1] = place.box;
  const lines = isWide(place) ? 0 : place.name.split(/[ -](?=.)/).length;
  const [left, right, below, bottom] = [x0 + 6, x1 - 7, y0 + 36 + lines * 13.5, y1 - 7];
  const size = Math.min(model.counter * 0.94, right - left, Math.max(model.counter * 0.68, bottom - below));
  const top = Math.min(below, bottom - size);
  const n = pieces.length;
  const step = (count: number, room: number): number => (count > 1 ? Math.min(size + 2, (room - size) / (count - 1)) : size + 2);
  let best = { columns: 1, dx: 0, dy: 0, shows: -1 };
  for (let columns = 1; columns <= n; columns++) {
    const dx = step(columns, right - left);
    const dy = step(Math.ceil(n / columns), bottom - top);
    const shows = Math.min(dx, dy * 1.4); // the name is on top: a column may overlap more than a row
    if (shows > best.shows) best = { columns, dx, dy, shows };
  }
  if (best.shows < size * 0.55) return cardPiles(place, pieces, [left, top, right, bottom], size, out);
  const rows = Math.ceil(n / best.columns);
  const width = (best.columns - 1) * best.dx + size;
  const height = (rows - 1) * best.dy + size;
  const [fx, fy] = [(left + right - width) / 2, top + Math.max(0, bottom - top - height) / 2];
  spread(place.id, pieces.map((piece, i): Stand => ({ piece, x: fx + (i % best.columns) * best.dx, y: fy + Math.floor(i / best.columns) * best.dy, size, under: 0 })), out);
}

function cardPiles(place: Place, pieces: Piece[], [left, top, right, bottom]: Rect, size: number, out: Layout): void {
  const sides = [...new Set(pieces.map(p => p.side))].sort();
  const across = sides.length * (size + 8) <= right - left;
  sides.forEach((side, i) => {
    const at = (i + 0.5) / sides.length;
    const centre: Point = across ? [left + (right - left) * at, (top + bottom) / 2] : [(left + right) / 2, top + (bottom - top) * at];
    pile(place.id, pieces.filter(p => p.side === side), centre, size, out);
  });
}

/** One pile for each side, side by side. */
function piles(model: Model, place: Place, pieces: Piece[], out: Layout): void {
  const sides = [...new Set(pieces.map(p => p.side))].sort();
  const size = sides.length > 1 ? model.counter * 0.74 : model.counter;
  sides.forEach((side, i) => {
    const own = pieces.filter(p => p.side === side);
    const x = place.centre[0] + (i - (sides.length - 1) / 2) * (size + 3);
    pile(place.id, own, [x, place.centre[1]], size, out);
  });
}

function pile(space: string, pieces: Piece[], [cx, cy]: Point, size: number, out: Layout): void {
  const shift = (SHIFT * size) / 46;
  const shown = Math.min(pieces.length, SHOWN);
  const [x, y] = [cx - ((shown - 1) * shift) / 2, cy + ((shown - 1) * shift) / 2];
  for (let i = shown - 1; i >= 0; i--) out.stands.push({ piece: pieces[i], x: x - size / 2 + i * shift, y: y - size / 2 - i * shift, size, under: i });
  const h = size / 2;
  out.piles.push({ space, pieces, x, y, size, rect: [x - h, y - h - (shown - 1) * shift, x + h + (shown - 1) * shift, y + h], open: pieces.length < 2 });
}

/** A box as large as its name and its piles: one for each formation, the largest first. */
function plate(model: Model, place: Place, pieces: Piece[], out: Layout): void {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const key = formation(piece, model.faces[piece.face]);
    const group = groups.get(key);
    if (group) group.push(piece);
    else groups.set(key, [piece]);
  }
  const heaps = [...groups.values()].sort((a, b) => a[0].side - b[0].side || b.length - a.length);
  const size = model.counter;
  const step = size + 7;
  const columns = place.per_row > 0 ? Math.min(place.per_row, heaps.length) : Math.min(5, heaps.length);
  const rows = columns ? Math.ceil(heaps.length / columns) : 0;
  const w = Math.max(textWidth(place.name, 13.8, 700, 0.3) + 18, 62, columns * step + 12);
  const h = 24 + rows * (size + 10);
  const [cx, cy] = place.centre;
  const rect: Rect = [cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2];
  out.plates.set(place.id, rect);
  heaps.forEach((heap, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, heaps.length - row * columns);
    pile(place.id, heap, [cx - (inRow * step) / 2 + (i % columns) * step + step / 2, rect[1] + 27 + size / 2 + row * (size + 10)], size, out);
  });
}

const formation = (piece: Piece, face: Face | undefined): string => (face?.symbol === 'hq' ? `${piece.side}hq` : face?.stripe ? `${piece.side}${face.stripe}${face.right ?? ''}` : piece.id);
