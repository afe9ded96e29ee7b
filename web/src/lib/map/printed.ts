// Printed marks of hexes that counters cover, once more above them: a fort's value, a star and a port are to be read all the same.
import type { Badge, Corner, Point } from '../types';
import type { Rect } from './geometry';
import type { Layout, Pile } from './layout';
import { textWidth } from './letters';
import type { Model, Place } from './model';
import { besideCounter } from './scene';

export interface Printed {
  place: string;
  badge: Badge;
  at: Point;
}

const HIGH = 15; // of a mark
const COUNT = 8; // half of what the number of a pile is wide
const CORNERS: Corner[] = ['nw', 'ne', 'sw', 'se', 'n', 's'];

/** Where each stands: as printed, else at the first corner that no counter of another hex lies on, else where least of one does. */
export function printedAgain(model: Model, layout: Layout): Printed[] {
  if (model.kind !== 'hex') return [];
  const taken: Rect[] = [];
  return model.polygons.flatMap(place => {
    const marks = place.badges.filter(b => b.text && (b.kind === 'vp' || b.kind === 'fort' || b.kind === 'port'));
    if (!marks.length) return [];
    const own = layout.piles.find(p => p.space === place.id);
    const others = layout.piles.filter(p => p.space !== place.id).map(p => p.rect);
    return marks.flatMap((badge): Printed[] => {
      const printed = spot(model, place, own, badge.corner ?? 'nw');
      if (!own && !covered(boxOf(badge, printed), others)) return [];
      const inTheWay = [...others, ...taken];
      const spots = [printed, ...CORNERS.filter(c => c !== badge.corner).map(c => spot(model, place, own, c)), ...(own ? [] : [place.centre])];
      const hidden = spots.map(at => covered(boxOf(badge, at), inTheWay) * 4 + (own ? covered(boxOf(badge, at), [factors(own)]) : 0));
      const at = spots[hidden.indexOf(Math.min(...hidden))];
      taken.push(boxOf(badge, at));
      return [{ place: place.id, badge, at }];
    });
  });
}

/** The corner of a hex; beside the number of its counters where that stands there. */
function spot(model: Model, place: Place, own: Pile | undefined, corner: Corner): Point {
  const [x, y] = besideCounter(place.centre, corner, model.grid, model.counter / 2);
  return own && corner === 'ne' && own.pieces.length > 1 ? [Math.max(x, own.rect[2] + COUNT - 2), Math.max(y, own.rect[1] + COUNT * 2 + 1)] : [x, y];
}

/** The part of a pile that has the figures. */
const factors = ({ x, y, size }: Pile): Rect => [x - size * 0.35, y + size * 0.16, x + size * 0.35, y + size / 2];

function boxOf({ kind, text }: Badge, [x, y]: Point): Rect {
  const wide = kind === 'vp' ? 20 : kind === 'port' ? 18 : textWidth(text ?? '', 10.5, 700, 0.3) + 12;
  return [x - wide / 2, y - HIGH / 2, x + wide / 2, y + HIGH / 2];
}

/** How much of it lies under, or over, other things. */
function covered(box: Rect, things: readonly Rect[]): number {
  const shared = (r: Rect, axis: number): number => Math.max(0, Math.min(box[axis + 2], r[axis + 2]) - Math.max(box[axis], r[axis]));
  return things.reduce((n, r) => n + shared(r, 0) * shared(r, 1), 0);
}
