// What a click means. The list of offers is the only source: nothing here knows a rule.
import type { Arg, Is, Offer, Piece, Walk, Walks } from '../types';

/** A thing that can be clicked. */
export interface Thing {
  is: Exclude<Is, 'other'>;
  id: string;
}
export type Step =
  | { do: 'take'; offer: Offer }
  | { do: 'walk'; texts: string[]; to: string; piece: string; onto?: boolean } // onto enemies: the last step is weighed by itself
  | { do: 'pick'; picked: Thing[] }
  | { do: 'refuse'; texts: string[]; thing: Thing };

export const same = (a: Thing, b: Thing): boolean => a.is === b.is && a.id === b.id;
const among = (list: readonly Thing[], thing: Thing): boolean => list.some(t => same(t, thing));
const clickable = (args: readonly Arg[]): Thing[] => args.flatMap(({ is, id }) => (is === 'other' ? [] : [{ is, id }]));
const things = (offer: Offer): Thing[] => clickable(offer.args);
/** What else can be clicked to mean an offer: the members of a formation, the hexes of an attack. */
const stands = (offer: Offer): Thing[] => clickable(offer.by ?? []);
const has = (offer: Offer, thing: Thing): boolean => among(things(offer), thing) || among(stands(offer), thing);
const fits = (offer: Offer, picked: readonly Thing[]): boolean => picked.every(t => has(offer, t));
/** Nothing but what is picked has to be named for this offer; what stands for it stands for the places that it names. A piece that is given to somebody
 * is not given by a click on it alone, though there may be only one who can have it. */
function complete(offer: Offer, picked: readonly Thing[]): boolean {
  const stood = stands(offer).some(t => among(picked, t));
  if (!stood && things(offer).some(isPiece) && stands(offer).some(isPiece)) return false;
  return things(offer).every(t => among(picked, t) || (stood && t.is !== 'piece'));
}

/** An enemy who bars a place: what only flies over it does not. */
export const isFoe = (p: Piece, viewer: number): boolean => p.side >= 0 && p.side !== viewer && (!p.base || p.base === p.at);

const isPiece = (t: Thing): boolean => t.is === 'piece';
export const piecesOf = (picked: readonly Thing[]): string[] => picked.filter(isPiece).map(t => t.id);

/** The offers that go with what is picked; of several pieces that none goes with, those of the first. */
export function matching(offers: readonly Offer[], picked: readonly Thing[]): Offer[] {
  const found = offers.filter(o => fits(o, picked));
  const pieces = picked.filter(isPiece);
  if (found.length || pieces.length < 2) return found;
  const alone = picked.filter(t => !isPiece(t) || same(t, pieces[0]));
  return offers.filter(o => fits(o, alone));
}

/** Whether a piece has any part in what is offered. */
export const isOffered = (offers: readonly Offer[], piece: string): boolean => offers.some(o => has(o, { is: 'piece', id: piece }));

const CHOSEN = 'chosen'; // the kind of what stands for something that is not offered yet

/** What becomes possible once pieces have set out, as if it were offered now: they stand for it. It is theirs as a whole. */
export function lookedAhead(ahead: readonly Offer[], pieces: readonly string[]): Offer[] {
  const by = pieces.map((id): Arg => ({ kind: CHOSEN, is: 'piece', id }));
  const theirs = (o: Offer): boolean => [...o.args, ...(o.by ?? [])].every(a => a.is !== 'piece' || (pieces.length === 1 && a.id === pieces[0]));
  return ahead.filter(o => !o.stop && o.args.length && theirs(o)).map(o => ({ ...o, by: [...(o.by ?? []), ...by] }));
}

/** A verb that every one of several chosen pieces can be told, each with one offer: they are told together. Whoever is on the way together can only be told one by one to part. */
export function together(offers: readonly Offer[], picked: readonly Thing[], starts: readonly string[] = []): Offer[][] {
  const pieces = piecesOf(picked);
  if (pieces.length < 2 || pieces.length < picked.length || isUnderWay(offers, starts)) return [];
  const verbs = [...new Set(offers.map(o => o.verb))].filter(verb => !starts.includes(verb)); // one that sets out moves, and the others wait
  const lists = verbs.map(verb => pieces.map(id => offers.filter(o => o.verb === verb && o.args.length === 1 && has(o, { is: 'piece', id }) && !stands(o).length)));
  return lists.filter(list => list.every(found => found.length === 1)).map(list => list.map(([o]) => o));
}

