// A film of what others did: in which scenes it comes, how long each takes, and what is said of it.
import type { Model } from '../map/model';
import type { Battle, Entry, Move, Party, Piece, View } from '../types';
import { groupsOf, inNumber, together, type Card, type Film, type Group } from './cards';
import { attackerIn, decidedAfter, wholeOf } from './decided';
import { capital, inParts } from './words';

export const PACES = ['step', 'slow', 'normal', 'fast', 'none'] as const;
export type Pace = (typeof PACES)[number];

/** A card with the headings it stands under. */
export interface Scene extends Card {
  turn: string;
  text: string;
}

/** The cards in the order in which things happened; what was only told under one heading is one scene. */
export function scenesOf(film: Film, sides: (piece: string) => number | undefined): Scene[] {
  return groupsOf(film, sides).flatMap(group => group.cards.reduce<Scene[]>((found, card) => addScene(found, card, group), []));
}

function addScene(found: Scene[], card: Card, group: Group): Scene[] {
  const last = found.at(-1);
  if (last && !card.moves.length && card.kind === 'told' && card.entries.every(e => e.sum)) { // how something was reckoned is no scene
    (last.kind === 'move' ? last.notes : last.entries).push(...card.entries);
    last.to = card.to;
    return found;
  }
  if (last?.kind === 'move' && card.kind === 'move' && together(last, card)) {
    Object.assign(last, { pieces: [...last.pieces, ...card.pieces], to: card.to, entries: [...last.entries, ...card.entries], moves: [...last.moves, ...card.moves], notes: [...last.notes, ...card.notes] });
    return found;
  }
  if (last?.kind === 'told' && card.kind === 'told' && last.side === card.side && !last.moves.length && !card.moves.length) {
    last.entries.push(...card.entries);
    last.to = card.to;
    return found;
  }
  return [...found, { ...card, entries: [...card.entries], notes: [...card.notes], turn: group.title, text: group.text }];
}

const PAUSE: Record<Exclude<Pace, 'step' | 'none'>, number> = { slow: 1800, normal: 800, fast: 200 };
const SPEED: Record<Pace, number> = { step: 1, slow: 1.4, normal: 1, fast: 0.5, none: 0 };
const LONGEST = 1200;

/** How long a counter goes along a way, in milliseconds. */
export const travelTime = (steps: number, kind: Model['kind'], pace: Pace): number => Math.min(LONGEST, steps * (kind === 'hex' ? 160 : 240)) * SPEED[pace];

/** How long one rests after a scene; none: until a key or a click. What is only read takes longer. */
export function rest(scene: Scene, pace: Pace): number | null {
  if (pace === 'step' || pace === 'none') return null;
  const lines = scene.kind === 'told' ? Math.min(3, scene.entries.length - 1) : scene.notes.length;
  return PAUSE[pace] + lines * PAUSE[pace] * 0.4;
}

/** How long the result of a battle stays; none: until "go on". */
export const stays = (pace: Pace): number | null => (pace === 'fast' ? 1200 : null);

export interface Flight {
  piece: string;
  face: string;
  side: number;
  path: string[];
  kind: Move['kind'];
}

/** A way without what led back to where it had been before. */
export function direct(path: readonly string[]): string[] {
  const found: string[] = [];
  for (const space of path) {
    const before = found.indexOf(space);
    if (before >= 0) found.length = before;
    found.push(space);
  }
  return found;
}

/** Who goes where in a scene: each piece's steps are one way. */
export function flightsOf(moves: readonly Move[]): Flight[] {
  const found = new Map<string, Flight>();
  for (const { piece, face, side, path, kind } of moves) {
    const known = found.get(piece);
    const before = known ? undefined : [...found].find(([, f]) => f.face === face && f.side === side && f.path.at(-1) === path[0] && path.length > 1); // it was called otherwise where it was
    if (before) found.delete(before[0]);
    if (before) found.set(piece, { ...before[1], piece, path: [...before[1].path, ...path.slice(1)], kind });
    else if (known && known.path.at(-1) === path[0]) found.set(piece, { ...known, path: [...known.path, ...path.slice(1)], kind });
    else found.set(piece, { piece, face, side, path: known ? [...known.path, ...path] : [...path], kind: known && kind === 'moves' ? known.kind : kind });
  }
  return [...found.values()].map(f => ({ ...f, path: direct(f.path) }));
}

