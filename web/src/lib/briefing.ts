// Shapes of a briefing.
import type { Piece, View } from './types';

export type Frame = [number, number, number, number];

const SPARE = 0.93; // of a frame is enough, rather than that the table shows beside the map: it has room around what is named

/** A frame made as wide or as high as the room for it, but no larger than the board. */
export function fill([x0, y0, x1, y1]: Frame, [width, height]: [number, number], aspect: number): Frame {
  const cut = (least: number, fits: number): number => (fits > least * SPARE ? Math.min(least, fits) : least);
  const w = cut(Math.min(width, Math.max(x1 - x0, (y1 - y0) * aspect)), height * aspect);
  const h = cut(Math.min(height, Math.max(y1 - y0, w / aspect)), w / aspect);
  const along = (a: number, b: number, size: number, all: number): [number, number] => {
    const from = Math.max(0, Math.min(all - size, (a + b - size) / 2));
    return [from, from + size];
  };
  const [left, right] = along(x0, x1, w, width);
  const [top, bottom] = along(y0, y1, h, height);
  return [left, top, right, bottom];
}

/** How high a picture can be that is so wide: with all of the board above and below the frame. */
export const tallest = ([x0, , x1]: Frame, [, height]: [number, number], wide: number): number => (wide * height) / (x1 - x0);

/** The counters of a side that stand on the board, one of each look. */
export function forces(view: View, side: number, places: ReadonlyMap<string, unknown>): Piece[] {
  const seen = new Set<string>();
  return view.pieces.filter(p => p.side === side && places.has(p.at) && !seen.has(p.face) && seen.add(p.face));
}
