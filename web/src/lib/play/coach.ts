// What the coach of a guided game points at. Nothing here knows a title: offers and cards are the only sources.
import type { Card, Offer, Progress } from '../types';
import { same, type Thing } from './choose';

export type Next = { is: 'piece' | 'space' | 'cell'; id: string } | { is: 'offer'; id: string } | { is: 'confirm' | 'read' | 'back'; id: '' };

/** Which card is shown: those that only tell something are put away one by one, up to the one that waits. */
export function shownCard(progress: Progress, read: number): number {
  let at = progress.card;
  while (at < progress.step && at <= read) at++;
  return at;
}

/** The first thing to say that can be said now, with what is picked if it goes with that. */
export function expected(say: readonly string[], offers: readonly Offer[], picked: readonly Thing[]): Offer | null {
  const able = say.flatMap(text => offers.find(o => o.text === text) ?? []);
  return able.find(o => picked.length && picked.every(t => o.args.some(a => a.is === t.is && a.id === t.id))) ?? able[0] ?? null;
}

/** Where a way of several steps leads that begins with this offer: `enter 2RTR 10`, `enter 2RTR 9`. */
export function destination(offer: Offer, say: readonly string[]): string | null {
  const space = offer.args.at(-1);
  if (space?.is !== 'space') return null;
  const stem = offer.text.slice(0, -space.id.length);
  const rest = say.slice(say.indexOf(offer.text));
  const end = rest.findIndex(text => !text.startsWith(stem));
  const way = end < 0 ? rest : rest.slice(0, end);
  return way.at(-1)!.slice(stem.length);
}

/** The things to click for an offer, in order: pieces and cells, then the place where it leads. */
export function thingsOf(offer: Offer, say: readonly string[]): Thing[] {
  const to = destination(offer, say);
  const things = offer.args.flatMap(({ is, id }): Thing[] => (is === 'other' ? [] : [{ is, id: is === 'space' && to !== null ? to : id }]));
  return [...things.filter(t => t.is !== 'space'), ...things.filter(t => t.is === 'space')];
}

interface Table {
  offers: readonly Offer[];
  picked: readonly Thing[];
  armed: Offer | null;
  onMap: (thing: Thing) => boolean;
}

/** The one thing to do next: on the map, where the map can serve, else a button. */
export function nextOf(card: Card, progress: Progress, table: Table): Next | null {
  if (progress.back !== null) return { is: 'back', id: '' };
  if (!card.acts) return { is: 'read', id: '' };
  if (table.armed) return progress.say.includes(table.armed.text) ? { is: 'confirm', id: '' } : null;
  const offer = expected(progress.say, table.offers, table.picked);
  if (!offer) return null;
  const open = thingsOf(offer, progress.say).filter(t => !table.picked.some(p => same(p, t)));
  const [thing] = open;
  return thing && table.onMap(thing) ? thing : { is: 'offer', id: offer.text };
}

/** What is lit: what the card shows, as far as it is still to be used; of a decision without such a list what the offer names. */
export function lit(card: Card, progress: Progress, offer: Offer | null): Thing[] {
  const shown = (card.show ?? []).flatMap(({ is, id }): Thing[] => (is === 'button' ? [] : [{ is, id }]));
  if (!card.acts) return shown;
  const left = shown.filter(t => progress.say.some(text => `${text} `.includes(` ${t.id} `)));
  return left.length || !offer ? left : thingsOf(offer, progress.say);
}
