import { describe, expect, it } from 'vitest';
import { chartOf, luckOf, thrown } from './report';

const row = (side: number, of: number, rolls: number, expected: number, got: number) => ({ ply: 1, battle: false, words: [], side, of, rolls, expected, got });

describe('the chart of points', () => {
  it('draws points as steps', () => {
    const chart = chartOf([{ ply: 0, when: 'June 15 · a', turn: 'June 15', allied: 0, axis: 0 }, { ply: 10, when: 'June 16 · b', turn: 'June 16', allied: 4, axis: 1 }], 640, 190);
    expect(chart.lines[0]).toBe('M40.0 205.0H680.0V15.0');
    expect(chart.ends[0]).toBeLessThan(chart.ends[1]);
    expect(chart.ticks.map(t => t.text)).toEqual(['June 15', 'June 16']);
  });
  it('has its words within a narrow chart', () => {
    const chart = chartOf([{ ply: 0, when: 'a', turn: 'June 15', allied: 0, axis: 0 }, { ply: 10, when: 'b', turn: 'June 16', allied: 4, axis: 1 }], 260, 130);
    expect(chart.ticks.map(t => t.x)).toEqual([70, 260]);
  });
});

describe('luck', () => {
  it('counts each size of dice for itself', () => {
    const luck = luckOf([row(0, 6, 2, 7, 4), row(0, 100, 1, 50.5, 90), row(0, 6, 1, 3.5, 6), row(1, 6, 1, 3.5, 3)]);
    expect(luck.sides).toEqual([
      [
        { of: 6, rolls: 3, expected: 10.5, got: 10, luck: -0.5 },
        { of: 100, rolls: 1, expected: 50.5, got: 90, luck: 39.5 },
      ],
      [{ of: 6, rolls: 1, expected: 3.5, got: 3, luck: -0.5 }],
    ]);
  });

  it('has it that a low die is good where the rule says so', () => {
    expect(luckOf([{ ...row(1, 10, 1, 4.5, 1), low: true }]).sides[1]).toEqual([{ of: 10, rolls: 1, expected: 4.5, got: 1, luck: 3.5 }]);
  });

  it('names dice as people do', () => {
    expect([thrown(1, 6), thrown(46, 10), thrown(3, 100)]).toEqual(['1 six-sided die', '46 ten-sided dice', '3 percentile rolls']);
  });

  it('measures bars within a size', () => {
    expect(luckOf([row(0, 6, 2, 7, 4), row(0, 100, 1, 50.5, 90), row(1, 6, 1, 3.5, 3)]).most).toEqual({ 6: 3, 100: 39.5 });
    expect(luckOf([]).sides).toEqual([[], []]);
  });
});
