// What is said of a scene: a headline, and a line beneath.
import type { Model } from '../map/model';
import type { Entry, Piece } from '../types';
import { battleParts, inFew, whyOf } from './cards';
import { costText, wayText, type Scene } from './film';
import { capital, linkWord } from './words';

const MANY = 4; // lines that are read at a glance

export interface Caption {
  head: string;
  line: string;
  why: string; // if the computer explains itself
}

/** A line as it is told; "Axis rolls" says what. */
export function textOf(entry: Entry, model: Model | null, pieces: ReadonlyMap<string, Piece>): string {
  const said = capital(entry.words.map(w => linkWord(w, model, pieces).text).join(''));
  return /rolls$/.test(said) && entry.dice.length ? `${said} ${entry.dice.map(d => d.face).join(' and ')}` : said;
}

export function captionOf(scene: Scene, model: Model | null, pieces: ReadonlyMap<string, Piece>, names: readonly string[] = []): Caption {
  return { ...linesOf(scene, model, pieces), why: whyOf(scene, names) };
}

/** Of a fight without a result of its own, an overrun: how it began, who was lost, who went in; of a long one how far it has come. */
function undecided(told: readonly Entry[]): Entry[] {
  const news = inFew(told.filter(e => !e.sum));
  if (!news.length) return told.slice(-1);
  return news.length > MANY ? [...news.filter(e => e.role === 'loss').slice(-MANY), ...news.slice(-2)].filter((e, i, all) => all.indexOf(e) === i) : news;
}

function linesOf(scene: Scene, model: Model | null, pieces: ReadonlyMap<string, Piece>): Omit<Caption, 'why'> {
  const say = (entry: Entry): string => textOf(entry, model, pieces);
  if (scene.kind === 'move') {
    const { who, verb, way, by } = wayText(scene, model);
    const cost = scene.cost ? costText(scene.cost) : '';
    const told = inFew(scene.notes.filter(e => !e.sum)).map(say).join('. ');
    const goes = scene.path.length > 1 && !verb ? (scene.pieces.length > 1 ? 'move' : 'moves') : verb;
    return { head: `${who} ${goes}${scene.path.length > 1 ? ':' : ''} ${way}`, line: [[by, cost].filter(Boolean).join(', '), told].filter(Boolean).join(' · ') };
  }
  if (scene.kind === 'battle') {
    const { result, after, before } = battleParts(scene);
    const news = (result ? [result, ...inFew(after)] : undecided(before)).map(say);
    return { head: scene.title, line: news.filter(text => text !== scene.title).join('. ') };
  }
  const news = inFew(scene.entries.filter(e => !e.sum));
  const rolled = (e: Entry): string => (e.dice.some(d => d.of) && !/roll|die/.test(say(e)) ? `${say(e)} (rolled ${e.dice.map(d => d.face).join(', ')})` : say(e));
  const [first, ...rest] = (news.length ? news : scene.entries).map(rolled);
  return { head: first ?? '', line: rest.length > 3 ? `${rest.slice(0, 2).join('. ')}. ${rest.length - 2} more lines in the log` : rest.join('. ') };
}
