// The tokens of seats that this browser holds. Kept for the next visit; without storage only for this one.
import type { Seat } from './types';

type Tokens = [string | null, string | null];

const PREFIX = 'sandtable.seats.';
const memory = new Map<string, Tokens>();

export function readSeats(id: string): Tokens {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + id) ?? 'null') as Tokens | null;
    if (Array.isArray(kept)) return [kept[0] ?? null, kept[1] ?? null];
  } catch {
    // storage may be closed to us: what is in memory must do
  }
  return memory.get(id) ?? [null, null];
}

export function keepSeats(id: string, tokens: readonly (string | null)[]): Tokens {
  const known = readSeats(id);
  const now: Tokens = [tokens[0] ?? known[0], tokens[1] ?? known[1]];
  memory.set(id, now);
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify(now));
  } catch {
    // as above
  }
  return now;
}

export function forgetSeats(id: string): void {
  memory.delete(id);
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // as above
  }
}

/** As they are chosen in a list ("person", "friend", "computer regular"), with the manners of the computer. */
export function seatsOf([a, b]: readonly string[], manners: Pick<Seat, 'explains' | 'resigns'>): [Seat, Seat] {
  const seat = (text: string): Seat => {
    const [kind, player] = text.split(' ');
    return kind === 'computer' ? { kind, player, ...manners } : { kind: kind as Seat['kind'] };
  };
  return [seat(a), seat(b)];
}
