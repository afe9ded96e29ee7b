// A battle fought in lines: who stands where, who aims at whom. The viewer's side is below, the fronts face each other.
import type { Battle, Fighter, Party, Target } from '../types';

export interface Line {
  name: string;
  side: number;
  fighters: Fighter[];
}
export interface Field {
  above: Line[]; // from the rear to the front
  below: Line[]; // from the front to the rear
  aside: { side: number; fighters: Fighter[] }[];
}
export interface Aim {
  from: string;
  to: string;
  mark: string; // the letter of the target
  tone: number; // its colour
  chance: number; // -1: not known
  note: string;
}

export const inLines = (battle: Battle): boolean => battle.parties.some(p => !!p.lines?.length || p.fighters.some(f => f.targets?.length));

const linesOf = (party: Party): Line[] => {
  const names = party.lines?.length ? party.lines : [''];
  return names.map((name, n) => ({ name, side: party.side, fighters: party.fighters.filter(f => (f.line ?? 0) === n) }));
};

export function fieldOf(battle: Battle, viewer: number): Field {
  const [attacker, defender] = battle.parties;
  const [near, far] = defender.side === viewer ? [defender, attacker] : [attacker, defender];
  const aside = [far, near].map(p => ({ side: p.side, fighters: p.fighters.filter(f => (f.line ?? 0) < 0) }));
  return { above: linesOf(far).reverse(), below: linesOf(near), aside: aside.filter(a => a.fighters.length) };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Every aim, the targets lettered in the order in which they stand. */
export function aimsOf(battle: Battle): Aim[] {
  const shots = battle.parties.flatMap(p => p.fighters.flatMap(f => (f.targets ?? []).map(t => ({ from: f.piece, to: t.piece, chance: t.chance ?? -1, note: t.note ?? '' }))));
  const targets = battle.parties.flatMap(p => p.fighters.map(f => f.piece)).filter(id => shots.some(s => s.to === id));
  return shots.map(s => ({ ...s, mark: LETTERS[targets.indexOf(s.to) % LETTERS.length], tone: targets.indexOf(s.to) }));
}

export interface Arrow extends Aim {
  path: string;
}

/** Bent arrows from counter to counter, given where those are: they leave one and reach the other a little apart. */
export function arrowsOf(aims: readonly Aim[], at: ReadonlyMap<string, { x: number; top: number; bottom: number }>): Arrow[] {
  const coming = new Map<string, number>();
  return aims.flatMap(aim => {
    const [a, b] = [at.get(aim.from), at.get(aim.to)];
    if (!a || !b) return [];
    const [n, all] = [coming.get(aim.to) ?? 0, aims.filter(other => other.to === aim.to).length];
    coming.set(aim.to, n + 1);
    const up = b.bottom <= a.top;
    const [x0, y0, x1, y1] = [a.x, up ? a.top : a.bottom, b.x + (n - (all - 1) / 2) * 16, up ? b.bottom + 7 : b.top - 7];
    const mid = (y0 + y1) / 2;
    return [{ ...aim, path: `M${x0} ${y0}C${x0} ${mid} ${x1} ${mid} ${x1} ${y1}` }];
  });
}

/** Whom the one that is chosen, or pointed at, could aim at, with the chance. */
export function mayOf(battle: Battle, firer: string | undefined): Map<string, Target> {
  const found = battle.parties.flatMap(p => p.fighters).find(f => f.piece === firer && !(f.targets ?? []).length);
  return new Map((found?.may ?? []).map(t => [t.piece, t]));
}
