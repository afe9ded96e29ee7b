// What helps to decide: the rules that a question is about.
import type { Game } from '../game.svelte';
import { matching } from './choose';

const MOST = 4;

/** The rules of this decision: of what is about to be done, of the question, of what can be done, each once. */
export function rulesNow(game: Pick<Game, 'prompt' | 'offers' | 'picked' | 'armed' | 'notice'>): string[] {
  const near = game.picked.length ? matching(game.offers, game.picked) : game.offers;
  const named = [game.notice?.rule, game.armed?.offer.rule, game.armed?.advice.forecast?.rule, game.prompt?.rule, ...near.map(o => o.rule)];
  return [...new Set(named.filter((rule): rule is string => !!rule))].slice(0, MOST);
}
