// Where words can stand on a map without hiding what matters.
import type { Point } from '../types';
import { clamp, type Rect } from './geometry';
import { finely, lengthOf } from './way';

const STOPS = 12;
const ASIDE = [0, 22, -22, 40, -40, 64, -64, 90, -90, 120, -120];
const HIDDEN = 0.6; // what it costs to lie on a short way
const BESIDE = 16; // left or right of a short way: as near to it as words can begin

/** The area that two boxes share. */
export const common = (a: Rect, b: Rect): number => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

const hides = ([x0, y0, x1, y1]: Rect, way: readonly Point[]): boolean =>
  finely(way, STOPS).some(([x, y]) => x > x0 && x < x1 && y > y0 && y < y1);

/** A box of a size along a way, or a little aside (times `k`), inside a frame, that covers least of what is taken, each by its weight. */
export function bestPlace(way: readonly Point[], [w, h]: Point, frame: Rect, taken: readonly [Rect, number][], k: number): Rect {
  const short = lengthOf(way) < 2 * w; // the words would hide most of it
  let best: Rect = [0, 0, w, h];
  let least = Infinity;
  for (let i = 0; i < way.length - 1; i++) {
    const [[ax, ay], [bx, by]] = [way[i], way[i + 1]];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const across = ASIDE.map((aside): [number, number, number] => [(-(by - ay) / length) * aside * k, ((bx - ax) / length) * aside * k, Math.abs(aside)]);
    const beside = [-1, 1].map((way): [number, number, number] => [way * (w / 2 + BESIDE * k), 0, 2 * BESIDE]);
    for (let n = 0; n <= STOPS; n++)
      for (const [dx, dy, far] of [...across, ...beside]) {
        const t = n / STOPS;
        const x = clamp(ax + (bx - ax) * t + dx, frame[0] + w / 2 + 4 * k, frame[2] - w / 2 - 4 * k);
        const y = clamp(ay + (by - ay) * t + dy, frame[1] + h / 2 + 4 * k, frame[3] - h / 2 - 4 * k);
        const box: Rect = [x - w / 2, y - h / 2, x + w / 2, y + h / 2];
        const cost = taken.reduce((sum, [rect, weight]) => sum + weight * common(box, rect), 0) / (w * h) + far / 400 + (short && hides(box, way) ? HIDDEN : 0);
        if (cost < least - 1e-9) [best, least] = [box, cost];
      }
  }
  return best;
}
