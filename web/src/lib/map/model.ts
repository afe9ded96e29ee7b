// The board as the painter and the page use it: in pixels at zoom 1, with what can be computed once.
import type { Badge, Board, Cover, Edge, Face, Line, Link, Point, Region, Space } from '../types';
import { bounds, chaikin, edgeTable, middle, rim, roadThrough, spline, walk, type Rect, type Side } from './geometry';
import { fbm, hash } from './noise';

export interface Place extends Space {
  centre: Point;
  outline: Point[];
  shape: 'polygon' | 'card' | 'plate';
  terrain: string;
  cover: Cover;
  fort: boolean;
  label: Point | null;
  badges: Badge[];
  per_row: number;
  neighbours: string[];
  box: Rect;
}
export interface Route extends Link {
  points: Point[];
}
export interface Model {
  kind: Board['kind'];
  width: number;
  height: number;
  counter: number;
  places: Place[];
  place: Map<string, Place>;
  polygons: Place[];
  sides: Side[];
  between: Map<string, Side[]>;
  edges: Edge[];
  lines: (Line & { points: Point[] })[];
  routes: Route[];
  land: Point[][] | null;
  regions: Required<Region>[];
  faces: Record<string, Face>;
  spoken: Readonly<Record<string, string>>; // what people call a place that has no name
  frame: Rect | null; // of the printed map, where cards stand outside of it
  grid: number; // size of a hex's side, 0 for other maps
}

export const pairKey = (a: string, b: string): string => (a < b ? `${a}|${b}` : `${b}|${a}`);

function note<T>(table: Map<string, T[]>, key: string, value: T): void {
  const known = table.get(key);
  if (known) known.push(value);
  else table.set(key, [value]);
}

/** Worked out when it is first asked for: much of it only the painter needs, and it has a model of its own. */
function later<T>(make: () => T): () => T {
  let made: { is: T } | null = null;
  return () => (made ??= { is: make() }).is;
}

export function buildModel(board: Board): Model {
  const k = board.scale ?? 1;
  const at = ([x, y]: Point): Point => [x * k, y * k];
  const places = board.spaces.map((s): Place => {
    const outline = (s.outline ?? []).map(at);
    const centre = at(s.centre);
    return {
      ...s,
      centre,
      outline,
      shape: outline.length ? (s.shape ?? 'polygon') : 'plate', // a space without an outline is as large as what is in it
      terrain: s.terrain ?? '',
      cover: s.cover ?? '',
      fort: s.fort ?? false,
      label: s.label ? at(s.label) : null,
      badges: s.badges ?? [],
      per_row: s.per_row ?? 0,
      neighbours: s.neighbours ?? [],
      box: outline.length ? bounds(outline) : [centre[0] - 40, centre[1] - 14, centre[0] + 40, centre[1] + 14],
    };
  });
  const place = new Map(places.map(p => [p.id, p]));
  const polygons = places.filter(p => p.shape === 'polygon' && p.outline.length > 2);
  const sides = later(() => edgeTable(polygons));
  const between = later(() => {
    const found = new Map<string, Side[]>();
    for (const side of sides()) if (side.spaces.length === 2) note(found, pairKey(side.spaces[0], side.spaces[1]), side);
    return found;
  });
  const centre = (id: string): Point => place.get(id)?.centre ?? [0, 0];
  const lines = later(() => joinChains((board.lines ?? []).map(l => ({
    ...l,
    points: l.path?.length ? spline(l.path.map(at), l.path.length > 40 ? 2 : 12) : roadThrough((l.spaces ?? []).map(centre)),
  })), centre));
  const land = later(() => landOf(board, polygons, sides(), at));
  const [width, height] = at(board.size);
  return {
    kind: board.kind,
    width,
    height,
    counter: (board.counter ?? 46) * k,
    places,
    place,
    polygons,
    get sides() {
      return sides();
    },
    get between() {
      return between();
    },
    edges: board.edges ?? [],
    get lines() {
      return lines();
    },
    routes: (board.links ?? []).map((l, i) => ({ ...l, points: routeOf(l, place, i, k) })),
    get land() {
      return land();
    },
    regions: (board.regions ?? []).map(r => ({ tone: 'land' as const, ...r, angle: ((r.angle ?? 0) * Math.PI) / 180, at: at(r.at), size: (r.size ?? 40) * k })),
    faces: board.faces,
    spoken: board.spoken ?? {},
    frame: frameOf(places, polygons),
    grid: board.kind === 'hex' && polygons.length ? Math.hypot(polygons[0].outline[0][0] - polygons[0].outline[1][0], polygons[0].outline[0][1] - polygons[0].outline[1][1]) : 0,
  };
}

