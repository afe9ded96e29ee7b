import { describe, expect, it } from 'vitest';
import { AREAS, piece } from '../../test/boards';
import { buildModel } from '../map/model';
import { readRoute } from '../route';
import type { RuleInfo } from '../types';
import { KEYS, readKey } from './keys';
import { findRule, search, splitRefs } from './rulebook';
import { chanceText, linkWord, marginOf, percent, precision } from './words';

const row = (id: string, requirement = ''): RuleInfo => ({ id, chapter: id.split('.')[0], topic: '', requirement, ruling: '', case: '' });
const BOOK = [row('9.2', 'costs of entering, see 11.4'), row('11.4-a', 'sums'), row('11.4-b', 'a Repulse'), row('11.41', 'other'), row('12.1B', 'Maximum Attack')];

describe('the rule book', () => {
  it('finds a row by its number, or the nearest that is meant', () => {
    expect(findRule(BOOK, '9.2')?.id).toBe('9.2');
    expect(findRule(BOOK, '11.4')?.id).toBe('11.4-a');
    expect(findRule(BOOK, '11.4B')?.id).toBe('11.4-b');
    expect(findRule(BOOK, '9.2.1')?.id).toBe('9.2');
    expect(findRule(BOOK, '77')).toBeNull();
  });
  it('searches all words', () => {
    expect(search(BOOK, 'repulse a').map(r => r.id)).toEqual(['11.4-b']);
    expect(search(BOOK, '')).toHaveLength(5);
  });
  it('links the numbers that it knows', () => {
    expect(splitRefs('see 11.4 and 3.7', new Set(BOOK.map(r => r.id)))).toEqual([{ text: 'see ' }, { text: '11.4', rule: '11.4' }, { text: ' and 3.7' }]);
  });
});

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

describe('percentages', () => {
  it('never call the possible impossible or certain', () => {
    expect([0, 0.004, 0.146, 0.5, 0.996, 1].map(percent)).toEqual(['0 %', '0.4 %', '15 %', '50 %', '99.6 %', '100 %']);
  });
  it('say how precise they are', () => {
    expect(chanceText(0.43, 0)).toBe('43 %');
    expect(chanceText(0.434, 0.0309)).toBe('about 43 %, ±3');
    expect(chanceText(0, 0.0038)).toBe('about 0 %, ±1');
    expect(marginOf(0.5, 0)).toBe(0);
    expect(marginOf(0.5, 1000)).toBeCloseTo(0.0309, 4);
    expect(marginOf(0, 1000)).toBeCloseTo(0.0038, 4);
    const forecast = { title: '', assumes: '', sums: [], chances: [] };
    expect(precision(forecast)).toBe('Exact');
    expect(precision({ ...forecast, samples: 1000 })).toBe('From 1,000 trials, 95 % sure to be within the margin');
  });
});

describe('addresses', () => {
  it('lead to the lobby or to a game', () => {
    expect(readRoute('')).toEqual({ page: 'lobby' });
    expect(readRoute('#/games/ab-C?token=x')).toEqual({ page: 'game', id: 'ab-C', token: 'x' });
    expect(readRoute('#/games/ab')).toEqual({ page: 'game', id: 'ab', token: null });
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