/** Whether something is on its way: places are offered and no pieces, or, where pieces set out first, none to set out. */
export function isUnderWay(offers: readonly Offer[], starts: readonly string[]): boolean {
  if (!offers.some(o => o.args.some(a => a.is === 'piece'))) return true;
  return !!starts.length && !offers.some(o => starts.includes(o.verb)) && offers.some(o => o.args.length === 1 && o.args[0].is === 'space');
}

/** Where one can go by several steps: what is picked, or, with nothing picked, what is on its way already. */
export function ways(offers: readonly Offer[], picked: readonly Thing[], walks: Walks): Map<string, Walk & { piece: string }> {
  const out = new Map<string, Walk & { piece: string }>();
  for (const [piece, spaces] of Object.entries(walks)) {
    for (const [space, walk] of Object.entries(spaces)) {
      const onItsWay = !picked.length && offers.some(o => o.text === walk.say[0] && !o.args.some(a => a.is === 'piece'));
      const known = out.get(space);
      const slower = !!known && onItsWay && (walk.left ?? Infinity) < (known.left ?? Infinity); // who are on their way together have what the slowest has left
      if ((!known || slower) && (onItsWay || picked.some(p => same(p, { is: 'piece', id: piece })))) out.set(space, { ...walk, piece });
    }
  }
  return out;
}

/** The places on a way, the last one included: those that are reached by saying a part of what it takes. */
export function passed(walks: Walks, piece: string, space: string): string[] {
  const all = walks[piece] ?? {};
  const say = all[space]?.say ?? [];
  const part = (w: Walk): boolean => w.say.length < say.length && w.say.every((text, i) => text === say[i]);
  const stops = Object.keys(all).filter(id => part(all[id]));
  return [...stops.sort((a, b) => all[a].say.length - all[b].say.length), space];
}

export interface Glow {
  pieces: Set<string>;
  partners: Set<string>; // pieces that complete what has been chosen by name: a click on one says it
  cells: Set<string>; // of tracks and pools, and cards
  spaces: Set<string>; // to be clicked now
  later: Set<string>; // spaces that can be clicked once a piece or a card is chosen
}

/** Places against which each of several that are chosen can do the same: one begins, and a click there means that. */
function forEach(offers: readonly Offer[], picked: readonly Thing[]): string[] {
  const [first, ...more] = picked.filter(isPiece);
  if (!more.length || more.length + 1 < picked.length) return [];
  const each = (o: Offer, space: Thing): boolean => more.every(piece => offers.some(p => p.verb === o.verb && has(p, piece) && has(p, space)));
  return offers.filter(o => has(o, first)).flatMap(o => o.args.filter(a => a.is === 'space' && each(o, a as Thing)).map(a => a.id));
}

/** What lights up: with nothing picked the pieces, the cells and the places that are named alone; then what goes with the pick. */
export function glow(offers: readonly Offer[], picked: readonly Thing[], walks: Walks = {}): Glow {
  const out: Glow = { pieces: new Set(), partners: new Set(), cells: new Set(), spaces: new Set(), later: new Set() };
  for (const offer of matching(offers, picked)) {
    const named = things(offer);
    for (const t of [...named, ...stands(offer)]) {
      if (among(picked, t)) continue;
      if (t.is === 'piece') {
        out.pieces.add(t.id);
        if (named.some(n => among(picked, n))) out.partners.add(t.id);
      } else if (t.is === 'cell') out.cells.add(t.id);
      else if (picked.length || named.every(n => n.is === 'space')) out.spaces.add(t.id);
      else out.later.add(t.id);
    }
  }
  for (const space of [...ways(offers, picked, walks).keys(), ...forEach(offers, picked)]) out.spaces.add(space);
  return out;
}

