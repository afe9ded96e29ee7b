// What has happened in cards: by turn, phase and action; a whole move is one card with its path, a battle one card.
import type { Entry, Heading, Move, Word } from '../types';
import { battleOf } from './decided';

export interface Card {
  kind: 'told' | 'move' | 'battle';
  side: number; // who acts
  from: number; // the first ply of it
  to: number; // the last
  title: string; // of a battle: what it is called
  entries: Entry[];
  moves: Move[]; // all that is seen to go anywhere, step by step
  pieces: string[]; // of a move: who goes
  path: string[];
  verb: string; // "moves", "retreats": how the telling puts it
  cost: number | null;
  notes: Entry[]; // what came of a move
}
export interface Group {
  title: string; // the turn
  text: string; // phase and action
  side: number;
  cards: Card[];
}
export interface Film {
  entries: readonly Entry[]; // in the order in which they were told
  moves: readonly Move[];
}
type Sides = (piece: string) => number | undefined;

const at = (entry: Entry, ...levels: Heading['level'][]): string[] => {
  const names = entry.under.filter(h => levels.includes(h.level)).map(h => h.name);
  return names.filter((name, i) => name !== names[i - 1]);
};

/** Steps of several pieces that go the same way at one ply. */
interface Batch {
  verb: string;
  path: string[];
  moves: Move[];
  entries: Set<Entry>;
}

/** A film in groups. `gather`: for reading, a piece's steps make one line although others moved between; else the order is kept
 * as it was, so that it can be shown. */
export function groupsOf(film: Film, sides: Sides = () => undefined, gather = false): Group[] {
  const groups: Group[] = [];
  const moved = byPly(film.moves);
  const told = byPly(film.entries);
  for (const ply of [...new Set([...told.keys(), ...moved.keys()])].sort((a, b) => a - b)) addPly(groups, ply, told.get(ply) ?? [], moved.get(ply) ?? [], sides, gather);
  for (const group of groups) {
    if (gather) group.cards = joined(group.cards);
    group.side = sideOfMost(group.cards.filter(c => c.kind !== 'told')) ?? group.cards[0]?.side ?? -1;
  }
  return groups;
}

/** Whose action it is: an interruption and who is driven off do not make it another's. */
function sideOfMost(cards: readonly Card[]): number | undefined {
  const count = (side: number) => cards.filter(c => c.side === side).length;
  return cards.reduce<Card | undefined>((most, c) => (most && count(most.side) >= count(c.side) ? most : c), undefined)?.side;
}

function byPly<T extends { ply: number }>(list: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const each of list) {
    const known = found.get(each.ply);
    if (known) known.push(each);
    else found.set(each.ply, [each]);
  }
  return found;
}

function addPly(groups: Group[], ply: number, entries: Entry[], moves: Move[], sides: Sides, gather: boolean): void {
  const batches = batchesOf(entries, moves);
  const left = new Set(moves);
  const done = new Set<Batch>();
  let early: Entry[] = []; // told before the step that it comes of
  for (const [i, entry] of entries.entries()) {
    const group = groupFor(groups, entry);
    const own = moves.filter(m => left.has(m) && names(entry, m));
    const batch = batches.find(b => b.entries.has(entry));
    if (battleOf(entry)) addToBattle(group, entry, own, sides);
    else if (!batch && (foretells(entry) || harms(entry, sides)) && entries.slice(i + 1).some(e => batches.some(b => b.entries.has(e)))) {
      early.push(entry);
      continue; // who is lost is seen to go with the step
    }
    else if (batch) {
      if (!done.has(batch)) addMove(group, ply, batch, gather).notes.push(...early);
      early = [];
      done.add(batch);
      batch.moves.forEach(m => left.delete(m));
    } else {
      const shown = own.filter(m => !batches.some(b => b.moves.includes(m))); // what is told as a move is seen with it, and once
      addTold(group, entry, shown, sides);
      shown.forEach(m => left.delete(m));
      continue;
    }
    own.forEach(m => left.delete(m));
  }
  const last = groups.at(-1)?.cards.at(-1);
  if (left.size && last && last.to === ply) last.moves.push(...left);
}

