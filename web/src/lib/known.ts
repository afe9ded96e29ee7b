// Titles that this browser has met: who has begun a game of one, or seen one in the list, is no newcomer to it.
import { recall, remember } from './kept';
import type { Summary } from './types';

const key = (slug: string): string => `met.${slug}`;

export const meet = (slug: string): void => remember(key(slug), 'yes');
export const isNewTo = (slug: string): boolean => recall(key(slug)) === null;
export const meetAll = (games: readonly Summary[]): void => games.forEach(g => meet(g.title));
