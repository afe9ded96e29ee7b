// Counters: a face is plain data. Here it is drawn, with any pen, in a square of 46 units.
import { textPath, textWidth } from './map/letters';
import { SvgPen, type Pen } from './pens';
import type { Face, Mission, Nation, Size, Status, StatusKind, UnitSymbol } from './types';

interface Paint {
  a: string;
  b: string;
  edge: string;
  ink: string;
}

const NATIONS: Record<Nation, Paint> = {
  german: { a: '#a9b39d', b: '#8b967f', edge: '#4a5344', ink: '#14180f' },
  italian: { a: '#c2cc9f', b: '#a3b07e', edge: '#57633a', ink: '#151a08' },
  british: { a: '#e4c48c', b: '#cda666', edge: '#7a5a28', ink: '#241704' },
  indian: { a: '#e8bd95', b: '#cf996a', edge: '#7c4d25', ink: '#241204' },
  australian: { a: '#dcc795', b: '#bfa463', edge: '#6d5a22', ink: '#1f1904' },
  french: { a: '#b1c6dc', b: '#8da8c4', edge: '#3d5a7a', ink: '#0b1623' },
  south_african: { a: '#e6b48e', b: '#d09767', edge: '#7c4d25', ink: '#241204' },
  new_zealand: { a: '#e0b98a', b: '#c59661', edge: '#6e4a20', ink: '#221405' },
  polish: { a: '#e3c3b0', b: '#c99d86', edge: '#7a4638', ink: '#240d08' },
  neutral: { a: '#efe6cf', b: '#d9ccab', edge: '#6a5c45', ink: '#241c0e' },
};
const AXIS: ReadonlySet<Nation> = new Set<Nation>(['german', 'italian']);

const AXIS_FRAME = '#2b3326'; // a heavy frame with sharp corners: sides are told apart without their colours

export interface Look {
  states?: readonly Status[];
  spent?: boolean;
  side?: number;
}

/** The image is larger than the counter: room for shadow and badges. */
export const FRAME = { x: -2, y: -1, size: 50.6 };
export const IMAGE = { size: FRAME.size / 46, dx: FRAME.x / 46, dy: FRAME.y / 46 };
export const UNKNOWN: Face = { nation: 'neutral', symbol: 'unknown' };

type Anchor = 'start' | 'middle' | 'end';
const label = (pen: Pen, text: string, x: number, y: number, size: number, fill: string, anchor: Anchor = 'middle'): void =>
  pen.path(textPath(text, x, y, { size, weight: 700, anchor }), { fill });

/** The largest size, up to a limit, at which a text fits. */
const fit = (text: string, size: number, room: number): number => Math.min(size, (size * room) / Math.max(1, textWidth(text, size, 700)));

// Strokes inside a frame of 28 by 17 with its top left corner at 0,0.
const X = 'M0 0L28 17M28 0L0 17';
const OVAL = 'M8 3.6H20A4.9 4.9 0 0 1 20 13.4H8A4.9 4.9 0 0 1 8 3.6Z';
const SLASH = 'M0 17L28 0';
const SYMBOLS: Partial<Record<UnitSymbol, string>> = {
  infantry: X,
  motorised: `${X}M14 0V17`,
  mechanised: X + OVAL,
  armour: OVAL,
  recon: SLASH,
  cavalry: SLASH,
  machine_gun: `${X}M14 3V14`,
  tank_destroyer: `${OVAL}M0 17L14 0L28 17`,
  armoured_car: OVAL + SLASH,
  at: 'M0 17L14 0L28 17',
  aa: 'M0 17C6 5 22 5 28 17',
  engineer: 'M6 12.5V5H22V12.5M14 5V12.5',
  motorcycle: X,
  parachute: `${X}M9.5 17Q11.7 13 14 17Q16.3 13 18.5 17`,
  supply: 'M4 9h9v6.5h-9zM15 9h9v6.5h-9zM9.5 1.8h9v6.5h-9z',
};
const SOLID: Partial<Record<UnitSymbol, string>> = {
  artillery: 'M17.6 8.5A3.6 3.6 0 1 1 10.4 8.5A3.6 3.6 0 1 1 17.6 8.5Z',
  air: 'M14 8.5C9 2 3.5 3 3.5 8.5S9 15 14 8.5C19 2 24.5 3 24.5 8.5S19 15 14 8.5Z',
  leader: 'M14 2.5l1.8 4h4.3l-3.4 2.7 1.3 4.3-4-2.6-4 2.6 1.3-4.3-3.4-2.7h4.3z',
};
const WORDS: Partial<Record<UnitSymbol, string>> = { hq: 'HQ', column: 'QM', terminal: 'ST', commando: 'SF', unknown: '?' };
const DARK = '#17130c';

