// Words of the log: which of them can be clicked, and what they mean on the board.
import type { Model } from '../map/model';
import type { Forecast, Piece, Word } from '../types';

export interface Linked {
  text: string;
  space?: string;
  piece?: string;
}

/** A word with the space or the piece that it names. */
export function linkWord(word: Word, model: Model | null, pieces: ReadonlyMap<string, Piece>): Linked {
  const piece = word.is === 'piece' ? pieces.get(word.id ?? '') : undefined;
  if (piece) return { text: word.text, piece: piece.id, space: model?.place.has(piece.at) ? piece.at : undefined };
  const place = word.is === 'space' ? model?.place.get(word.id ?? '') : undefined;
  if (place) return { text: word.text, space: place.id };
  return { text: word.text };
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** A button's words within a sentence. */
export const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
/** A rule as it is shown: what the original says on a chart or in a scenario has no number in it. */
export const ruleName = (id: string): string => (/^\d/.test(id) ? id : 'rule');
export const percent = (chance: number): string => {
  const p = Math.round(chance * 1e9) / 1e7; // a sum of tenths is whole
  if (p > 0 && p < 0.05) return 'under 0.1 %';
  if (p >= 99.95 && p < 100) return 'over 99.9 %';
  return `${p > 0 && p < 0.95 ? p.toFixed(1) : p > 99.05 && p < 100 ? p.toFixed(1) : Math.round(p)} %`;
};

/** A chance in words: "about 43 %, ±3" where it was sampled, "over 96 %" if all trials came out so, "about 99 %, at least 95" where ±4 would say too much; "43 %" where it is exact. */
export function chanceText(chance: number, margin: number): string {
  if (margin <= 0) return percent(chance);
  const [about, off] = [Math.round(chance * 100), Math.max(1, Math.round(margin * 100))];
  if (chance >= 1) return `over ${100 - off} %`;
  if (chance <= 0) return `under ${off} %`;
  return `about ${about} %, ${about + off > 100 ? `at least ${about - off}` : about < off ? `at most ${about + off}` : `±${off}`}`;
}

/** How far off a chance may be that came up so often among so many samples (95 %, Wilson); 0 without samples. */
export function marginOf(chance: number, samples: number): number {
  if (!samples) return 0;
  const z = 1.96;
  const wide = 1 + (z * z) / samples;
  const centre = (chance + (z * z) / (2 * samples)) / wide;
  const half = (z / wide) * Math.sqrt((chance * (1 - chance)) / samples + (z * z) / (4 * samples * samples));
  return Math.max(centre + half - chance, chance - centre + half);
}

/** What a forecast rests on. */
export function precision(forecast: Forecast): string {
  const how = forecast.samples ? `From ${forecast.samples.toLocaleString('en')} trials, 95 % sure to be within the margin` : 'Exact';
  return `${how}${forecast.assumes ? `, if ${forecast.assumes}` : ''}.`;
}

const PARTS: Record<number, string> = { 0: '', 25: '¼', 33: '⅓', 50: '½', 67: '⅔', 75: '¾' };

/** A number of points as people write it: "2½". */
export function inParts(points: number): string {
  const part = PARTS[Math.round((points % 1) * 100)];
  return part === undefined ? points.toFixed(1) : `${Math.floor(points) || (part ? '' : 0)}${part}`;
}

/** Of a counter that is not to be seen: where the sides hide things from each other it may lie beneath another. */
export const nowhere = (side: number, viewer: number, hidden: boolean): string => (hidden && side !== viewer ? 'not in sight' : 'not in play');
