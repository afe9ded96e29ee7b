// Small boards of each kind, made up for tests.
import type { Board, Is, Offer, Piece, Point } from '../lib/types';

const square = (x: number, y: number, size = 100): Point[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];

/** Two by two areas, a card beside them, an escarpment between West and South, a strongpoint. */
export const AREAS: Board = {
  kind: 'area',
  size: [320, 220],
  counter: 40,
  faces: { tank: { nation: 'british', symbol: 'armour', factors: '5-4', top: '7RTR' }, gun: { nation: 'german', symbol: 'aa', factors: '6*-5', top: '1/33B' } },
  spaces: [
    { id: '1', name: 'West', centre: [50, 60], outline: square(0, 0), label: [50, 20], per_row: 2, neighbours: ['2', '3'], badges: [{ kind: 'circle', text: '1', below: '+1', title: 'terrain +1' }] },
    { id: '2', name: 'East', centre: [150, 60], outline: square(100, 0), label: [150, 20], per_row: 2, neighbours: ['1', '4', 'Z'], terrain: 'stutzpunkt', fort: true, badges: [{ kind: 'hexagon', text: '2', below: '+3' }, { kind: 'vp', text: '1', corner: 'ne' }] },
    { id: '3', name: 'South', centre: [50, 160], outline: square(0, 100), label: [50, 120], per_row: 2, neighbours: ['1', '4'] },
    { id: '4', name: 'Coast', centre: [150, 160], outline: square(100, 100), label: [150, 120], per_row: 2, neighbours: ['2', '3'] },
    { id: 'Z', name: 'Zone', centre: [260, 60], outline: square(220, 10, 80), shape: 'card', label: [240, 20], per_row: 2, neighbours: ['2'], badges: [{ kind: 'circle', text: 'Z', below: '+1' }] },
  ],
  edges: [
    { a: '1', b: '2', kind: 'open' },
    { a: '1', b: '3', kind: 'escarpment', low: '3' },
  ],
  links: [{ a: 'Z', b: '2', kind: 'zone_connection' }],
  lines: [{ kind: 'road', path: [[0, 50], [100, 60], [200, 50]], scenery: true }],
  land: [[[-50, -50], [180, -50], [190, 300], [-50, 300]]],
  regions: [{ text: 'SEA', at: [250, 180], size: 20, tone: 'sea' }],
};

const SIDE = 40;
const HIGH = SIDE * Math.sqrt(3);
const corners = (x: number, y: number): Point[] => Array.from({ length: 6 }, (_, i): Point => [x + SIDE * Math.cos((i * Math.PI) / 3), y + SIDE * Math.sin((i * Math.PI) / 3)]);

/** Four columns of three hexes, the first row of the last two columns is sea. */
export const HEXES: Board = {
  kind: 'hex',
  size: [SIDE * 6.5, HIGH * 3.5],
  faces: {},
  spaces: Array.from({ length: 12 }, (_, i) => {
    const [c, r] = [i % 4, Math.floor(i / 4)];
    const centre: Point = [SIDE + 1.5 * SIDE * c, HIGH * (r + 0.5 + (c % 2 ? 0.5 : 0))];
    return { id: `0${c + 1}0${r + 1}`, name: `0${c + 1}0${r + 1}`, centre, outline: corners(...centre), cover: r === 0 && c > 1 ? 'sea' : '' };
  }),
  edges: [
    { a: '0101', b: '0102', kind: 'minefield' },
    { a: '0202', b: '0203', kind: 'ridge' },
  ],
  lines: [
    { kind: 'track', spaces: ['0101', '0201'] },
    { kind: 'track', spaces: ['0201', '0302'] },
    { kind: 'track', spaces: ['0302', '0402'] },
  ],
};

export const BOXES: Board = {
  kind: 'box',
  size: [400, 200],
  counter: 40,
  faces: { a: { nation: 'german', symbol: 'armour', stripe: '#111111' }, b: { nation: 'german', symbol: 'infantry', stripe: '#111111' }, c: { nation: 'italian', symbol: 'infantry', stripe: '#222222' } },
  spaces: [
    { id: 'Tobruk', name: 'Tobruk', centre: [100, 100], shape: 'plate', label: [100, 100], badges: [{ kind: 'vp', text: '3', corner: 'ne' }], neighbours: ['Bardia'] },
    { id: 'Bardia', name: 'Bardia', centre: [300, 100], shape: 'plate', label: [300, 100], neighbours: ['Tobruk'] },
  ],
  links: [{ a: 'Tobruk', b: 'Bardia', kind: 'major', bars: ['Bardia'] }],
};

export const piece = (id: string, at: string, side = 0, face = 'tank'): Piece => ({ id, at, side, face });

/** `offer('enter 7RTR 2', 'piece 7RTR', 'space 2')` */
export function offer(text: string, ...args: string[]): Offer {
  return {
    text,
    label: text,
    verb: text.split(' ')[0],
    rule: '9.2',
    stop: false,
    args: args.map(a => {
      const [is, ...id] = a.split(' ');
      return { kind: is === 'piece' ? 'unit' : 'area', is: is as Is, id: id.join(' ') };
    }),
  };
}