/** Spaces that must be in sight for a scene to be followed: where it goes, where it is told to be, else where those are who are told of. */
export const placesOf = (scene: Scene, pieces: ReadonlyMap<string, Piece> = new Map()): string[] => {
  const ends = flightsOf(scene.moves).flatMap(f => [f.path[0], f.path.at(-1)!]);
  const told = (is: 'space' | 'piece'): string[] => scene.entries.flatMap(e => e.words.filter(w => w.is === is).map(w => w.id!));
  const named = scene.kind === 'battle' || !ends.length ? told('space') : [];
  const stood = ends.length || named.length ? [] : told('piece').flatMap(id => pieces.get(id)?.at ?? []);
  return [...new Set([...ends, ...named.slice(0, 2), ...stood.slice(0, 2)])];
};

/** Where it happens, of a scene in which nobody goes anywhere: a check in a minefield, a unit that is put right. */
export const stillPlacesOf = (scene: Scene, pieces: ReadonlyMap<string, Piece>): string[] => (scene.kind === 'told' && !scene.moves.length ? placesOf(scene, pieces) : []);

/** "Point 206 (15)" where a place has a name, else its number, or what it is called: "1509 (south of Alam el Kidad)". */
export function placeName(model: Model | null, id: string, called: Readonly<Record<string, string>> = {}): string {
  const name = model?.place.get(id)?.name;
  return name && name !== id ? (/^[\d]+$/.test(id) && model?.kind === 'hex' ? `${name} (${id})` : name) : (called[id] ?? model?.spoken[id] ?? id);
}

/** What the telling calls a place that has no name of its own. */
const spoken = (card: Card, id: string): string | undefined => card.entries.flatMap(e => e.words).find(w => w.is === 'space' && w.id === id && w.text.startsWith(`${id} (`))?.text;

export const listed = (names: readonly string[], most = 4): string => {
  const shown = names.length > most ? [...names.slice(0, most - 1), `${names.length - most + 1} more`] : [...names];
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '');
};
/** A button that names one of those who do it together names the others too: "Send A, B and 2 more against Tobruk". */
export const namingAll = (label: string, first: string, others: readonly string[]): string => (first ? label.replace(first, () => listed([first, ...others], 3)) : label);

/** Orders one after the other that differ only in a name are one order: "send 6th RTR and 1st KRRC into the attack". */
export function ordered(labels: readonly string[]): string[] {
  const found: { verb: string; rest: string; names: string[] }[] = [];
  for (const label of labels) {
    const [verb, ...words] = label.split(' ');
    const last = found.at(-1);
    const goal = words.indexOf('into');
    const [name, tail] = goal > 0 ? [words.slice(0, goal).join(' '), words.slice(goal).join(' ')] : [words.join(' '), ''];
    if (last && tail && last.verb === verb && last.rest === tail) last.names.push(name);
    else found.push({ verb, rest: tail, names: [name] });
  }
  return found.map(({ verb, rest, names }) => [verb, listed(names, 9), rest].filter(Boolean).join(' '));
}

/** A move in words: who, "moves", from where to where, and by way of what. */
export function wayText(card: Card, model: Model | null): { who: string; verb: string; way: string; by: string } {
  const places = direct(card.path.filter(id => model?.place.has(id) ?? true));
  const start = card.moves.find(m => m.path[0] === places[0])?.start ?? '';
  const name = (id: string): string => spoken(card, id) ?? placeName(model, id, id === places[0] && start ? { [id]: start } : {});
  const between = places.slice(1, -1);
  const named = between.filter(id => (model?.place.get(id)?.name ?? id) !== id);
  const shown = model?.kind === 'hex' ? named : between;
  const by = shown.length ? `by way of ${listed([...new Set(shown)].map(id => placeName(model, id)), 3)}` : between.length ? `${places.length - 1} hexes` : '';
  const way = places.length > 1 ? `${name(places[0])} → ${name(places.at(-1)!)}` : places.map(name).join('');
  const verb = places.length > 1 ? card.verb.replace(/( (to|at|in|for|over|from|into|on)|:)$/, '') : card.verb;
  const called = (piece: string): string => model?.faces[card.moves.find(m => m.piece === piece)?.face ?? piece]?.name || piece;
  return { who: capital(listed(card.pieces.map(called))), verb: inNumber(verb, card.pieces.length > 1), way, by };
}

/** What a move cost: never just points, which are what one wins by. */
export const costText = (cost: number): string => `${inParts(cost)} movement ${cost > 0 && cost <= 1 ? 'point' : 'points'}`;

/** Whether a battle that is seen is the one of a scene: of that name, or fought by the same side where the telling says. */
export function isOf(scene: Card, battle: Battle | null | undefined): boolean {
  if (!battle) return false;
  const told = scene.entries.flatMap(e => e.words.filter(w => w.is === 'space').map(w => w.id!));
  return battle.title.startsWith(scene.title) || (battle.parties?.[0].side === scene.side && (battle.places ?? []).some(id => told.includes(id)));
}