function groupFor(groups: Group[], entry: Entry): Group {
  const title = at(entry, 'turn').join(' · ') || 'Before play';
  const text = at(entry, 'phase', 'action').join(' · ');
  const last = groups.at(-1);
  if (last?.title === title && last.text === text) return last;
  const group = { title, text, side: -1, cards: [] };
  groups.push(group);
  return group;
}

/** "The Axis side takes 1208": of a place alone, and whatever went there is told next. */
const foretells = (entry: Entry): boolean => !entry.role && !entry.dice.length && entry.words.some(w => w.is === 'space') && !entry.words.some(w => w.is === 'piece');

/** "II./StG 2 is eliminated": what befalls a unit when the other side decides. */
const harms = (entry: Entry, sides: Sides): boolean => (entry.by ?? -1) < 0 && entry.words[0]?.is === 'piece' && (sides(entry.words[0].id!) ?? entry.side) !== entry.side;

/** Whether a line speaks of a move: of the piece, or of both ends of the way of something without a name. */
function names(entry: Entry, move: Move): boolean {
  const spaces = entry.words.filter(w => w.is === 'space').map(w => w.id);
  return entry.words.some(w => w.is === 'piece' && w.id === move.piece) || (move.path.length > 1 && spaces.includes(move.path[0]) && spaces.includes(move.path.at(-1)));
}

/** "A supply unit goes from x to y": what goes there has no name, and another one where it arrives. */
const nameless = (entry: Entry, move: Move): boolean => !entry.words.some(w => w.is === 'piece') && names(entry, move);

function batchesOf(entries: Entry[], moves: Move[]): Batch[] {
  const found: Batch[] = [];
  for (const move of moves) {
    const entry = entries.find(e => !battleOf(e) && !e.dice.length && (verbOf(e.words, move.piece, move.path) || nameless(e, move)));
    if (!entry || move.kind === 'lost') continue;
    if (nameless(entry, move)) {
      found.push({ verb: '', path: move.path, moves: [move], entries: new Set([entry]) });
      continue;
    }
    const verb = verbOf(entry.words, move.piece, move.path);
    const known = found.find(b => b.verb === verb && same(b.path, move.path));
    const about = entries.filter(e => e.words.some(w => w.is === 'piece' && w.id === move.piece) && verbOf(e.words, move.piece, move.path) === verb);
    if (known) known.moves.push(move);
    else found.push({ verb, path: move.path, moves: [move], entries: new Set() });
    about.forEach(e => (known ?? found.at(-1)!).entries.add(e));
  }
  return found;
}

const same = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((each, i) => each === b[i]);

/** "moves to" of "8/1 moves to 1918": what stands between the piece and a place of its way. */
export function verbOf(words: readonly Word[], piece: string, path: readonly string[]): string {
  const who = words.findIndex(w => w.is === 'piece' && w.id === piece);
  const where = words.findIndex((w, i) => i > who && w.is === 'space' && path.includes(w.id ?? ''));
  if (who !== 0 || where < 0) return '';
  return words.slice(who + 1, where).map(w => w.text).join('').trim();
}

const card = (kind: Card['kind'], side: number, ply: number): Card => ({ kind, side, from: ply, to: ply, title: '', entries: [], moves: [], pieces: [], path: [], verb: '', cost: null, notes: [] });

function addMove(group: Group, ply: number, batch: Batch, gather: boolean): Card {
  const pieces = batch.moves.map(m => m.piece);
  const found = continued(group, batch, pieces, gather) ?? start(group, ply, batch, pieces);
  found.to = ply;
  found.pieces = pieces;
  found.path = found.path.length ? [...found.path, ...batch.path.slice(1)] : batch.path;
  found.entries.push(...batch.entries);
  found.moves.push(...batch.moves);
  const cost = batch.moves[0].cost;
  if (cost != null) found.cost = (found.cost ?? 0) + cost;
  return found;
}