/** Roads given as single steps from space to space become long chains, so that they can be smoothed. */
function joinChains<T extends Line & { points: Point[] }>(lines: T[], centre: (id: string) => Point): T[] {
  const out: T[] = [];
  const steps = new Map<string, T[]>();
  for (const line of lines) {
    if (line.path?.length || line.spaces?.length !== 2) out.push(line);
    else steps.set(`${line.kind}|${line.name ?? ''}`, [...(steps.get(`${line.kind}|${line.name ?? ''}`) ?? []), line]);
  }
  for (const group of steps.values()) {
    const next = new Map<string, string[]>();
    for (const { spaces } of group) {
      const [a, b] = spaces!;
      next.set(a, [...(next.get(a) ?? []), b]);
      next.set(b, [...(next.get(b) ?? []), a]);
    }
    const left = new Set(group.map(l => pairKey(l.spaces![0], l.spaces![1])));
    const follow = (from: string): string[] => {
      const path = [from];
      for (let here = from; ; ) {
        const to = (next.get(here) ?? []).find(n => left.has(pairKey(here, n)));
        if (!to) return path;
        left.delete(pairKey(here, to));
        path.push(to);
        here = to;
      }
    };
    const ends = [...next.keys()].sort((a, b) => next.get(a)!.length - next.get(b)!.length || (a < b ? -1 : 1));
    for (const end of ends) {
      for (let path = follow(end); path.length > 1; path = follow(end)) out.push({ ...group[0], spaces: path, points: roadThrough(path.map(centre)) });
    }
  }
  return out;
}

/** A link between boxes with a slight bend (straight lines read as a diagram); between cards and areas from rim to rim. */
function routeOf(link: Link, place: Map<string, Place>, index: number, k: number): Point[] {
  const a = place.get(link.a);
  const b = place.get(link.b);
  if (!a || !b) return [];
  if (a.shape === 'card' || b.shape === 'card') return cardRoute(a, b);
  const d = Math.hypot(b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]) || 1;
  const bend = link.bend ? link.bend * k : (hash(index, 3, 8) - 0.5) * Math.min(16, d * 0.12);
  const mid = middle(a.centre, b.centre);
  const over: Point = [mid[0] - ((b.centre[1] - a.centre[1]) / d) * bend, mid[1] + ((b.centre[0] - a.centre[0]) / d) * bend];
  return spline([a.centre, over, b.centre], 14);
}

function cardRoute(a: Place, b: Place): Point[] {
  const onRim = (card: Place, p: Point): Point => [
    Math.max(card.box[0], Math.min(card.box[2], p[0])),
    Math.max(card.box[1], Math.min(card.box[3], p[1])),
  ];
  const heart = (p: Place): Point => [(p.box[0] + p.box[2]) / 2, (p.box[1] + p.box[3]) / 2];
  if (a.shape === 'card' && b.shape === 'card') {
    const from = onRim(a, heart(b));
    const to = onRim(b, from);
    return [onRim(a, to), to];
  }
  const [card, area] = a.shape === 'card' ? [a, b] : [b, a];
  const inner = nearPoint(area, heart(card), 15);
  return [onRim(card, inner), inner];
}

/** The point of an area's outline nearest to another point, moved a little to the inside. */
function nearPoint(area: Place, p: Point, inset: number): Point {
  let best = area.centre;
  let least = Infinity;
  for (const q of area.outline) {
    const d = Math.hypot(q[0] - p[0], q[1] - p[1]);
    if (d < least) [best, least] = [q, d];
  }
  const d = Math.hypot(area.centre[0] - best[0], area.centre[1] - best[1]) || 1;
  return [best[0] + ((area.centre[0] - best[0]) / d) * inset, best[1] + ((area.centre[1] - best[1]) / d) * inset];
}

/** Rings of land: as given, or round the hexes that are not sea. None: all is land. */
function landOf(board: Board, polygons: Place[], sides: Side[], at: (p: Point) => Point): Point[][] | null {
  if (board.land?.length) return board.land.map(ring => ring.map(at));
  const dry = new Set(polygons.filter(p => p.cover !== 'sea').map(p => p.id));
  if (!dry.size || dry.size === polygons.length) return null;
  const side = Math.hypot(polygons[0].outline[0][0] - polygons[0].outline[1][0], polygons[0].outline[0][1] - polygons[0].outline[1][1]);
  return rim(sides, dry).map(ring => coastOf(ring, bounds(polygons.flatMap(p => p.outline)), side));
}

/** A coast from hexsides: rounded and made uneven; where it is only the edge of the map it is pushed off the sheet. */
function coastOf(ring: Point[], [x0, y0, x1, y1]: Rect, side: number): Point[] {
  const [mx, my] = [side * 0.55, side * 0.92];
  const edge = ([x, y]: Point): boolean => x < x0 + mx || x > x1 - mx || y < y0 + my || y > y1 - my;
  const half = (points: Point[]): Point[] => points.map((p, i) => (edge(p) ? p : middle(p, points[(i + 1) % points.length])));
  const pushed = half(half(ring)).map(([x, y]): Point => [x < x0 + mx ? x - 90 : x > x1 - mx ? x + 90 : x, y < y0 + my ? y - 90 : y > y1 - my ? y + 90 : y]);
  return walk([...chaikin(pushed, 2, true)], 4).map(({ p, n }): Point => {
    const j = (fbm(p[0] / 30, p[1] / 30, 9, 4) - 0.47) * 22;
    return [p[0] + n[0] * j, p[1] + n[1] * j];
  });
}

/** The printed frame: only where cards stand beside the map. */
function frameOf(places: Place[], polygons: Place[]): Rect | null {
  if (!polygons.length || !places.some(p => p.shape === 'card')) return null;
  return bounds(polygons.flatMap(p => p.outline));
}
