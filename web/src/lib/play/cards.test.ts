import { describe, expect, it } from 'vitest';
import type { Entry, Heading } from '../types';
import { groupsOf } from './cards';

const heading = (level: Heading['level'], name: string): Heading => ({ level, name, rule: '' });
const entry = (text: string, ...under: Heading[]): Entry => ({ ply: 1, side: 0, words: [{ text }], rule: '', dice: [], sum: null, under });
const DAY = heading('turn', 'June 15');

describe('groups', () => {
  it('are made of what follows each other under the same headings', () => {
    const [phase, one, two] = [heading('phase', 'Maneuvers Phase'), heading('action', 'Impulse 1'), heading('action', 'Impulse 2')];
    const found = groupsOf([entry('a', DAY, phase, one), entry('b', DAY, phase, one, heading('battle', 'Attack'), heading('', 'Dice')), entry('c', DAY, phase, two)]);
    expect(found.map(g => [g.title, g.text, g.entries.length])).toEqual([['June 15', 'Maneuvers Phase · Impulse 1', 2], ['June 15', 'Maneuvers Phase · Impulse 2', 1]]);
  });
  it('name two turns in one, and what comes before play', () => {
    expect(groupsOf([entry('a', heading('turn', 'May 1942'), heading('turn', 'Axis player-turn'))])[0].title).toBe('May 1942 · Axis player-turn');
    expect(groupsOf([entry('a')])[0]).toMatchObject({ title: 'Before play', text: '' });
  });
});