/** The card that these steps go on with: the last one, or any since the last battle. */
function continued(group: Group, batch: Batch, pieces: string[], gather: boolean): Card | undefined {
  const since = group.cards.findLastIndex(c => c.kind === 'battle') + 1;
  const open = gather ? group.cards.slice(since) : group.cards.slice(-1);
  return open.findLast(c => c.kind === 'move' && c.verb === batch.verb && c.path.at(-1) === batch.path[0] && batch.path.length > 1 && (same(c.pieces, pieces) || !batch.verb));
}

function start(group: Group, ply: number, batch: Batch, pieces: string[]): Card {
  const found = { ...card('move', batch.moves[0].side, ply), verb: batch.verb, pieces };
  group.cards.push(found);
  return found;
}

function addToBattle(group: Group, entry: Entry, moves: Move[], sides: Sides): void {
  const title = battleOf(entry);
  let last = group.cards.at(-1);
  if (last?.kind !== 'battle' || last.title !== title || entry.role === 'opens') {
    last = { ...card('battle', sideOf(entry, sides), entry.ply), title };
    group.cards.push(last);
  }
  last.to = entry.ply;
  last.entries.push(entry);
  last.moves.push(...moves);
}

function addTold(group: Group, entry: Entry, moves: Move[], sides: Sides): void {
  const last = group.cards.at(-1);
  const about = entry.words.find(w => w.is === 'piece')?.id;
  const stays = moves.every(m => m.kind === 'lost'); // nobody goes anywhere
  if (last?.kind === 'move' && stays && (last.to === entry.ply || (about && last.pieces.includes(about)))) {
    last.notes.push(entry);
    last.moves.push(...moves);
    return void (last.to = entry.ply);
  }
  group.cards.push({ ...card('told', sideOf(entry, sides), entry.ply), entries: [entry], moves });
}

/** Whose doing a line is: of the side that it names, of the first piece's, else of who decided. */
export function sideOf(entry: Entry, sides: Sides): number {
  const piece = entry.words.find(w => w.is === 'piece')?.id;
  return (entry.by ?? -1) >= 0 ? entry.by! : ((piece ? sides(piece) : undefined) ?? entry.side);
}

/** Whether two moves go the same way, each of its own pieces. */
export const together = (a: Card, b: Card): boolean => !!a.verb && a.verb === b.verb && a.cost === b.cost && a.side === b.side && same(a.path, b.path) && !b.pieces.some(p => a.pieces.includes(p));

/** Moves along the same way that follow each other are one line of several pieces. */
function joined(cards: Card[]): Card[] {
  const found: Card[] = [];
  for (const each of cards) {
    const last = found.at(-1);
    if (last?.kind === 'move' && each.kind === 'move' && together(last, each)) {
      Object.assign(last, { pieces: [...last.pieces, ...each.pieces], to: each.to, entries: [...last.entries, ...each.entries], moves: [...last.moves, ...each.moves], notes: [...last.notes, ...each.notes] });
    } else if (last && alike(last, each)) {
      Object.assign(last, { to: each.to, entries: [...last.entries, ...each.entries] });
    } else found.push(each);
  }
  return found;
}

/** "A is supplied from Tobruk", and then B: decided one by one, and read as one line. */
function alike(a: Card, b: Card): boolean {
  const [one, other] = [a.entries.at(-1), b.entries[0]];
  if (a.kind !== 'told' || b.kind !== 'told' || a.side !== b.side || a.moves.length + b.moves.length || b.entries.length > 1) return false;
  const plain = (e: Entry): boolean => !e.dice.length && !e.sum && !e.role && !e.why && e.words.length > 1 && e.words[0].is === 'piece';
  const says = (e: Entry): string => JSON.stringify(e.words.slice(1));
  return !!one && !!other && plain(one) && plain(other) && one.words[0].id !== other.words[0].id && says(one) === says(other);
}

/** What a computer had in mind that explains itself, and whose mind it was: it decides in battles of the other side too. */
export function whyOf(card: Card, names: readonly string[]): string {
  const said = [...card.entries, ...card.notes].find(e => e.why);
  return said?.why ? [names[said.side], said.why].filter(Boolean).join(': ') : '';
}

export type Filter = 'all' | 'battles' | 'mine';

