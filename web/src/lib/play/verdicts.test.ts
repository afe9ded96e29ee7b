import { describe, expect, it } from 'vitest';
import type { Forecast } from '../types';
import { inVain, groupsOf, isFight, likeliest, wholePercents, winOf, winShown, winWords } from './verdicts';

const forecast: Forecast = {
  title: 'Attack',
  assumes: 'nothing',
  sums: [],
  chances: [
    { name: 'Overrun', chance: 0.146, verdict: 'gone' },
    { name: 'Success', chance: 0.509, verdict: 'back' },
    { name: 'Stalemate', chance: 0.085, verdict: 'both' },
    { name: 'Repulse', chance: 0.26, verdict: 'us' },
  ],
  leaves: [{ verdict: 'gone', text: 'Point 206 is taken' }],
  parties: [
    { side: 0, title: 'Allied', fighters: [] },
    { side: 1, title: 'Axis', fighters: [] },
  ],
};

describe('results in plain words', () => {
  it('keep their order and add up to 100', () => {
    const groups = groupsOf(forecast, 0);
    expect(groups.map(g => g.kind)).toEqual(['gone', 'back', 'both', 'us']);
    expect(groups.reduce((n, g) => n + g.percent, 0)).toBe(100);
    expect(groups[0]).toMatchObject({ text: 'Point 206 is taken', percent: 15, tone: '#1f6b45' });
    expect(groups[0].exact.map(c => c.name)).toEqual(['Overrun']);
  });
  it('count as one where they are the same in words', () => {
    const twice = { ...forecast, chances: [{ name: '1', means: 'no effect', chance: 0.3 }, { name: '2', means: 'a hit', chance: 0.5 }, { name: '3', means: 'no effect', chance: 0.2 }, { name: '4', means: 'two hits', chance: 0 }] };
    expect(likeliest(twice).map(c => [c.text, c.chance])).toEqual([['no effect', 0.5], ['a hit', 0.5]]);
  });
  it('are read from the seat of the reader', () => {
    expect(groupsOf(forecast, 0)[3]).toMatchObject({ name: 'Only you are hurt', tone: '#b3261e' });
    expect(groupsOf(forecast, 1)[3]).toMatchObject({ name: 'Only the attackers are hurt', tone: '#1f6b45' });
    expect(groupsOf(forecast, -1)[3].name).toBe('Only the attackers are hurt');
    expect([0, 1, -1].map(v => groupsOf({ ...forecast, fought_out: true }, v)[3].name)).toEqual(['Your attackers are gone', 'The attackers are gone', 'Attackers gone']);
    expect(winOf(forecast, 0)).toBeCloseTo(0.655);
    expect(winOf(forecast, 1)).toBeCloseTo(0.345);
    expect([0, 1, -1].map(v => winWords(forecast, v))).toEqual(['that you win the fight', 'that you hold', 'that the attack succeeds']);
  });
  it('are called as the title calls them, where nobody holds or yields', () => {
    const raid: Forecast = { ...forecast, win: 'that the mission takes effect', leaves: [{ verdict: 'back', text: 'all come back', name: 'It takes effect' }] };
    expect(groupsOf(raid, 1).map(g => g.name)).toEqual(['Your defenders are gone', 'It takes effect', 'Both hurt, or nobody', 'Only the attackers are hurt']);
    expect(winWords(raid, 0)).toBe('that the mission takes effect');
  });
  it('say of an attack that brings nothing what it costs', () => {
    const odds = (...chances: number[]): Forecast => ({ ...forecast, chances: chances.map((chance, i) => ({ ...forecast.chances[i], chance })) });
    expect(inVain(forecast, 0)).toBe('');
    expect(inVain(odds(0, 0, 0.4, 0.6), 0)).toBe('This attack cannot be won, and in 60 % of cases only you are hurt.');
    expect(inVain(odds(0, 0.003, 0.997, 0), 0)).toBe('This attack is hardly ever won.');
    expect(inVain(odds(0.01, 0.03, 0.36, 0.6), 0)).toBe('This attack is won in 4 % of cases only, and in 60 % only you are hurt.');
    expect(inVain(odds(0, 0.09, 0.91, 0), 0)).toBe('This attack is won in 9 % of cases only.');
    expect(inVain(odds(0, 0.1, 0.3, 0.6), 0)).toBe('');
    expect(inVain(odds(0, 0, 0.4, 0.6), 1)).toBe(''); // the defender is glad
    expect(inVain({ ...forecast, parties: [], chances: [{ name: 'a fault', chance: 1 }] }, 0)).toBe('');
  });
  it('are as many above the groups as in them', () => {
    const chances = [0.004, 0.533, 0.338, 0.125].map((chance, i) => ({ ...forecast.chances[i], chance }));
    const close = { ...forecast, chances };
    expect(groupsOf(close, 0).map(g => g.percent)).toEqual([1, 53, 34, 12]);
    expect([winShown(close, 0), winShown(close, 1)]).toEqual([0.54, 0.46]);
  });
  it('round so that nothing gets lost', () => {
    expect(wholePercents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
    expect(wholePercents([0.005, 0.995])).toEqual([1, 99]);
    expect(wholePercents([])).toEqual([]);
  });
  it('belong to fights only', () => {
    expect(isFight(forecast)).toBe(true);
    expect(isFight({ ...forecast, parties: [] })).toBe(false);
    expect(isFight(null)).toBe(false);
  });
});
