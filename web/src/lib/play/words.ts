// Words of the log: which of them can be clicked, and what they mean on the board.
import type { Model } from '../map/model';
import type { Piece, Word } from '../types';

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
  if (place) return { text: place.name && place.name !== place.id ? `${place.id} ${place.name}` : place.id, space: place.id };
  return { text: word.text };
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const percent = (chance: number): string => {
  const p = chance * 100;
  return `${p > 0 && p < 0.95 ? p.toFixed(1) : p > 99.05 && p < 100 ? p.toFixed(1) : Math.round(p)} %`;
};
