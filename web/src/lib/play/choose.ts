// What a click means. The list of offers is the only source: nothing here knows a rule.
import type { Is, Offer, Piece, Walk, Walks } from '../types';

/** A thing that can be clicked. */
export interface Thing {
  is: Exclude<Is, 'other'>;
  id: string;
}
export type Step =
  | { do: 'take'; offer: Offer }
  | { do: 'walk'; texts: string[]; to: string; piece: string }
  | { do: 'pick'; picked: Thing[] }
  | { do: 'refuse'; texts: string[]; thing: Thing };

export const same = (a: Thing, b: Thing): boolean => a.is === b.is && a.id === b.id;
const has = (offer: Offer, thing: Thing): boolean => offer.args.some(a => a.is === thing.is && a.id === thing.id);
const fits = (offer: Offer, picked: readonly Thing[]): boolean => picked.every(t => has(offer, t));
const things = (offer: Offer): Thing[] => offer.args.flatMap(({ is, id }) => (is === 'other' ? [] : [{ is, id }]));
/** Nothing but what is picked has to be named for this offer. */
const complete = (offer: Offer, picked: readonly Thing[]): boolean => things(offer).every(t => picked.some(p => same(p, t)));

/** The offers that go with what is picked. */
export const matching = (offers: readonly Offer[], picked: readonly Thing[]): Offer[] => offers.filter(o => fits(o, picked));

/** Where one can go by several steps: what is picked, or, with nothing picked, what is on its way already. */
export function ways(offers: readonly Offer[], picked: readonly Thing[], walks: Walks): Map<string, Walk & { piece: string }> {
  const out = new Map<string, Walk & { piece: string }>();
  for (const [piece, spaces] of Object.entries(walks)) {
    for (const [space, walk] of Object.entries(spaces)) {
      const onItsWay = !picked.length && offers.some(o => o.text === walk.say[0] && !o.args.some(a => a.is === 'piece'));
      if (!out.has(space) && (onItsWay || picked.some(p => same(p, { is: 'piece', id: piece })))) out.set(space, { ...walk, piece });
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
  cells: Set<string>; // of tracks and pools, and cards
  spaces: Set<string>; // to be clicked now
  later: Set<string>; // spaces that can be clicked once a piece or a card is chosen
}

/** What lights up: with nothing picked the pieces, the cells and the places that are named alone; then what goes with the pick. */
export function glow(offers: readonly Offer[], picked: readonly Thing[], walks: Walks = {}): Glow {
  const out: Glow = { pieces: new Set(), cells: new Set(), spaces: new Set(), later: new Set() };
  for (const offer of matching(offers, picked)) {
    const named = things(offer);
    for (const t of named) {
      if (picked.some(p => same(p, t))) continue;
      if (t.is === 'piece') out.pieces.add(t.id);
      else if (t.is === 'cell') out.cells.add(t.id);
      else if (picked.length || named.every(n => n.is === 'space')) out.spaces.add(t.id);
      else out.later.add(t.id);
    }
  }
  for (const space of ways(offers, picked, walks).keys()) out.spaces.add(space);
  return out;
}

/** A click on a piece, a cell or a space, given what was picked before. */
export function click(offers: readonly Offer[], picked: readonly Thing[], thing: Thing, walks: Walks = {}): Step {
  if (picked.some(p => same(p, thing))) return { do: 'pick', picked: picked.filter(p => !same(p, thing)) };
  const next = [...picked, thing];
  const now = matching(offers, next);
  if (now.length) return settle(now, next);
  const way = thing.is === 'space' && ways(offers, picked, walks).get(thing.id);
  if (way) return { do: 'walk', texts: way.say, to: thing.id, piece: way.piece };
  const fresh = matching(offers, [thing]);
  if (picked.length && fresh.length && (thing.is !== 'space' || fresh.some(o => complete(o, [thing])))) return settle(fresh, [thing]);
  return { do: 'refuse', texts: questions(offers, picked, thing), thing };
}

function settle(now: Offer[], picked: Thing[]): Step {
  return now.length === 1 && complete(now[0], picked) ? { do: 'take', offer: now[0] } : { do: 'pick', picked };
}

/**
 * A click on a counter. It may mean the counter itself, another one of its stack that has something to do,
 * or the space that it stands in.
 */
export function clickPiece(offers: readonly Offer[], picked: readonly Thing[], piece: Piece, stack: readonly Piece[], walks: Walks = {}): Step {
  const self: Thing = { is: 'piece', id: piece.id };
  const place: Thing = { is: 'space', id: piece.at };
  if (picked.some(p => same(p, self))) return click(offers, picked, self, walks);
  if (matching(offers, [...picked, self]).length) return click(offers, picked, self, walks);
  if (picked.length) {
    const onPlace = click(offers, picked, place, walks);
    if (onPlace.do === 'take' || onPlace.do === 'walk' || (onPlace.do === 'pick' && matching(offers, [...picked, place]).length)) return onPlace;
  }
  if (matching(offers, [self]).length) return click(offers, picked, self, walks);
  const mate = stack.find(p => matching(offers, [{ is: 'piece', id: p.id }]).length);
  if (mate && !picked.length) return click(offers, picked, { is: 'piece', id: mate.id }, walks);
  if (matching(offers, [place]).some(o => !things(o).some(t => t.is === 'piece'))) return click(offers, [], place, walks);
  return { do: 'refuse', texts: questions(offers, picked, self), thing: self };
}

/** What to ask the server when something cannot be done: the offers' own words with the clicked thing put in. */
export function questions(offers: readonly Offer[], picked: readonly Thing[], thing: Thing): string[] {
  const out = new Set<string>();
  const ranked = [...offers].sort((a, b) => score(b, picked) - score(a, picked));
  for (const offer of ranked) {
    const slot = offer.args.findLast(a => a.is === thing.is && !picked.some(p => p.is === a.is && p.id === a.id));
    if (!slot) continue;
    const names = offer.args.map(a => (a === slot ? thing.id : a.id));
    for (const p of picked) {
      const other = offer.args.findIndex(a => a.is === p.is && a !== slot && a.id !== p.id);
      if (other >= 0 && !has(offer, p)) names[other] = p.id;
    }
    out.add([offer.verb, ...names].join(' '));
    if (out.size >= 4) break;
  }
  return [...out];
}

const score = (offer: Offer, picked: readonly Thing[]): number => picked.filter(p => has(offer, p)).length - (offer.stop ? 1 : 0);

export interface Group {
  verb: string;
  offers: Offer[];
}

/** Offers as buttons: those that no click on the map can say, or that fit what is picked; by verb, stops last. */
export function groups(offers: readonly Offer[], picked: readonly Thing[]): Group[] {
  const list = picked.length ? matching(offers, picked).filter(o => things(o).length) : offers;
  const byVerb = new Map<string, Offer[]>();
  for (const offer of list) {
    if (offer.stop) continue;
    const known = byVerb.get(offer.verb);
    if (known) known.push(offer);
    else byVerb.set(offer.verb, [offer]);
  }
  return [...byVerb].map(([verb, found]) => ({ verb, offers: found }));
}

export const stops = (offers: readonly Offer[]): Offer[] => offers.filter(o => o.stop);