/** A click on a piece, a cell or a space, given what was picked before. */
export function click(offers: readonly Offer[], picked: readonly Thing[], thing: Thing, walks: Walks = {}, starts: readonly string[] = []): Step {
  if (among(picked, thing)) return { do: 'pick', picked: picked.filter(p => !same(p, thing)) };
  const next = [...picked, thing];
  const now = matching(offers, next);
  const all = thing.is === 'space' && piecesOf(picked).length > 1 && !offers.some(o => fits(o, next)) && ways(offers, picked, walks).get(thing.id);
  if (all) return walkTo(all, thing.id); // all of them, and not the first alone
  if (now.length && (!isPiece(thing) || now.some(o => fits(o, next)))) return settle(now, next, starts);
  const placed = picked.every(p => p.is === 'space'); // what is on its way may still go elsewhere than to a place that was chosen
  const way = thing.is === 'space' && ways(offers, placed ? [] : picked, walks).get(thing.id);
  if (way) return walkTo(way, thing.id);
  const theirs = (o: Offer): boolean => thing.is === 'space' && picked.some(isPiece) && stands(o).some(isPiece) && !starts.includes(o.verb); // others do it: who is to go there misses his way
  const fresh = matching(offers, [thing]).filter(o => !theirs(o));
  if (picked.length && fresh.length && (thing.is !== 'space' || fresh.some(o => complete(o, [thing])))) return settle(fresh, [thing], starts);
  return { do: 'refuse', texts: lacksPiece(offers, picked, thing, starts) ? [] : questions(offers, picked, thing), thing };
}

const walkTo = ({ say, piece, onto }: Walk & { piece: string }, to: string): Step => ({ do: 'walk', texts: say, to, piece, ...(onto && { onto }) });

/** The one offer is taken, unless it only sets a piece in motion: that goes with the next click. */
function settle(now: Offer[], picked: Thing[], starts: readonly string[]): Step {
  const offer = forAll(now, picked) ?? (now.length === 1 ? now[0] : null);
  const waits = !!offer && starts.includes(offer.verb) && isPiece(picked[picked.length - 1]);
  return offer && complete(offer, picked) && !waits ? { do: 'take', offer } : { do: 'pick', picked };
}

/** A place that is clicked before any piece is for all of them, where the same may be done by all or by one. */
function forAll(now: Offer[], picked: Thing[]): Offer | null {
  if (picked.length !== 1 || picked[0].is !== 'space') return null;
  const whole = now.filter(o => complete(o, picked));
  const alike = now.every(o => !!o.what && o.what === whole[0]?.what);
  return whole.length === 1 && alike ? whole[0] : null;
}

/** Enemies that are clicked before any piece is chosen are attacked, where just that is offered, though pieces could still join. */
export function struck(offers: readonly Offer[], space: string, starts: readonly string[]): Step | null {
  const [offer, ...more] = offers.filter(o => !o.stop && !starts.includes(o.verb) && o.args.length === 1 && has(o, { is: 'space', id: space }));
  return offer && !more.length && complete(offer, [{ is: 'space', id: space }]) ? { do: 'take', offer } : null;
}

/**
 * A click on a counter. It may mean the counter itself, another one of its stack that has something to do,
 * or the space that it stands in.
 */
export function clickPiece(offers: readonly Offer[], picked: readonly Thing[], piece: Piece, stack: readonly Piece[], walks: Walks = {}, starts: readonly string[] = []): Step {
  const self: Thing = { is: 'piece', id: piece.id };
  const place: Thing = { is: 'space', id: piece.at };
  if (picked.some(p => same(p, self))) return click(offers, picked, self, walks, starts);
  const beside = picked.length > 0 && picked.every(t => isPiece(t) && stack.some(p => p.id === t.id));
  const named = offers.some(o => fits(o, [...picked, self]) && things(o).some(t => same(t, self) || among(picked, t)));
  if (beside && !named && matching(offers, [self]).length) return click(offers, [], self, walks, starts); // one more of those who stand for a place means itself
  if (offers.some(o => fits(o, [...picked, self]))) return click(offers, picked, self, walks, starts);
  if (picked.length) {
    const onPlace = click(offers, picked, place, walks, starts);
    if (onPlace.do === 'take' || onPlace.do === 'walk' || (onPlace.do === 'pick' && matching(offers, [...picked, place]).length)) return onPlace;
  }
  if (matching(offers, [self]).length) return click(offers, picked, self, walks, starts);
  const mate = stack.find(p => matching(offers, [{ is: 'piece', id: p.id }]).length);
  if (mate && !picked.length) return click(offers, picked, { is: 'piece', id: mate.id }, walks, starts);
  if (matching(offers, [place]).some(o => !things(o).some(t => t.is === 'piece'))) return click(offers, [], place, walks, starts);
  return { do: 'refuse', texts: questions(offers, picked, self), thing: self };
}

