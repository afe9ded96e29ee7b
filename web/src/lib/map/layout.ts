// Where counters stand: open grids where a space says how many side by side, piles elsewhere, plates that grow with their contents.
import type { Face, Piece, Point } from '../types';
import type { Rect } from './geometry';
import { textWidth } from './letters';
import type { Model, Place } from './model';

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

/** All counters side by side in rows, centred; they shrink where a card would be too small. */
function grid(model: Model, place: Place, pieces: Piece[], out: Layout): void {
  const [x0, y0, x1, y1] = place.box;
  const room = place.shape === 'card' ? x1 - x0 - 10 : Infinity;
  const high = place.shape === 'card' ? y1 - y0 - 50 : Infinity;
  let size = model.counter;
  let columns = Math.max(1, place.per_row);
  if (place.shape === 'card') {
    columns = Math.max(1, Math.min(Math.max(columns, Math.ceil(Math.sqrt((pieces.length * room) / high))), Math.floor(room / (size * 0.55))));
    const rows = Math.ceil(pieces.length / columns);
    size = Math.min(size, room / columns - 2.5, high / rows - 2.5);
    if (size < model.counter * 0.5) return piles(model, place, pieces, out);
  }
  const gap = size + 2.5;
  const rows = Math.ceil(pieces.length / columns);
  const [cx, cy] = place.shape === 'card' ? [(x0 + x1) / 2, Math.max(y0 + 40 + (rows * gap) / 2, place.centre[1])] : place.centre;
  const top = place.shape === 'card' ? Math.min(cy - (rows * gap) / 2, y1 - 8 - rows * gap) : cy - (Math.min(rows, 1) * gap) / 2;
  const rects: Rect[] = [];
  pieces.forEach((piece, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, pieces.length - row * columns);
    const x = cx - (inRow * gap) / 2 + (i % columns) * gap + 1.25;
    const y = top + row * gap;
    out.stands.push({ piece, x, y, size, under: 0 });
    rects.push([x, y, x + size, y + size]);
  });
  const rect: Rect = [Math.min(...rects.map(r => r[0])), rects[0][1], Math.max(...rects.map(r => r[2])), rects[rects.length - 1][3]];
  out.piles.push({ space: place.id, pieces, x: (rect[0] + rect[2]) / 2, y: (rect[1] + rect[3]) / 2, size, rect, open: true });
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