export function filtered(groups: readonly Group[], filter: Filter, viewer: number): Group[] {
  if (filter === 'all') return [...groups];
  const wanted = (c: Card): boolean => (filter === 'battles' ? c.kind === 'battle' : c.side === viewer);
  return groups.map(g => ({ ...g, cards: g.cards.filter(wanted) })).filter(g => g.cards.length);
}

/** "A misses B": one shot of many, by which a battle is not decided. */
const isShot = (entry: Entry): boolean => entry.words.filter(w => w.is === 'piece').length > 1;

/** The last that was announced, or rather the last of which something came. */
export function decidesIn(entries: readonly Entry[]): number {
  const weighty = entries.findLastIndex(e => e.role === 'decides' && !e.news?.slight);
  return weighty < 0 ? entries.findLastIndex(e => e.role === 'decides') : weighty;
}

/** A battle in parts: how it was prepared, what the dice said, what came of it. */
export function battleParts(c: Card): { before: Entry[]; result: Entry | null; after: Entry[]; dice: Entry['dice'] } {
  const at = decidesIn(c.entries);
  const thrown = c.entries.slice(0, at < 0 ? undefined : at + 1).findLast(e => e.dice.length);
  const dice = thrown && !isShot(thrown) ? thrown.dice : [];
  if (at < 0) return { before: c.entries, result: null, after: [], dice };
  const before = c.entries.slice(0, at);
  const dear = before.filter(e => e.role === 'loss' || e.role === 'points'); // what it has cost before the dice: that is not folded away
  const after = [...dear.filter(e => e.role === 'loss'), ...dear.filter(e => e.role === 'points'), ...c.entries.slice(at + 1)];
  return { before: before.filter(e => !dear.includes(e)), result: c.entries[at], after: [...totals(after.filter(e => !e.sum)), ...changes(after)], dice };
}

const SCORED = /^(\D+ )(\d+)( \D*?\bPoint)s?\b(\D*)$/; // "The Allied side scores 2 Victory Points for the loss"

/** What is scored again and again in a battle for the same reason is one line. */
function totals(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, number>();
  const scored = entries.map(e => (e.role === 'points' ? SCORED.exec(e.words.map(w => w.text).join('')) : null));
  const reason = (found: RegExpExecArray): string => found.filter((_, n) => n > 0 && n !== 2).join('');
  for (const found of scored) if (found) sums.set(reason(found), (sums.get(reason(found)) ?? 0) + Number(found[2]));
  return entries.flatMap((entry, n) => {
    const found = scored[n];
    if (!found) return [entry];
    const sum = sums.get(reason(found));
    sums.delete(reason(found)); // where it was scored for the first time
    return sum === undefined ? [] : [{ ...entry, words: [{ text: `${found[1]}${sum}${found[3]}${sum === 1 ? '' : 's'}${found[4]}` }] }];
  });
}

const CHANGE = /^(.+) (\S+) → (\S+)$/; // "Allied victory points 4 → 5"

/** How the points of each side changed in a battle, from the first time to the last, with all reasons. */
function changes(entries: readonly Entry[]): Entry[] {
  const found = new Map<string, { entry: Entry; from: string }>();
  for (const entry of entries.filter(e => e.role === 'points' && e.sum)) {
    const [, whose, before, now] = CHANGE.exec(entry.words.map(w => w.text).join('')) ?? [];
    if (!whose) continue;
    const old = found.get(whose);
    const from = old?.from ?? before;
    const terms = [...(old?.entry.sum?.terms ?? []), ...entry.sum!.terms];
    found.set(whose, { from, entry: { ...entry, words: [{ text: `${whose} ${from} → ${now}` }], sum: { ...entry.sum!, terms } } });
  }
  return [...found.values()].map(({ entry }) => entry);
}

/** The last ply of a side's last turn before the other side's last: turn, phase or action are of who decides most in them, as
 * who is attacked is asked, too. */
export function lastTurnOf(log: readonly Entry[], viewer: number): number {
  const runs: { key: string; sides: Map<number, number> }[] = [];
  for (const e of log.filter(e => e.side >= 0)) {
    const key = at(e, 'turn', 'phase', 'action').join(' · ');
    if (runs.at(-1)?.key !== key) runs.push({ key, sides: new Map() });
    runs.at(-1)!.sides.set(e.ply, e.side);
  }
  const mine = runs.map(({ sides }) => [...sides.values()].filter(s => s === viewer).length * 2 > sides.size);
  const last = mine.lastIndexOf(false);
  return Math.max(0, ...runs.flatMap((run, i) => (i < last && mine[i] ? [...run.sides.keys()] : [])));
}

