// How long and how hard a game is, in words for the cards of the first page.
import type { ScenarioInfo } from '../types';

const WORDS = ['', 'easy to learn', 'soon learned', 'some experience', 'takes patience', 'for old hands'];

export const difficultyIn = (n: number): string => WORDS[n] ?? '';

/** 95 minutes as people say it: "1½ hours". */
export function hours(minutes: number): string {
  if (minutes < 55) return `${Math.max(5, Math.round(minutes / 5) * 5)} minutes`;
  const halves = Math.round(minutes / 30);
  const whole = `${Math.floor(halves / 2) || ''}${halves % 2 ? '½' : ''}`;
  return `${whole} ${halves <= 2 ? 'hour' : 'hours'}`;
}

const span = (list: number[], one: string, many: string): string => {
  const [low, high] = [Math.min(...list), Math.max(...list)];
  return low === high ? `${low} ${low === 1 ? one : many}` : `${low} to ${high} ${many}`;
};

/** The length of a title's scenarios: time if it was measured, else turns; and the other of the two below it. */
export function lengthOf(scenarios: readonly ScenarioInfo[]): [string, string] {
  const turns = scenarios.map(s => s.turns ?? 0).filter(Boolean);
  const minutes = scenarios.map(s => s.minutes ?? 0).filter(Boolean);
  const inTurns = turns.length ? span(turns, 'turn', 'turns') : '';
  if (!minutes.length) return [inTurns || 'As long as it takes', ''];
  const [least, most] = [hours(Math.min(...minutes)), hours(Math.max(...minutes))];
  const short = most.endsWith('hours') ? least.replace(/ hours?$/, '') : least; // the unit is said once
  return [least === most ? `About ${least}` : `${short} to ${most}`, inTurns];
}