const onWheels = (face: Face): boolean => !!face.wheels || face.symbol === 'motorcycle';

function symbol(pen: Pen, face: Face): void {
  pen.rect(0, 0, 28, 17, 0, { fill: '#fbf4de', stroke: DARK, width: 1.5 });
  const [lines, solid, word = '?'] = [SYMBOLS[face.symbol], SOLID[face.symbol], WORDS[face.symbol]];
  if (lines) pen.path(lines, { stroke: DARK, width: 1.5 });
  else if (solid) pen.path(solid, { fill: DARK });
  else label(pen, word, 14, 13.1, fit(word, 13, 25), DARK);
  if (onWheels(face)) for (const x of [9, 19]) pen.circle(x, 18.9, 1.7, { fill: DARK });
}

const ECHELONS: Record<Size, string> = { '': '', company: 'I', squadron: 'I', battery: 'I', battalion: 'II', regiment: 'III', brigade: 'X', division: 'XX', corps: 'XXX', army: 'XXXX' };

function echelon(pen: Pen, size: Size, ink: string): void {
  const mark = ECHELONS[size];
  const gap = mark.startsWith('X') ? 5.2 : 3.4;
  const x0 = 23 - ((mark.length - 1) * gap) / 2;
  const strokes = [...mark].map((m, i) => (m === 'X' ? `M${x0 + i * gap - 1.8} 4.2l3.6 4.6m0-4.6l-3.6 4.6` : `M${x0 + i * gap} 4.2v4.8`));
  pen.path(strokes.join(''), { stroke: ink, width: 1.25 });
}

/** "6*-5": figures with dashes; a star is raised, brackets round a single figure become a circle, `red` names figures by place. */
function factors(pen: Pen, face: Face, ink: string): void {
  const text = (face.factors ?? '').replaceAll('−', '-');
  if (!text) return;
  const pips = (face.pips?.[1] ?? 0) > 0;
  const circled = /^\((\S+)\)$/.exec(text);
  const plain = circled ? circled[1] : text;
  const size = fit(plain, plain.length <= 2 ? 15.5 : plain.length <= 4 ? 14.5 : 13.2, pips ? 33 : 41);
  const [middle, y] = [pips ? 20.5 : 23, 43.2];
  if (circled) pen.circle(middle, y - 4.9, 6.9, { fill: '#fbf4de', stroke: ink, width: 1.3 });
  const d = { plain: '', red: '', dash: '' };
  let at = middle - textWidth(plain, size, 700) / 2;
  let place = 0;
  for (const letter of plain) {
    if (letter === '-') place++;
    const kind = letter === '-' ? 'dash' : letter !== '*' && face.red?.includes(String(place)) ? 'red' : 'plain';
    d[kind] += textPath(letter, at, letter === '*' ? y - 1.2 : y, { size, weight: 700 });
    at += textWidth(letter, size, 700);
  }
  pen.path(d.plain, { fill: ink });
  pen.path(d.dash, { fill: ink, opacity: 0.75 });
  pen.path(d.red, { fill: '#a3160f' });
}

const isPennant = (face: Face): boolean => face.corner_shape === 'triangle' && !(face.corner ?? '').trim();

function corner(pen: Pen, face: Face, ink: string): void {
  const text = (face.corner ?? '').trim();
  if (isPennant(face)) return pen.path('M1 11.5V5.2Q1 1 5.2 1H11.5Z', { fill: face.stripe || ink, stroke: '#ffffff88', width: 0.6 });
  if (!text) return;
  if (face.corner_shape === 'square') {
    pen.rect(2, 2, 10, 8.6, 1.5, { fill: ink });
    label(pen, text, 7, 9.4, fit(text, 8.6, 9), '#fff');
  } else if (face.corner_shape === 'triangle') {
    pen.path('M7 .8L13.4 11H.6Z', { fill: '#fbf4de', stroke: ink, width: 0.9 });
    label(pen, text, 7, 10.2, fit(text, 8, 7), ink);
  } else if (face.corner_shape) {
    pen.circle(7, 6.6, 5.2, { fill: '#fbf4de', stroke: ink, width: 0.9 });
    label(pen, text, 7, 9.6, fit(text, 8, 8.6), ink);
  } else label(pen, text, 3, 9.6, fit(text, 9, 12), ink, 'start');
}

