// What is said of a scene: a headline, and a line beneath.
import type { Model } from '../map/model';
import type { Entry, Piece } from '../types';
import { battleParts, whyOf } from './cards';
import { costText, wayText, type Scene } from './film';
import { capital, linkWord } from './words';

export interface Caption {
  head: string;
  line: string;
  why: string; // if the computer explains itself
}

export const textOf = (entry: Entry, model: Model | null, pieces: ReadonlyMap<string, Piece>): string => capital(entry.words.map(w => linkWord(w, model, pieces).text).join(''));

export function captionOf(scene: Scene, model: Model | null, pieces: ReadonlyMap<string, Piece>): Caption {
  return { ...linesOf(scene, model, pieces), why: whyOf(scene) };
}

function linesOf(scene: Scene, model: Model | null, pieces: ReadonlyMap<string, Piece>): Omit<Caption, 'why'> {
  const say = (entry: Entry): string => textOf(entry, model, pieces);
  if (scene.kind === 'move') {
    const { who, verb, way, by } = wayText(scene, model);
    const cost = scene.cost ? costText(scene.cost) : '';
    const told = scene.notes.map(say).join('. ');
    const goes = scene.path.length > 1 && !verb ? (scene.pieces.length > 1 ? 'move' : 'moves') : verb;
    return { head: `${who} ${goes}${scene.path.length > 1 ? ':' : ''} ${way}`, line: [[by, cost].filter(Boolean).join(', '), told].filter(Boolean).join(' · ') };
  }
  if (scene.kind === 'battle') {
    const { result, after, before } = battleParts(scene);
    return { head: scene.title, line: result ? [result, ...after].map(say).join('. ') : say(before.at(-1)!) };
  }
  const [first, ...rest] = scene.entries.map(say);
  return { head: first ?? '', line: rest.length > 3 ? `${rest.slice(0, 2).join('. ')} and ${rest.length - 2} more` : rest.join('. ') };
}
