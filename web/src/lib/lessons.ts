// How far a reader has come in a guided game: cards that only tell something are put away in this browser, of which the server knows nothing.
import type { Summary } from './types';

const PREFIX = 'sandtable.lesson.';

export interface Kept {
  read: number; // the last card that was put away
  away: boolean; // the person plays without the coach
}

export function keptOf(id: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + id) ?? 'null') as Kept | null;
    if (kept) return kept;
  } catch {
    // storage may be closed to us
  }
  return { read: -1, away: false };
}

export function keep(id: string, kept: Kept): void {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify(kept));
  } catch {
    // storage may be closed to us: cards are read again on the next visit
  }
}

/** When a game is: of a lesson the card that is shown if it is opened. */
export function whenOf(game: Pick<Summary, 'id' | 'when' | 'lesson'>): string {
  const [, step, all] = (game.lesson && /^step (\d+) of (\d+)$/.exec(game.when)) || [];
  return step ? `step ${Math.min(Number(all), Math.max(Number(step), keptOf(game.id).read + 2))} of ${all}` : game.when;
}