/** States that change the face itself; all others become a round badge. */
const BANDS: Partial<Record<StatusKind, string>> = { disrupted: '#e28a2b', reduced: '#fffdf4' };
const BADGES: Partial<Record<StatusKind, string>> = {
  out_of_supply: '#b3261e',
  isolated: '#7a1f14',
  out_of_command: '#6b3a78',
  schwerpunkt: '#17130c',
  used: '#4a4438',
  held: '#6a5c45',
  attacked: '#4a4438',
  breached: '#55702f',
  extended: '#b3261e',
  general_supply: '#b06a1c',
  offensive_supply: '#23508c',
  emplaced: '#6a5c45',
  flown: '#4a4438',
};

/** Where badges sit: at the sides, above the figures, which stay to be read. */
const SEATS: [number, number][] = [[4, 27], [42, 27], [4, 15], [42, 15]];

function badges(pen: Pen, states: readonly Status[]): void {
  let at = 0;
  for (const state of states) {
    if (state.kind === 'damaged') {
      pen.path('M27 .6H40.6Q45.4 .6 45.4 5.4V19Z', { fill: '#b3261e', stroke: '#fff', width: 0.8 });
      pen.path('M40.8 3.2L36.2 7.2L40 8.4L37.4 12.6L43.4 7.6L39.6 6.6Z', { fill: '#fff' });
    } else if (!BANDS[state.kind] || state.text) {
      const text = (state.text || state.title || state.kind).slice(0, 2);
      const [x, y] = SEATS[Math.min(at++, SEATS.length - 1)];
      pen.circle(x, y, 5.6, { fill: BADGES[state.kind] ?? '#17556b', stroke: '#fff', width: 1.2 });
      label(pen, text, x, y + 3.1, fit(text, 8.8, 9), '#fff');
    }
  }
}

const NOTED = { size: 9, room: 12, edge: 43.5 };

/** The line above the symbol: beside a pennant, and clear of the note at its end. */
function heading(pen: Pen, face: Face, text: string, ink: string): void {
  const noted = face.note ? textWidth(face.note, fit(face.note, NOTED.size, NOTED.room), 700) + 2 : 0;
  const size = fit(text, 9.4, noted ? Math.min(30, 41 - noted) : isPennant(face) ? 30 : 40);
  const end = NOTED.edge - noted - textWidth(text, size, 700) / 2;
  label(pen, text, noted ? Math.min(23, end) : isPennant(face) ? 25 : 23, 9.3, size, ink);
}

export function drawCounter(pen: Pen, face: Face, view: Look = {}): void {
  const c = NATIONS[face.nation];
  const states = view.states ?? [];
  const band = states.find(s => BANDS[s.kind])?.kind ?? (face.weak ? 'reduced' : '');
  const axis = view.side === 1 || (view.side === undefined && AXIS.has(face.nation));
  const r = axis ? 1.5 : 7;
  pen.rect(1.6, 2.6, 46, 46, r, { fill: '#2a1c08', opacity: 0.38 });
  pen.rect(0, 0, 46, 46, r, { fill: pen.shade(c.a, c.b, 46), stroke: c.edge, width: 1.1 });
  pen.path(`M1.3 41V${r + 0.4}Q1.3 1.3 ${r + 0.4} 1.3H41`, { stroke: '#fff', width: 1.2, opacity: 0.6 });
  pen.path(`M44.8 5V${45.6 - r}Q44.8 44.8 ${45.6 - r} 44.8H5`, { stroke: '#000', width: 1.1, opacity: 0.2 });
  if (axis) pen.rect(0.6, 0.6, 44.8, 44.8, 1, { fill: 'none', stroke: AXIS_FRAME, width: 2.2 });
  if (band) pen.rect(0.6, 12, 44.8, 15.5, 0, { fill: BANDS[band]!, opacity: 0.95 });
  if (band === 'disrupted') pen.path('M2.5 27.5L7.5 12M38.5 27.5L43.5 12', { stroke: '#fff', width: 1.6, opacity: 0.8 });
  if (face.top) heading(pen, face, face.top, c.ink);
  else echelon(pen, face.size ?? '', c.ink);
  if (face.stripe && !isPennant(face)) pen.rect(1.4, onWheels(face) ? 32 : 30.6, 43.2, 2.3, 0, { fill: face.stripe });
  pen.moved(9, 11.2, () => symbol(pen, face));
  const { left, right } = face;
  if (left) pen.turned(-90, 6.3, 20, () => label(pen, left, 6.3, 22, fit(left, 7.6, 20), c.ink));
  if (right) pen.turned(90, 39.7, 20, () => label(pen, right, 39.7, 22, fit(right, 7.6, 20), c.ink));
  factors(pen, face, band === 'reduced' ? '#8e1c15' : c.ink);
  corner(pen, face, c.ink);
  if (face.note) label(pen, face.note, NOTED.edge, 9.4, fit(face.note, NOTED.size, NOTED.room), c.ink, 'end');
  const [now, of] = face.pips ?? [0, 0];
  for (let i = 0; i < of; i++) pen.circle(41.8, 42.2 - i * 4.4, 1.55, { fill: i < now ? c.ink : 'none', stroke: c.ink, width: 0.8 });
  if (view.spent) pen.fade(46, r);
  badges(pen, states);
}

