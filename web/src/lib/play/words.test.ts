import { describe, expect, it } from 'vitest';
import { AREAS, piece } from '../../test/boards';
import { buildModel } from '../map/model';
import { briefingAddress, readRoute, rulesAddress } from '../route';
import { KEYS, readKey } from './keys';
import { chanceText, linkWord, marginOf, nowhere, percent, precision, ruleName } from './words';

describe('words of the log', () => {
  const model = buildModel(AREAS);
  const pieces = new Map([['7RTR', piece('7RTR', '2')]]);
  it('become links to places, also by way of a unit', () => {
    expect(linkWord({ text: 'East', is: 'space', id: '2' }, model, pieces)).toEqual({ text: 'East', space: '2' });
    expect(linkWord({ text: '7RTR', is: 'piece', id: '7RTR' }, model, pieces)).toEqual({ text: '7RTR', piece: '7RTR', space: '2' });
  });
  it('stay words if they name nothing', () => {
    expect(linkWord({ text: '2' }, model, pieces)).toEqual({ text: '2' });
    expect(linkWord({ text: 'Axis', is: 'piece', id: '15BDE' }, model, pieces)).toEqual({ text: 'Axis' });
  });
});

describe('rules', () => {
  it('are shown by their number in the original, never by a code', () => {
    expect(['11.4.2A', '9.J.1', 'PC-3'].map(ruleName)).toEqual(['11.4.2A', '9.J.1', 'rule']);
  });
});

describe('percentages', () => {
  it('never call the possible impossible or certain', () => {
    expect([0, 0.004, 0.146, 0.5, 0.996, 0.7 + 0.2 + 0.1, 1].map(percent)).toEqual(['0 %', '0.4 %', '15 %', '50 %', '99.6 %', '100 %', '100 %']);
  });
  it('say how precise they are', () => {
    expect(chanceText(0.43, 0)).toBe('43 %');
    expect(chanceText(0.434, 0.0309)).toBe('about 43 %, ±3');
    expect(chanceText(0, 0.0038)).toBe('under 1 %');
    expect(chanceText(1, 0.037)).toBe('over 96 %');
    expect(chanceText(0.99, 0.04)).toBe('about 99 %, at least 95');
    expect(chanceText(0.01, 0.04)).toBe('about 1 %, at most 5');
    expect(marginOf(0.5, 0)).toBe(0);
    expect(marginOf(0.5, 1000)).toBeCloseTo(0.0309, 4);
    expect(marginOf(0, 1000)).toBeCloseTo(0.0038, 4);
    const forecast = { title: '', assumes: '', sums: [], chances: [] };
    expect(precision({ ...forecast, assumes: '' })).toBe('Exact.');
    expect(precision({ ...forecast, assumes: 'nobody joins' })).toBe('Exact, if nobody joins.');
    expect(precision({ ...forecast, assumes: '', samples: 1000 })).toBe('From 1,000 trials, 95 % sure to be within the margin.');
  });
});

describe('addresses', () => {
  it('lead to the lobby or to a game', () => {
    expect(readRoute('')).toEqual({ page: 'lobby' });
    expect(readRoute('#/games/ab-C?token=x')).toEqual({ page: 'game', id: 'ab-C', token: 'x', briefing: false });
    expect(readRoute('#/games/ab?briefing')).toEqual({ page: 'game', id: 'ab', token: null, briefing: true });
    expect(readRoute('#/rules/gazala')).toEqual({ page: 'rules', slug: 'gazala', to: '', game: '' });
    expect(readRoute(rulesAddress('gazala', '7.0-d', 'ab'))).toEqual({ page: 'rules', slug: 'gazala', to: '7.0-d', game: 'ab' });
    expect(readRoute(briefingAddress('theseus', 'bir_hacheim'))).toEqual({ page: 'briefing', slug: 'theseus', scenario: 'bir_hacheim' });
    expect(readRoute('#/briefing/theseus')).toEqual({ page: 'lobby' });
  });
});

describe('keys', () => {
  const press = (key: string, target: Element, more = {}): string | null => readKey({ key, target, ctrlKey: false, metaKey: false, altKey: false, ...more } as unknown as KeyboardEvent);
  it('mean what the help says', () => {
    expect(press('z', document.body)).toBe('undo');
    expect(press('E', document.body)).toBe('end');
    expect(press('2', document.body)).toBe('choose');
    expect(press('ArrowLeft', document.body)).toBe('walk');
    expect(KEYS.length).toBeGreaterThan(8);
  });
  it('are left to fields, buttons and the browser', () => {
    const field = document.createElement('input');
    expect(press('z', field)).toBeNull();
    expect(press('Escape', field)).toBe('back');
    expect(press('Enter', document.createElement('button'))).toBeNull();
    expect(press('z', document.body, { ctrlKey: true })).toBeNull();
  });
});

describe('a counter that is not to be seen', () => {
  it('may lie beneath another where the sides hide things, and is in play then', () => {
    expect([nowhere(1, 0, true), nowhere(0, 0, true), nowhere(1, 0, false)]).toEqual(['not in sight', 'not in play', 'not in play']);
  });
});
describe('a chance that is nearly whole', () => {
  it('is not called whole', () => {
    expect([percent(0.9999), percent(0.9991), percent(0.0001), percent(1)]).toEqual(['over 99.9 %', '99.9 %', 'under 0.1 %', '100 %']);
  });
});
