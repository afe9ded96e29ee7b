// Ways on the map: lines of points.
import type { Point } from '../types';
import { clamp, distance } from './geometry';

export const lengthOf = (way: readonly Point[]): number => way.slice(1).reduce((sum, p, i) => sum + distance(way[i], p), 0);

const between = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [ax + (bx - ax) * share, ay + (by - ay) * share];

/** The part of a way that is behind whoever has gone a share of its length. */
export function upTo(way: readonly Point[], share: number): Point[] {
  let left = lengthOf(way) * clamp(share, 0, 1);
  const gone = way.slice(0, 1);
  for (const [i, to] of way.slice(1).entries()) {
    const step = distance(way[i], to);
    if (left < step) return [...gone, between(way[i], to, left / step)];
    gone.push(to);
    left -= step;
  }
  return gone;
}

/** The point that is reached after a share of its length. */
export const along = (way: readonly Point[], share: number): Point => upTo(way, share).at(-1) ?? [0, 0];

/** The same way with so many parts for each of its steps. */
export const finely = (way: readonly Point[], parts: number): Point[] => [...way.slice(1).flatMap((to, i) => Array.from({ length: parts }, (_, n) => between(way[i], to, n / parts))), ...way.slice(-1)];
