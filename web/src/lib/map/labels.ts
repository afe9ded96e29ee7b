// Where words can stand on a map without hiding what matters.
import type { Point } from '../types';
import { clamp, type Rect } from './geometry';

const STOPS = 12;
const ASIDE = [0, 22, -22, 40, -40, 64, -64, 90, -90, 120, -120];

/** The area that two boxes share. */
export const common = (a: Rect, b: Rect): number => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

/** A box of a size along a way, or a little aside (times `k`), inside a frame, that covers least of what is taken, each by its weight. */
export function bestPlace(way: readonly Point[], [w, h]: Point, frame: Rect, taken: readonly [Rect, number][], k: number): Rect {
  let best: Rect = [0, 0, w, h];
  let least = Infinity;
  for (let i = 0; i < way.length - 1; i++) {
    const [[ax, ay], [bx, by]] = [way[i], way[i + 1]];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    for (let n = 0; n <= STOPS; n++)
      for (const aside of ASIDE) {
        const t = n / STOPS;
        const x = clamp(ax + (bx - ax) * t - ((by - ay) / length) * aside * k, frame[0] + w / 2 + 4 * k, frame[2] - w / 2 - 4 * k);
        const y = clamp(ay + (by - ay) * t + ((bx - ax) / length) * aside * k, frame[1] + h / 2 + 4 * k, frame[3] - h / 2 - 4 * k);
        const box: Rect = [x - w / 2, y - h / 2, x + w / 2, y + h / 2];
        const cost = taken.reduce((sum, [rect, weight]) => sum + weight * common(box, rect), 0) / (w * h) + Math.abs(aside) / 400;
        if (cost < least - 1e-9) [best, least] = [box, cost];
      }
  }
  return best;
}