/** Lines of one moment, or one after the other, that say the same of several pieces are one line, and so are lines that are told again: "A and B come through", "(twice)".
 * What befell a piece stays in its order: it is not lost in a line above the one that says where it went first. */
export function inFew(entries: readonly Entry[]): Entry[] {
  const found: Entry[][] = [];
  const lines = new Map<string, number>(); // where among them each thing is said
  const told = new Map<string, number>(); // and what was said last of each piece
  let [last, since] = ['', -1]; // what was said, and from which moment on nothing else
  for (const [i, entry] of entries.entries()) {
    const about = entry.words[0]?.is === 'piece' ? entry.words.slice(1) : entry.words;
    const alone = entry.sum || entry.role === 'decides' || !about.length;
    const said = alone ? `${i}` : JSON.stringify([isTaken(entry) ? about.slice(0, -1) : about, about === entry.words, entry.role, entry.by, entry.side]);
    if (said !== last) [last, since] = [said, entry.ply];
    const key = `${said} ${since}`;
    const who = about === entry.words ? '' : entry.words[0].id!;
    const known = lines.get(key);
    const line = known !== undefined && (told.get(who) ?? 0) <= known ? known : found.push([]) - 1;
    lines.set(key, line);
    if (who) told.set(who, line);
    found[line].push(entry);
  }
  return found.map(line => (line.length > 1 ? inOne(line) : line[0]));
}

/** "The Axis side takes 1410": a side, and last a place. */
const isTaken = (entry: Entry): boolean => (entry.by ?? -1) >= 0 && !entry.dice.length && entry.words.length > 1 && entry.words.at(-1)!.is === 'space' && entry.words.every((w, i) => !w.is || i + 1 === entry.words.length);
const NAMED = 3; // places that are told one by one

function takenInOne(told: readonly Entry[]): Entry {
  const places = [...new Map(told.map(e => [e.words.at(-1)!.id, e.words.at(-1)!])).values()];
  const shown = places.length > NAMED ? places.slice(0, NAMED - 1) : places;
  const rest = places.length - shown.length;
  const words = shown.flatMap((word, i): Word[] => (i ? [{ text: i + 1 < shown.length || rest ? ', ' : ' and ' }, word] : [word]));
  return { ...told[0], words: [...told[0].words.slice(0, -1), ...words, ...(rest ? [{ text: ` and ${rest} more places` }] : [])] };
}

function inOne(told: readonly Entry[]): Entry {
  const [first] = told;
  if (isTaken(first)) return takenInOne(told);
  const dice = told.flatMap(e => e.dice);
  const named = new Map(told.flatMap(e => (e.words[0].is === 'piece' ? [[e.words[0].id, e.words[0]] as const] : [])));
  if (named.size < told.length && !dice.length && first.words.some(w => w.is === 'space')) return first; // it is one fact
  if (named.size < told.length) return { ...first, dice, words: [...first.words, { text: told.length === 2 ? ' (twice)' : ` (${told.length} times)` }] };
  const [, says, ...rest] = first.words;
  const who = [...named.values()].flatMap((word, i): Word[] => (i ? [{ text: i + 1 < named.size ? ', ' : ' and ' }, word] : [word]));
  return { ...first, dice, words: [...who, { ...says, text: ` ${inNumber(says.text.trimStart(), true)}` }, ...rest] };
}

/** "loses its way" of one, "lose their way" of several. */
export function inNumber(verb: string, several: boolean): string {
  if (!several) return verb;
  const [first, ...rest] = verb.split(' ');
  const plural = first === 'is' ? 'are' : first === 'has' ? 'have' : /(o|sh|ss|ch|x)es$/.test(first) ? first.slice(0, -2) : first.replace(/s$/, '');
  return [plural, ...rest.map(word => (word === 'its' ? 'their' : word))].join(' ');
}