/** What makes two counters look the same. */
export const lookKey = (name: string, face: Face, view: Look = {}): string =>
  [name, face.nation, face.factors, face.top, face.left, view.spent ? 's' : '', view.side ?? '', ...(view.states ?? []).map(s => `${s.kind}:${s.text ?? ''}`)].join('|');

/** Only what must be escaped is: the address stays short. */
const dataAddress = (svg: string): string => `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[%#<>]/g, c => `%${c.charCodeAt(0).toString(16)}`)}`;

const images = new Map<string, string>();

/** The image of a counter as a data address, sharp at any size: for panels. Made once for each look. */
export function counterImage(name: string, face: Face, view: Look = {}): string {
  const key = lookKey(name, face, view);
  let image = images.get(key);
  if (!image) {
    const pen = new SvgPen();
    drawCounter(pen, face, view);
    images.set(key, (image = dataAddress(pen.svg(`${FRAME.x} ${FRAME.y} ${FRAME.size} ${FRAME.size}`, 200))));
  }
  return image;
}

const NATION_NAMES: Record<Nation, string> = { neutral: '', german: 'German', italian: 'Italian', british: 'British', indian: 'Indian', australian: 'Australian', french: 'Free French', south_african: 'South African', new_zealand: 'New Zealand', polish: 'Polish' };

const ARMS: Partial<Record<Face['symbol'], string>> = { at: 'anti-tank guns', aa: 'anti-aircraft guns', hq: 'headquarters', recon: 'reconnaissance', column: 'transport column', terminal: 'supply terminal', air: 'aircraft', unknown: '' };

/** What kind of unit it is, in words. */
export const armName = (face: Face): string => ARMS[face.symbol] ?? face.symbol.replaceAll('_', ' ');
/** The same, where the name does not say it already. */
export const armUnsaid = (face: Face): string => ((face.title ?? '').toLowerCase().split(', ').includes(armName(face)) ? '' : armName(face));

/** A counter in words, for hover and screen readers. */
export function counterName(face: Face | undefined, view: Look & { id?: string; base?: string; mission?: Mission | null } = {}): string {
  if (!face) return view.id ?? 'hidden counter';
  const parts = [face.title || face.top || face.left || view.id || '', NATION_NAMES[face.nation], armUnsaid(face), face.factors ?? ''];
  if (face.pips?.[1]) parts.push(`${face.pips[0]} of ${face.pips[1]} ${face.pips[1] > 1 ? 'steps' : 'step'}`);
  if (face.weak && (!face.pips?.[1] || face.pips[0] < face.pips[1])) parts.push('reduced'); // it may be only Disrupted
  for (const s of view.states ?? []) parts.push(s.title || s.kind.replaceAll('_', ' '));
  if (view.base) parts.push(`based at ${view.base}`);
  if (view.mission) parts.push([view.mission.name, view.mission.target].filter(Boolean).join(' on '));
  if (view.spent) parts.push('nothing left to do');
  return parts.filter(Boolean).join(', ');
}
