// SVG of highlights: contours, rings, arrows. Colour and shape together, never colour alone.
import type { Point } from '../types';
import { chaikin, distance, pathOf, rim, type Rect } from './geometry';
import type { Model, Place } from './model';
import { finely, lengthOf } from './way';

export const rectPath = ([x0, y0, x1, y1]: Rect, m = 0): string => `M${x0 - m} ${y0 - m}H${x1 + m}V${y1 + m}H${x0 - m}Z`;

/** The shape of a space: its outline, or the plate as large as it is now. */
export function shapeOf(model: Model, id: string, plates: ReadonlyMap<string, Rect>, round = 3): string {
  const plate = plates.get(id);
  if (plate) return rectPath(plate, round);
  const place = model.place.get(id);
  return place ? pathOf(place.outline, true) : '';
}

/** Fill and rim of a set of spaces: one contour round the whole. */
export function contour(model: Model, ids: ReadonlySet<string>): { fill: string; rim: string } {
  const polygons = model.polygons.filter(p => ids.has(p.id));
  return { fill: polygons.map(p => pathOf(p.outline, true)).join(''), rim: rim(model.sides, ids).map(points => pathOf(points)).join('') };
}

/** Corner brackets round a rectangle. */
export function brackets([x0, y0, x1, y1]: Rect, l = 13): string {
  return `M${x0} ${y0 + l}V${y0}H${x0 + l}M${x1 - l} ${y0}H${x1}V${y0 + l}M${x1} ${y1 - l}V${y1}H${x1 - l}M${x0 + l} ${y1}H${x0}V${y1 - l}`;
}

/** A path through places, smoothed, that ends short of the last one. */
export function arrow(points: readonly Point[], short = 16): string {
  if (points.length < 2) return '';
  const out = points.slice();
  const [a, b] = [out[out.length - 2], out[out.length - 1]];
  const d = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  out[out.length - 1] = [b[0] - ((b[0] - a[0]) / d) * Math.min(short, d / 2), b[1] - ((b[1] - a[1]) / d) * Math.min(short, d / 2)];
  return pathOf(out.length > 2 ? chaikin(out, 3) : out);
}

const FINE = 24; // parts of a step of a way
const SHORT = 34; // so long is a way at least that is drawn between two piles

/** A path through places, smoothed, from the edge of what stands at its first place to the edge of what stands at its last; whether
 * there is so little room between the two that it must lie over them, and where it ends. */
export function wayBetween(points: readonly Point[], from: Rect | null, to: Rect | null, k = 1): { d: string; over: boolean; tip: Point } {
  if (points.length < 2) return { d: '', over: false, tip: points[0] ?? [0, 0] };
  const smooth = points.length > 2 ? chaikin(points, 3) : points;
  const fine = finely(smooth, FINE);
  const within = (r: Rect | null, m: number, [x, y]: Point): boolean => !!r && x > r[0] - m && x < r[2] + m && y > r[1] - m && y < r[3] + m;
  const first = fine.findLastIndex(p => within(from, 3 * k, p)) + 1;
  const last = to ? fine.findIndex((p, i) => i > first && within(to, 13 * k, p)) : -1;
  const free = fine.slice(first, last < 0 ? undefined : last);
  if (lengthOf(free) >= SHORT * k) return { d: pathOf(thinned(free, to ? 0 : 12 * k, 6 * k)), over: false, tip: free.at(-1)! };
  const whole = fine.length - 1;
  const part = fine.slice(Math.floor(whole * 0.3), Math.ceil(whole * 0.62));
  return { d: pathOf(part), over: true, tip: part.at(-1)! };
}

/** A fine way with steps that are long enough to show where its end points to, and so much of it left out at the end. */
function thinned(fine: readonly Point[], short: number, step: number): Point[] {
  const end = fine[Math.max(0, fine.findLastIndex(p => distance(p, fine.at(-1)!) >= short))];
  const out = [fine[0]];
  for (const p of fine) if (distance(p, out.at(-1)!) >= step && distance(p, end) >= step && distance(p, fine.at(-1)!) > short) out.push(p);
  return [...out, end];
}

/** The neighbour that lies best in a direction; where none does, the nearest place that way. */
export function neighbourTowards(model: Model, id: string, way: Point): string | null {
  const here = model.place.get(id);
  if (!here) return null;
  return best(model, here, here.neighbours, way, 0.5, 0) ?? best(model, here, [...model.place.keys()], way, 0.25, 1 / 300);
}

function best(model: Model, here: Place, ids: readonly string[], [dx, dy]: Point, least: number, per: number): string | null {
  let found: string | null = null;
  let most = 0;
  for (const id of ids) {
    const place = model.place.get(id);
    if (!place || id === here.id) continue;
    const [vx, vy] = [place.centre[0] - here.centre[0], place.centre[1] - here.centre[1]];
    const length = Math.hypot(vx, vy) || 1;
    const cosine = (vx * dx + vy * dy) / length;
    const score = cosine / (1 + length * per);
    if (cosine > least && score > most) [found, most] = [id, score];
  }
  return found;
}
