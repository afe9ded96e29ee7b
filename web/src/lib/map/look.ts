// Where to look first on a map that is larger than the window.
import type { Point } from '../types';

export interface Standing {
  at: Point;
  side: number;
}

/** How large a map is shown at least when it is opened, so that its counters can be read. */
export const readable = (counter: number): number => 44 / counter;

const FRONT = 3; // how much more a counter counts that has an enemy near it
const ASKED = 2; // what counts everything that can be chosen now

/** The middle of the window that shows most of the counters, those at the front and those that can act before others, and something of what is asked about. */
export function firstLook(counters: readonly Standing[], asked: readonly Point[], window: Point, map: Point): Point {
  const inside = (at: Point, middle: Point, part = 1): boolean => [0, 1].every(axis => Math.abs(at[axis] - middle[axis]) * 2 <= window[axis] * part);
  const within = (at: Point): Point => [0, 1].map(axis => Math.max(Math.min(at[axis], map[axis] - window[axis] / 2), Math.min(window[axis], map[axis]) / 2)) as Point;
  const weighed = counters.map(c => ({ at: c.at, weight: counters.some(d => d.side !== c.side && inside(d.at, c.at, 0.5)) ? FRONT : 1 }));
  const between = (spots: readonly Point[], axis: number): number => (Math.min(...spots.map(at => at[axis])) + Math.max(...spots.map(at => at[axis]))) / 2;
  const amid: Point[] = asked.length ? [[between(asked, 0), between(asked, 1)]] : []; // of places round the map no one stands in the middle
  const middles = [...counters.map(c => c.at), ...asked, ...amid].map(within);
  const fair = middles.filter(middle => asked.some(at => inside(at, middle, 0.9)));
  const all = [...weighed, ...asked.map(at => ({ at, weight: ASKED }))];
  const worth = (middle: Point): number => all.reduce((n, c) => n + (inside(c.at, middle, 0.9) ? c.weight : 0), 0);
  const found = (fair.length ? fair : middles).map(middle => ({ middle, worth: worth(middle) }));
  const most = Math.max(...found.map(f => f.worth));
  const best = found.filter(f => f.worth === most).map(f => f.middle);
  const mean = [0, 1].map(axis => best.reduce((n, p) => n + p[axis], 0) / best.length);
  const away = (p: Point): number => Math.hypot(p[0] - mean[0], p[1] - mean[1]);
  return best.toSorted((a, b) => away(a) - away(b))[0] ?? [map[0] / 2, map[1] / 2];
}
