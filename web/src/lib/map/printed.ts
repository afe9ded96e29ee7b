// Printed marks of hexes that counters cover, once more above them: a fort's value, a star and a port are to be read all the same.
import type { Badge, Corner, Point, Spot } from '../types';
import type { Rect } from './geometry';
import { common } from './labels';
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
const COUNT = 8; // half of what the number of a pile is wide and high
const NAME = 27.5; // the name of a box, with the half of such a number below it
const CORNERS: Corner[] = ['nw', 'ne', 'sw', 'se', 'n', 's'];

/** By space, the marks that are not printed there: each scenario has its own. */
export type Besides = ReadonlyMap<string, readonly Badge[]>;

export const besides = (spots: readonly Spot[] = []): Besides => new Map(spots.flatMap(s => (s.badges ? [[s.id, s.badges] as const] : [])));

const PRINTED: Besides = new Map();

export const marksOf = (place: Place, more: Besides): Badge[] => [...place.badges, ...(more.get(place.id) ?? [])];

/** Where each stands: as printed, else at the first corner that no counter of another hex lies on, else where least of one does. */
export function printedAgain(model: Model, layout: Layout, more = PRINTED): Printed[] {
  if (model.kind !== 'hex') return [];
  const taken: Rect[] = [];
  return model.polygons.flatMap(place => {
    const marks = marksOf(place, more).filter(isMark);
    if (!marks.length) return [];
    const own = layout.piles.find(p => p.space === place.id);
    const others = layout.piles.filter(p => p.space !== place.id).map(p => p.rect);
    return marks.flatMap((badge): Printed[] => {
      const printed = spot(model, place, badge.corner ?? 'nw');
      if (!own && place.badges.includes(badge) && !covered(boxOf(badge, printed), others)) return [];
      const inTheWay = [...others, ...taken];
      const spots = [printed, ...CORNERS.filter(c => c !== badge.corner).map(c => spot(model, place, c)), ...(own ? [] : [place.centre])];
      const hidden = spots.map(at => covered(boxOf(badge, at), inTheWay) * 4 + (own ? covered(boxOf(badge, at), [factors(own)]) : 0));
      const at = spots[hidden.indexOf(Math.min(...hidden))];
      taken.push(boxOf(badge, at));
      return [{ place: place.id, badge, at }];
    });
  });
}

const isMark = (b: Badge): boolean => !!b.text && (b.kind === 'vp' || b.kind === 'fort' || b.kind === 'port');
const spot = (model: Model, place: Place, corner: Corner): Point => besideCounter(place.centre, corner, model.grid, model.counter / 2);

/** Where the number of a pile stands: at its upper right, and below the name of its box, or a mark that is printed there, of which a part would be seen if it made way. */
export function numberAt(model: Model, layout: Layout, { space, rect }: Pile, more = PRINTED): Point {
  const [place, plate] = [model.place.get(space), layout.plates.get(space)];
  const mark = model.kind === 'hex' && !!place && marksOf(place, more).some(b => isMark(b) && b.corner === 'ne');
  const under = mark ? spot(model, place!, 'ne')[1] + HIGH / 2 + COUNT : plate ? plate[1] + NAME : -Infinity;
  return [rect[2] - 1, Math.max(rect[1] + 1, under)];
}

/** The part of a pile that has the figures. */
const factors = ({ x, y, size }: Pile): Rect => [x - size * 0.35, y + size * 0.16, x + size * 0.35, y + size / 2];

function boxOf({ kind, text }: Badge, [x, y]: Point): Rect {
  const wide = kind === 'vp' ? 20 : kind === 'port' ? 18 : textWidth(text ?? '', 10.5, 700, 0.3) + 12;
  return [x - wide / 2, y - HIGH / 2, x + wide / 2, y + HIGH / 2];
}

/** How much of it lies under, or over, other things. */
const covered = (box: Rect, things: readonly Rect[]): number => things.reduce((n, r) => n + common(r, box), 0);