/** What to ask the server when something cannot be done: the offers' own words with the clicked thing put in, those first that name what is chosen. */
export function questions(offers: readonly Offer[], picked: readonly Thing[], thing: Thing): string[] {
  const out = new Map<string, number>();
  const ranked = [...offers].sort((a, b) => score(b, picked) - score(a, picked));
  for (const offer of ranked) {
    const slot = offer.args.findLast(a => a.is === thing.is && !picked.some(p => p.is === a.is && p.id === a.id));
    if (!slot) continue;
    const names = offer.args.map(a => (a === slot ? thing.id : a.id));
    for (const p of picked) {
      const other = offer.args.findIndex(a => a.is === p.is && a !== slot && a.id !== p.id);
      if (other >= 0 && !has(offer, p)) names[other] = p.id;
    }
    out.set([offer.verb, ...names].join(' '), picked.filter(p => names.includes(p.id)).length);
  }
  return [...out].sort(([, a], [, b]) => b - a).slice(0, 4).map(([text]) => text);
}

/** Whether a place is clicked before any of several pieces that could go somewhere: it is refused in the name of none. */
export function lacksPiece(offers: readonly Offer[], picked: readonly Thing[], thing: Thing, starts: readonly string[]): boolean {
  const going = offers.filter(o => starts.includes(o.verb) || things(o).some(t => t.is === 'space'));
  return thing.is === 'space' && !picked.length && new Set(going.flatMap(o => piecesOf(things(o)))).size > 1;
}

const score = (offer: Offer, picked: readonly Thing[]): number => picked.filter(p => has(offer, p)).length - (offer.stop ? 1 : 0);

/** Whether two pieces can be told the same, or both are told nothing by name. */
export function alike(offers: readonly Offer[], a: string, b: string): boolean {
  const told = (id: string): string[] => offers.filter(o => o.args.some(x => x.is === 'piece' && x.id === id)).map(o => o.verb);
  const [first, second] = [told(a), told(b)];
  return first.length ? first.some(verb => second.includes(verb)) : !second.length;
}

/** The pieces of a stack that go with one: those of its formation where these are chosen as one. */
export function mates(offers: readonly Offer[], piece: Piece, stack: readonly Piece[], alike: (a: Piece, b: Piece) => boolean): Thing[] {
  const able = stack.filter(p => p.id === piece.id || (alike(p, piece) && isOffered(offers, p.id)));
  return [piece, ...able.filter(p => p.id !== piece.id)].map(p => ({ is: 'piece', id: p.id }));
}

/** Who is meant by taking in one more of a pile, of which the top alone can be clicked: the next that can do something and is not chosen yet. */
export function nextOf(offers: readonly Offer[], picked: readonly Thing[], piece: string, pile: readonly Piece[]): string {
  const chosen = piecesOf(picked);
  return chosen.includes(piece) || !isOffered(offers, piece) ? (pile.find(p => !chosen.includes(p.id) && isOffered(offers, p.id))?.id ?? piece) : piece;
}

/** Whether nothing that is offered goes with all that are chosen: it is the first alone that it names. */
export const partsOnly = (offers: readonly Offer[], picked: readonly Thing[]): boolean => piecesOf(picked).length > 1 && !offers.some(o => fits(o, picked));

export interface Group {
  verb: string;
  offers: Offer[];
}

/** Offers as buttons: those that no click on the map can say, or that fit what is picked; by verb, those of one name together, what a formation does first. */
export function groups(offers: readonly Offer[], picked: readonly Thing[], starts: readonly string[] = []): Group[] {
  const list = picked.length ? matching(offers, picked).filter(o => things(o).length || stands(o).length) : offers;
  const byName = new Map<string, Offer[]>();
  for (const offer of list) {
    if (offer.stop) continue;
    const name = offer.what ?? offer.verb;
    const known = byName.get(name);
    if (known) known.push(offer);
    else byName.set(name, [offer]);
  }
  const asOne = (o: Offer): boolean => !things(o).some(isPiece) && (!things(o).length || starts.includes(o.verb)); // what is done to a place comes in its turn
  const first = (found: Offer[]): number => (picked.length && found.some(o => o.by?.some(a => a.is === 'piece' && a.kind !== CHOSEN) && asOne(o)) ? 0 : 1);
  return [...byName.values()].map(found => ({ verb: found[0].verb, offers: found })).sort((a, b) => first(a.offers) - first(b.offers));
}

export const stops = (offers: readonly Offer[]): Offer[] => offers.filter(o => o.stop);
