import { describe, expect, it } from 'vitest';
import { fill, tallest } from './briefing';
import { wayBetween } from './map/highlight';
import { bestPlace } from './map/labels';

describe('a briefing', () => {
  it('fills the room with as much of the board as there is', () => {
    expect(fill([40, 40, 60, 60], [100, 100], 2)).toEqual([30, 40, 70, 60]);
    expect(fill([0, 0, 20, 20], [100, 100], 2)).toEqual([0, 0, 40, 20]);
    expect(fill([0, 0, 90, 90], [100, 100], 2)).toEqual([0, 0, 100, 90]);
  });
  it('is cut a little where the table would show beside the board, but not where something would be missed', () => {
    expect(fill([0, 0, 100, 100], [100, 100], 0.95)).toEqual([2.5, 0, 97.5, 100]);
    expect(fill([0, 0, 100, 100], [100, 100], 1.05).map(Math.round)).toEqual([0, 2, 100, 98]);
    expect(fill([0, 0, 100, 100], [100, 100], 0.9)).toEqual([0, 0, 100, 100]);
  });
  it('knows how high a flat board can be', () => {
    expect(tallest([0, 10, 80, 30], [100, 40], 400)).toBe(200);
  });
  it('has words beside what they would hide', () => {
    const [x0, y0, x1, y1] = bestPlace([[0, 50], [200, 50]], [40, 10], [0, 0, 200, 100], [[[0, 30, 130, 70], 1]], 1);
    expect(x0).toBeGreaterThanOrEqual(130);
    expect([x1 <= 200, y0, y1]).toEqual([true, 45, 55]);
  });
  it('has words left or right of a short way, where there is room', () => {
    const piles: [[number, number, number, number], number][] = [[[80, 0, 116, 200], 3]];
    const [x0, y0, , y1] = bestPlace([[100, 110], [100, 90]], [160, 20], [0, 0, 400, 200], piles, 1);
    expect([x0 >= 116, y0 >= 70, y1 <= 130]).toEqual([true, true, true]);
  });
  it('has ways from pile to pile, hiding neither; between neighbours they lie over both', () => {
    const { d, over } = wayBetween([[0, 0], [200, 0]], [-20, -20, 20, 20], [180, -20, 220, 20]);
    const xs = [...d.matchAll(/[ML](-?[\d.]+),/g)].map(m => Number(m[1]));
    expect([over, Math.min(...xs) > 20, Math.max(...xs) < 170]).toEqual([false, true, true]);
    expect(wayBetween([[0, 0], [60, 0]], [-20, -20, 20, 20], [40, -20, 80, 20]).over).toBe(true);
  });
  it('has arrows that point where a way ends', () => {
    const { d } = wayBetween([[0, 0], [50, 0], [60, -40], [60, -130]], null, null);
    const ends = [...d.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].slice(-2).map(m => [Number(m[1]), Number(m[2])]);
    expect(ends[0][1] - ends[1][1]).toBeGreaterThan(5 * Math.abs(ends[1][0] - ends[0][0]));
    expect(ends[1][1]).toBeGreaterThan(-122);
  });
});
