import { describe, expect, it } from 'vitest';
import type { Battle } from '../types';
import { aimsOf, arrowsOf, fieldOf, inLines, mayOf } from './lines';

const BATTLE: Battle = {
  title: 'El Adem',
  stages: [],
  parties: [
    { side: 0, title: 'Allied', lines: ['Front Line', 'Second Line'], fighters: [{ piece: 'NZ' }, { piece: '4 Ind', line: 1 }, { piece: 'HQ', line: -1 }] },
    { side: 1, title: 'Axis', lines: ['Front Line', 'Second Line'], fighters: [{ piece: '15', targets: [{ piece: 'NZ', chance: 0.6 }] }, { piece: 'Ariete', line: 1, targets: [{ piece: 'NZ', chance: 0.4 }, { piece: '4 Ind' }] }] },
  ],
};
const PLAIN: Battle = { title: '', stages: [], parties: [{ side: 0, title: '', fighters: [{ piece: 'a' }] }, { side: 1, title: '', fighters: [] }] };

describe('the field', () => {
  it('has the viewer below and fronts that face each other', () => {
    const own = fieldOf(BATTLE, 1);
    expect(own.above.map(l => [l.side, l.name])).toEqual([[0, 'Second Line'], [0, 'Front Line']]);
    expect(own.below.map(l => [l.side, l.name])).toEqual([[1, 'Front Line'], [1, 'Second Line']]);
    expect(own.above.map(l => l.fighters.map(f => f.piece))).toEqual([['4 Ind'], ['NZ']]);
    expect(fieldOf(BATTLE, 0).below[0].side).toBe(0);
    expect(fieldOf(BATTLE, -1).below[0].side).toBe(0); // who watches sees it as the attacker does
  });
  it('keeps apart who stands in no line', () => {
    expect(fieldOf(BATTLE, 1).aside).toEqual([{ side: 0, fighters: [{ piece: 'HQ', line: -1 }] }]);
  });
  it('is for battles with lines or targets', () => {
    expect([inLines(BATTLE), inLines(PLAIN)]).toEqual([true, false]);
    expect(fieldOf(PLAIN, 0).below).toEqual([{ name: '', side: 0, fighters: [{ piece: 'a' }] }]);
  });
});

describe('aims', () => {
  it('letter their targets in the order in which they stand', () => {
    expect(aimsOf(BATTLE).map(a => [a.from, a.mark, a.to, a.chance])).toEqual([['15', 'A', 'NZ', 0.6], ['Ariete', 'A', 'NZ', 0.4], ['Ariete', 'B', '4 Ind', -1]]);
  });
  it('become arrows that end apart', () => {
    const at = new Map([['15', { x: 50, top: 200, bottom: 260 }], ['Ariete', { x: 150, top: 300, bottom: 360 }], ['NZ', { x: 50, top: 40, bottom: 100 }]]);
    const arrows = arrowsOf(aimsOf(BATTLE), at);
    expect(arrows.map(a => a.path)).toEqual(['M50 200C50 153.5 42 153.5 42 107', 'M150 300C150 203.5 58 203.5 58 107']);
  });
  it('also go down', () => {
    const at = new Map([['15', { x: 50, top: 0, bottom: 60 }], ['NZ', { x: 50, top: 100, bottom: 160 }]]);
    expect(arrowsOf(aimsOf(BATTLE).slice(0, 1), at)[0].path).toBe('M50 60C50 76.5 50 76.5 50 93');
  });
});

describe('who may be aimed at', () => {
  const waiting = structuredClone(BATTLE);
  waiting.parties[1].fighters.push({ piece: '21', may: [{ piece: 'NZ', chance: 0.5 }] }, { piece: '90', targets: [{ piece: 'NZ' }], may: [{ piece: 'NZ' }] });
  it('is known of who has no target yet', () => {
    expect([...mayOf(waiting, '21')]).toEqual([['NZ', { piece: 'NZ', chance: 0.5 }]]);
    expect([mayOf(waiting, '90').size, mayOf(waiting, '15').size, mayOf(waiting, undefined).size]).toEqual([0, 0, 0]);
  });
});