/** A battle that was over at once, so that it was never seen going on: those who are told of, or had set out for it, and who stood where it was fought. */
export function battleOf(scene: Pick<Card, 'title' | 'side' | 'entries'>, before: View): Battle {
  const named = (is: 'piece' | 'space', of: Card['entries']): string[] => of.flatMap(e => e.words.filter(w => w.is === is).map(w => w.id!));
  const opens = scene.entries.filter(e => e.role === 'opens');
  const places = [...new Set(named('space', opens.length ? opens : scene.entries.slice(0, 1)))];
  const fought = scene.entries.slice(0, scene.entries.findLastIndex(e => e.role === 'decides') + 1 || undefined);
  const told = new Set(named('piece', [...fought, ...scene.entries.filter(e => e.role === 'loss')]));
  const known = before.pieces.some(p => p.side === scene.side && told.has(p.id));
  const comes = (p: Piece): boolean => (p.side === scene.side ? !known && places.includes(p.mission?.target ?? '') : places.includes(p.at));
  const party = (side: number, title: string): Party => ({ side, title, fighters: before.pieces.filter(p => p.side === side && (told.has(p.id) || comes(p))).map(p => ({ piece: p.id })) });
  return { title: scene.title, parties: [party(scene.side, 'Attack'), party(1 - scene.side, 'Defence')], stages: [], places };
}

/** The same of the last fight that was decided after a ply, as the log tells it: whoever opened it attacks, though the other side may have been asked last. */
export function foughtAtOnce(log: readonly Entry[], ply: number, view: View): Battle | null {
  const last = log.findLast(e => e.news && e.ply > ply);
  const entries = last ? wholeOf(log, last) : [];
  const title = last ? decidedAfter(log, ply)?.title : '';
  return title && entries.length ? battleOf({ title, side: attackerIn(log, last!), entries }, view) : null;
}

/** What a summary lists: moves, battles and what units are told to do or suffer; what else was told only if there was nothing more. */
export function done(scenes: Scene[]): Scene[] {
  const found = scenes.filter(s => s.kind !== 'told' || s.moves.length || s.entries.some(e => e.role || e.words.some(w => w.is === 'piece')));
  return found.length ? found : scenes;
}

export interface Change {
  text: string;
  space: string; // where it can be looked at
  tone: 'bad' | 'fair';
}

const HARM = ['disrupted', 'reduced', 'damaged', 'out_of_command', 'out_of_supply', 'isolated'];

/** What is different for a side: harm that its units have come to, spaces that have changed hands. */
export function changesFor(before: View, after: View, viewer: number, model: Model | null): Change[] {
  const was = new Map(before.pieces.map(p => [p.id, p]));
  const harmed = after.pieces.flatMap((p): Change[] => {
    const old = was.get(p.id);
    if (p.side !== viewer || !old || !model?.place.has(p.at)) return [];
    const news = (p.states ?? []).filter(s => HARM.includes(s.kind) && !(old.states ?? []).some(o => o.kind === s.kind));
    return news.map(s => ({ text: `${model.faces[p.face]?.name || p.id}: ${(s.title || s.kind.replaceAll('_', ' ')).split(':')[0]}`, space: p.at, tone: 'bad' }));
  });
  const held = new Map(before.spots.map(s => [s.id, s.holder ?? -1]));
  const taken = after.spots.flatMap((s): Change[] => {
    const [then, now] = [held.get(s.id) ?? -1, s.holder ?? -1];
    if (then === now || now < 0 || !model?.place.has(s.id)) return [];
    return [{ text: `${placeName(model, s.id)} is now held by the ${after.sides[now]?.name ?? 'other'} side`, space: s.id, tone: now === viewer ? 'fair' : 'bad' }];
  });
  return [...harmed, ...taken];
}

export interface Figures {
  ours: number; // of the viewer's units lost
  theirs: number;
  points: string; // as the sides have them
  actions: number;
}

/** Moves and battles; an action in which nobody went anywhere is one, too. */
function actionsOf(scenes: readonly Scene[]): number {
  const seen = scenes.filter(s => s.kind !== 'told' || s.moves.length > 0);
  const shown = new Set(seen.map(s => s.text));
  const idle = scenes.filter(s => !shown.has(s.text) && s.entries.some(e => e.under.some(h => h.level === 'action')));
  return seen.length + new Set(idle.map(s => `${s.turn} ${s.text}`)).size;
}

export function figuresOf(scenes: readonly Scene[], after: View, viewer: number): Figures {
  const lost = scenes.flatMap(s => s.moves.filter(m => m.kind === 'lost'));
  const points = after.sides.map(s => s.points).filter(p => p != null);
  return { ours: lost.filter(m => m.side === viewer).length, theirs: lost.filter(m => m.side !== viewer).length, points: points.map(inParts).join(' : '), actions: actionsOf(scenes.filter(s => s.side !== viewer)) };
}
