// Counters: a face is plain data; here it becomes an image, drawn once for each look and then only placed.
import { textSvg, textWidth, type Weight } from './map/letters';
import type { Face, Status } from './types';

interface Paint {
  a: string;
  b: string;
  edge: string;
  ink: string;
}

const NATIONS: Record<string, Paint> = {
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
const AXIS = new Set(['german', 'italian']);
const paintOf = (nation: string): Paint => NATIONS[nation] ?? NATIONS.neutral;

// Strokes inside a frame of 28 by 17 with its top left corner at 0,0.
const X = 'M0 0L28 17M28 0L0 17';
const OVAL = 'M8 3.6H20A4.9 4.9 0 0 1 20 13.4H8A4.9 4.9 0 0 1 8 3.6Z';
const SLASH = 'M0 17L28 0';
const SYMBOLS: Record<string, string[]> = {
  infantry: [X],
  motorised: [X, 'M14 0V17'],
  mechanised: [X, OVAL],
  armour: [OVAL],
  recon: [SLASH],
  armoured_car: [OVAL, SLASH],
  at: ['M0 17L14 0L28 17'],
  aa: ['M0 17C6 5 22 5 28 17'],
  engineer: ['M6 12.5V5H22V12.5M14 5V12.5'],
  motorcycle: [X],
  parachute: [X, 'M9.5 17Q11.7 13 14 17Q16.3 13 18.5 17'],
  supply: ['M0 12.5H28'],
  mixed: [X, OVAL],
};
const WORDS: Record<string, string> = { hq: 'HQ', leader: '★', unknown: '?', hidden: '?' };
const AIR = 'M14 8.5C9 2 3.5 3 3.5 8.5S9 15 14 8.5C19 2 24.5 3 24.5 8.5S19 15 14 8.5Z';

function symbolSvg(symbol: string, wheels: boolean): string {
  const ink = '#17130c';
  let s = `<rect width="28" height="17" fill="#fbf4de" stroke="${ink}" stroke-width="1.5"/>`;
  if (symbol === 'artillery') s += `<circle cx="14" cy="8.5" r="3.6" fill="${ink}"/>`;
  else if (symbol === 'air') s += `<path d="${AIR}" fill="${ink}"/>`;
  else if (symbol === 'leader') s += `<path d="M14 2.5l1.8 4h4.3l-3.4 2.7 1.3 4.3-4-2.6-4 2.6 1.3-4.3-3.4-2.7h4.3z" fill="${ink}"/>`;
  else if (WORDS[symbol]) s += label(WORDS[symbol], 14, 13.3, 13.5, ink);
  else if (SYMBOLS[symbol]) for (const d of SYMBOLS[symbol]) s += `<path d="${d}" fill="none" stroke="${ink}" stroke-width="1.5" stroke-linejoin="round"/>`;
  else s += label(symbol.slice(0, 5).toUpperCase(), 14, 12.2, fit(symbol.slice(0, 5), 10, 25), ink);
  if (wheels || symbol === 'motorcycle') s += `<circle cx="9" cy="18.9" r="1.7" fill="${ink}"/><circle cx="19" cy="18.9" r="1.7" fill="${ink}"/>`;
  return s;
}

const label = (text: string, x: number, y: number, size: number, fill: string, anchor: 'start' | 'middle' | 'end' = 'middle', weight: Weight = 700): string =>
  textSvg(text, x, y, { size, weight, anchor, fill });

/** The largest size, up to a limit, at which a text fits. */
const fit = (text: string, size: number, room: number): number => Math.min(size, (size * room) / Math.max(1, textWidth(text, size, 700)));

const ECHELONS: Record<string, string> = { section: '•', company: 'I', squadron: 'I', battery: 'I', battalion: 'II', regiment: 'III', brigade: 'X', division: 'XX', corps: 'XXX', army: 'XXXX' };

function echelonSvg(size: string, ink: string): string {
  const mark = ECHELONS[size] ?? (/^[IX]+$/.test(size) ? size : '');
  if (!mark) return '';
  const gap = mark.startsWith('X') ? 5.2 : 3.4;
  const x0 = 23 - ((mark.length - 1) * gap) / 2;
  const d = [...mark].map((m, i) => (m === 'X' ? `M${x0 + i * gap - 1.8} 4.2l3.6 4.6m0-4.6l-3.6 4.6` : `M${x0 + i * gap} 4.2v4.8`)).join('');
  return `<path d="${d}" stroke="${ink}" stroke-width="1.25" fill="none"/>`;
}

/** "6*-5": figures with dashes; a star is raised, brackets round a single figure become a circle, `red` names figures by place. */
function factorsSvg(face: Face, ink: string): string {
  const text = (face.factors ?? '').replaceAll('−', '-');
  if (!text) return '';
  const pips = (face.pips?.[1] ?? 0) > 0;
  const room = pips ? 33 : 41;
  const circled = /^\((\S+)\)$/.exec(text);
  const plain = circled ? circled[1] : text;
  const most = plain.length <= 2 ? 15.5 : plain.length <= 4 ? 14.5 : 13.2;
  const size = fit(plain, most, room);
  const y = 43.2;
  const mid = pips ? 20.5 : 23;
  const red = new Set([...(face.red ?? '')]);
  let at = mid - textWidth(plain, size, 700) / 2;
  let s = circled ? `<circle cx="${mid}" cy="${y - 4.9}" r="6.9" fill="#fbf4de" stroke="${ink}" stroke-width="1.3"/>` : '';
  let place = 0;
  for (const letter of plain) {
    if (letter === '-') place++;
    const fill = letter === '-' || letter === '*' ? ink : red.has(String(place)) ? '#a3160f' : ink;
    s += textSvg(letter, at, letter === '*' ? y - 1.2 : y, { size, weight: 700, fill, attributes: letter === '-' ? 'opacity=".75"' : '' });
    at += textWidth(letter, size, 700);
  }
  return s;
}

function cornerSvg(face: Face, ink: string): string {
  const text = (face.corner ?? '').trim();
  if (face.corner_shape === 'triangle' && !text) return `<path d="M1 11.5V5.2Q1 1 5.2 1H11.5Z" fill="${face.stripe || ink}" stroke="#fff8" stroke-width=".6"/>`;
  if (!text) return '';
  if (face.corner_shape === 'square') return `<rect x="2" y="2" width="10" height="8.6" rx="1.5" fill="${ink}"/>${label(text, 7, 9.4, fit(text, 8.6, 9), '#fff')}`;
  if (face.corner_shape === 'triangle') return `<path d="M7 .8L13.4 11H.6Z" fill="#fbf4de" stroke="${ink}" stroke-width=".9"/>${label(text, 7, 10.2, fit(text, 8, 7), ink)}`;
  if (face.corner_shape === 'disc' || face.corner_shape === 'circle') return `<circle cx="7" cy="6.6" r="5.2" fill="#fbf4de" stroke="${ink}" stroke-width=".9"/>${label(text, 7, 9.6, fit(text, 8, 8.6), ink)}`;
  return label(text, 3, 9.6, fit(text, 9, 12), ink, 'start');
}

/** States that change the face itself; all others become a round badge. */
const BANDS: Record<string, string> = { disrupted: '#e28a2b', reduced: '#fffdf4' };
const BADGES: Record<string, string> = { out_of_supply: '#b3261e', unsupplied: '#b3261e', isolated: '#7a1f14', out_of_command: '#6b3a78', used: '#4a4438', held: '#6a5c45', attacked: '#4a4438', moved: '#4a4438', breached: '#55702f' };

function statesSvg(states: readonly Status[]): string {
  let s = '';
  let at = 0;
  for (const state of states) {
    if (state.kind === 'damaged') {
      s += `<path d="M27 .6H40.6Q45.4 .6 45.4 5.4V19Z" fill="#b3261e" stroke="#fff" stroke-width=".8"/><path d="M40.8 3.2L36.2 7.2L40 8.4L37.4 12.6L43.4 7.6L39.6 6.6Z" fill="#fff"/>`;
      continue;
    }
    const text = (state.text || state.title || state.kind).slice(0, 2);
    if (BANDS[state.kind] && !state.text) continue;
    s += `<circle cx="${4 + at * 10.5}" cy="42.5" r="5.6" fill="${BADGES[state.kind] ?? '#17556b'}" stroke="#fff" stroke-width="1.2"/>${label(text, 4 + at * 10.5, 45.6, fit(text, 8.8, 9), '#fff')}`;
    at++;
  }
  return s;
}

export interface Look {
  states?: readonly Status[];
  spent?: boolean;
  side?: number;
}

/** The drawing of a counter, 46 units wide with room for shadow and badges. */
export function counterSvg(face: Face, look: Look = {}): string {
  const c = paintOf(face.nation);
  const states = look.states ?? [];
  const band = states.find(s => BANDS[s.kind])?.kind ?? (face.weak ? 'reduced' : '');
  const ink = band === 'reduced' ? '#8e1c15' : c.ink;
  const low = face.wheels || face.symbol === 'motorcycle' ? 32 : 30.6;
  const tri = face.corner_shape === 'triangle' && !(face.corner ?? '').trim();
  const axis = look.side === 1 || (look.side === undefined && AXIS.has(face.nation));
  let s = `<rect x="1.6" y="2.6" width="46" height="46" rx="5" fill="#2a1c08" opacity=".38"/>
<rect width="46" height="46" rx="5" fill="url(#g)" stroke="${c.edge}" stroke-width="1.1"/>
<path d="M1.3 41V5.4Q1.3 1.3 5.4 1.3H41" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="1.2"/>
<path d="M44.8 5V40.6Q44.8 44.8 40.6 44.8H5" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="1.1"/>`;
  if (axis) s += `<path d="M.6 5V41" stroke="${c.edge}" stroke-width="2"/>`;
  if (band) s += `<rect x=".6" y="12" width="44.8" height="15.5" fill="${BANDS[band]}" opacity=".95"/>`;
  if (band === 'disrupted') s += `<path d="M2.5 27.5L7.5 12M38.5 27.5L43.5 12" stroke="#fff" stroke-width="1.6" stroke-opacity=".8"/>`;
  if (face.top) s += label(face.top, tri ? 25 : 23, 9.3, fit(face.top, 9.4, face.note || tri ? 30 : 40), c.ink);
  else s += echelonSvg(face.size ?? '', c.ink);
  if (face.stripe && !tri) s += `<rect x="1.4" y="${low}" width="43.2" height="2.3" fill="${face.stripe}"/>`;
  s += `<g transform="translate(9 11.2)">${symbolSvg(face.symbol, face.wheels ?? false)}</g>`;
  if (face.left) s += `<g transform="rotate(-90 6.3 20)">${label(face.left, 6.3, 22, fit(face.left, 7.6, 20), c.ink)}</g>`;
  if (face.right) s += `<g transform="rotate(90 39.7 20)">${label(face.right, 39.7, 22, fit(face.right, 7.6, 20), c.ink)}</g>`;
  s += factorsSvg(face, ink) + cornerSvg(face, c.ink);
  if (face.note) s += label(face.note, 43.5, 9.4, fit(face.note, 9, 12), c.ink, 'end');
  const [left, of] = face.pips ?? [0, 0];
  for (let i = 0; i < of; i++) s += `<circle cx="41.8" cy="${42.2 - i * 4.4}" r="1.55" fill="${i < left ? c.ink : 'none'}" stroke="${c.ink}" stroke-width=".8"/>`;
  const grey = look.spent ? `<filter id="s"><feColorMatrix type="saturate" values=".5"/><feComponentTransfer><feFuncR type="linear" slope=".8" intercept=".04"/><feFuncG type="linear" slope=".8" intercept=".04"/><feFuncB type="linear" slope=".8" intercept=".04"/></feComponentTransfer></filter>` : '';
  const defs = `<linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${c.a}"/><stop offset="1" stop-color="${c.b}"/></linearGradient>${grey}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="-2 -1 50.6 50.6"><defs>${defs}</defs><g${look.spent ? ' filter="url(#s)"' : ''}>${s}</g>${statesSvg(states)}</svg>`;
}

/** How much larger than the counter itself its image is, and where the counter sits in it. */
export const IMAGE = { size: 50.6 / 46, dx: -2 / 46, dy: -1 / 46 };

const images = new Map<string, string>();

/** The image of a counter as a data address; made once for each look. */
export function counterImage(name: string, face: Face, look: Look = {}): string {
  const key = [name, face.nation, face.factors, face.top, face.left, look.spent ? 's' : '', look.side ?? '', ...(look.states ?? []).map(s => `${s.kind}:${s.text ?? ''}`)].join('|');
  let image = images.get(key);
  if (!image) images.set(key, (image = `data:image/svg+xml,${encodeURIComponent(counterSvg(face, look))}`));
  return image;
}

const NATION_NAMES: Record<string, string> = { german: 'German', italian: 'Italian', british: 'British', indian: 'Indian', australian: 'Australian', french: 'Free French', south_african: 'South African', new_zealand: 'New Zealand', polish: 'Polish' };

/** A counter in words, for hover and screen readers. */
export function counterName(face: Face | undefined, look: Look & { id?: string } = {}): string {
  if (!face) return look.id ?? 'hidden counter';
  const parts = [face.title || face.top || face.left || look.id || '', NATION_NAMES[face.nation] ?? '', face.symbol.replaceAll('_', ' '), face.factors ?? ''];
  if (face.pips?.[1]) parts.push(`${face.pips[0]} of ${face.pips[1]} steps`);
  if (face.weak) parts.push('reduced');
  for (const s of look.states ?? []) parts.push(s.title || s.kind.replaceAll('_', ' '));
  if (look.spent) parts.push('nothing left to do');
  return parts.filter(Boolean).join(', ');
}
