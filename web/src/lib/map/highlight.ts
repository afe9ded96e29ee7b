// SVG of highlights: contours, rings, arrows. Colour and shape together, never colour alone.
import type { Point } from '../types';
import { chaikin, pathOf, rim, type Rect } from './geometry';
import type { Model, Place } from './model';

export const rectPath = ([x0, y0, x1, y1]: Rect, m = 0): string => `M${x0 - m} ${y0 - m}H${x1 + m}V${y1 + m}H${x0 - m}Z`;

/** The shape of a space: its outline, or the plate as large as it is now. */
export function shapeOf(model: Model, id: string, plates: ReadonlyMap<string, Rect>): string {
  const plate = plates.get(id);
  if (plate) return rectPath(plate, 3);
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
