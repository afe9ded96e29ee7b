// Results in plain words, from the reader's seat: four groups whose order never changes.
import type { Chance, Forecast, Leaves, Verdict } from '../types';

export type Plain = Exclude<Verdict, ''>;
export interface Group {
  kind: Plain;
  name: string;
  text: string; // what it leaves
  rule: string;
  chance: number;
  percent: number; // whole; all of a forecast add up to 100
  tone: string;
  exact: Chance[]; // the results beneath it, likeliest first
}

export const WORTH = 0.1; // what is won more rarely is not proposed
export const ORDER: readonly Plain[] = ['gone', 'back', 'both', 'us'];

type Seat = 'attacker' | 'defender' | 'onlooker';
const NAMES: Record<Seat, Record<Plain, string>> = {
  attacker: { gone: 'Defenders gone', back: 'Defenders hurt or driven back', both: 'Both hurt, or nobody', us: 'Only you are hurt' },
  defender: { gone: 'Your defenders are gone', back: 'You are hurt or driven back', both: 'Both hurt, or nobody', us: 'Only the attackers are hurt' },
  onlooker: { gone: 'Defenders gone', back: 'Defenders hurt or driven back', both: 'Both hurt, or nobody', us: 'Only the attackers are hurt' },
};
/** Of a fight that ends when one side is gone. */
const FOUGHT_OUT: Record<Seat, Partial<Record<Plain, string>>> = {
  attacker: { both: 'Nobody wins', us: 'Your attackers are gone' },
  defender: { both: 'Nobody wins', us: 'The attackers are gone' },
  onlooker: { both: 'Nobody wins', us: 'Attackers gone' },
};
const TONES: Record<'attacker' | 'defender', Record<Plain, string>> = {
  attacker: { gone: '#1f6b45', back: '#6aa27c', both: '#b59a56', us: '#b3261e' },
  defender: { gone: '#b3261e', back: '#c77d5f', both: '#b59a56', us: '#1f6b45' },
};

export const seatOf = (attacker: number, viewer: number): Seat => (viewer < 0 ? 'onlooker' : viewer === attacker ? 'attacker' : 'defender');
export const attackerOf = (forecast: Forecast): number => forecast.parties?.[0]?.side ?? -1;
export const toneOf = (kind: Plain, seat: Seat): string => TONES[seat === 'defender' ? 'defender' : 'attacker'][kind];
export const nameOf = (kind: Plain, seat: Seat, foughtOut = false): string => (foughtOut && FOUGHT_OUT[seat][kind]) || NAMES[seat][kind];

/** Whole per cents that add up to 100: what is cut off goes to those who lost most by it. */
export function wholePercents(chances: readonly number[], all = Math.round(chances.reduce((n, c) => n + c, 0) * 100)): number[] {
  const floors = chances.map(c => Math.floor(c * 100 + 1e-9));
  let left = all - floors.reduce((n, f) => n + f, 0);
  const order = chances.map((c, i) => [c * 100 - floors[i], i]).sort((a, b) => b[0] - a[0]);
  for (const [, i] of order) {
    if (left <= 0) break;
    floors[i] += 1;
    left -= 1;
  }
  return floors;
}

/** Whole per cents of the groups: those that are won add up to what is said of winning, all of them to 100. */
function inParts(kinds: readonly Plain[], sums: readonly number[]): number[] {
  const won = sums.filter((_, i) => isWon(kinds[i]));
  const lost = sums.filter((_, i) => !isWon(kinds[i]));
  const first = Math.round(won.reduce((n, c) => n + c, 0) * 100);
  const parts = [wholePercents(won, first), wholePercents(lost, Math.round(sums.reduce((n, c) => n + c, 0) * 100) - first)];
  return kinds.map(kind => parts[isWon(kind) ? 0 : 1].shift()!);
}
const isWon = (kind: Plain): boolean => kind === 'gone' || kind === 'back';

/** The four groups that can come of a fight; those that a title never has are left out. */
export function groupsOf(forecast: Forecast, viewer: number): Group[] {
  const seat = seatOf(attackerOf(forecast), viewer);
  const kinds = ORDER.filter(kind => forecast.chances.some(c => c.verdict === kind) || forecast.leaves?.some(l => l.verdict === kind));
  const sums = kinds.map(kind => forecast.chances.filter(c => c.verdict === kind).reduce((n, c) => n + c.chance, 0));
  const whole = inParts(kinds, sums);
  return kinds.map((kind, i) => {
    const left: Leaves | undefined = forecast.leaves?.find(l => l.verdict === kind);
    const exact = forecast.chances.filter(c => c.verdict === kind).sort((a, b) => b.chance - a.chance);
    return { kind, name: left?.name || nameOf(kind, seat, forecast.fought_out), text: left?.text ?? '', rule: left?.rule ?? '', chance: sums[i], percent: whole[i], tone: toneOf(kind, seat), exact };
  });
}

/** The chance that the reader comes out of it better: the attacker drives them back, the defender holds. */
export function winOf(forecast: Forecast, viewer: number): number {
  const won = forecast.chances.filter(c => c.verdict === 'gone' || c.verdict === 'back').reduce((n, c) => n + c.chance, 0);
  return seatOf(attackerOf(forecast), viewer) === 'defender' ? Math.max(0, 1 - won) : won;
}

/** The same as it stands above the groups: in whole per cents, and as many as theirs together. */
export function winShown(forecast: Forecast, viewer: number): number {
  const groups = groupsOf(forecast, viewer);
  const won = groups.filter(g => isWon(g.kind)).reduce((n, g) => n + g.percent, 0);
  const all = groups.reduce((n, g) => n + g.percent, 0);
  return (seatOf(attackerOf(forecast), viewer) === 'defender' ? all - won : won) / 100;
}

/** What an attack costs that brings its attacker next to nothing, in a sentence; of any other fight nothing is said. */
export function inVain(forecast: Forecast, viewer: number): string {
  const won = winShown(forecast, viewer);
  if (!isFight(forecast) || seatOf(attackerOf(forecast), viewer) !== 'attacker' || won >= WORTH) return '';
  const hurt = groupsOf(forecast, viewer).find(g => g.kind === 'us')?.percent ?? 0;
  const rarely = won ? `is won in ${Math.round(won * 100)} % of cases only` : winOf(forecast, viewer) ? 'is hardly ever won' : 'cannot be won';
  return `This attack ${rarely}${hurt ? `, and in ${hurt} %${won ? '' : ' of cases'} ${forecast.fought_out ? 'your attackers are gone' : 'only you are hurt'}` : ''}.`;
}

/** What can come of it, likeliest first; results that are the same in words count as one. */
export function likeliest(forecast: Forecast): { text: string; chance: number; margin: number }[] {
  const found = new Map<string, { text: string; chance: number; margin: number }>();
  for (const c of forecast.chances.filter(c => c.chance)) {
    const text = c.means || c.name;
    const known = found.get(text) ?? { text, chance: 0, margin: 0 };
    found.set(text, { text, chance: known.chance + c.chance, margin: Math.max(known.margin, c.margin ?? 0) });
  }
  return [...found.values()].sort((a, b) => b.chance - a.chance);
}

export const winWords = (forecast: Forecast, viewer: number): string => forecast.win || ({ attacker: 'that you win the fight', defender: 'that you hold', onlooker: 'that the attack succeeds' })[seatOf(attackerOf(forecast), viewer)];
export const isFight = (forecast: Forecast | null | undefined): boolean => (forecast?.parties?.length ?? 0) === 2 && (forecast?.chances ?? []).some(c => c.verdict);
