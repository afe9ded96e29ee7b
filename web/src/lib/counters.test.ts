import { describe, expect, it } from 'vitest';
import { counterImage, counterName, drawCounter, lookKey } from './counters';
import { faceLevel } from './faces.svelte';
import { textPath, textWidth } from './map/letters';
import { SvgPen } from './pens';
import type { Face } from './types';

const TANK: Face = { nation: 'german', symbol: 'armour', factors: '15-12-24', left: '5/1', right: '21 PZ', size: 'battalion', pips: [2, 3], red: '0', title: '5th Panzer Regiment' };
const svg = (face: Face, look = {}): string => {
  const pen = new SvgPen();
  drawCounter(pen, face, look);
  return pen.svg('0 0 46 46', 46);
};
const rightmost = (d: string): number => Math.max(...[...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(m => Number(m[1])));

describe('lettering', () => {
  it('has exact widths', () => {
    expect(textWidth('24-20-16', 10, 700)).toBeGreaterThan(textWidth('24-20', 10, 700));
    expect(textWidth('', 10)).toBe(0);
    expect(textWidth('AA', 10, 700, 2)).toBeCloseTo(2 * textWidth('A', 10, 700) + 2, 5);
  });
  it('is centred where asked', () => {
    const width = textWidth('HQ', 20, 700);
    expect(rightmost(textPath('HQ', 50, 0, { size: 20, weight: 700, anchor: 'middle' }))).toBeLessThanOrEqual(50 + width / 2);
  });
});

describe('a counter', () => {
  it('keeps the longest figures inside', () => {
    for (const factors of ['24-20-16', '(0.5)-0.5-16', '240-200-8', '6*-5', '2']) {
      const paths = [...svg({ nation: 'british', symbol: 'infantry', factors }).matchAll(/ d="(M[^"]*)" fill="#241704"/g)].map(m => m[1]);
      expect(Math.max(...paths.map(rightmost))).toBeLessThan(45);
    }
  });
  it('keeps its heading clear of the note beside it', () => {
    const ends = (note: string): number => Math.max(...[...svg({ nation: 'british', symbol: 'air', top: 'Blenheim IV', note }).matchAll(/ d="(M[^"]*)" fill="#241704"/g)].map(m => m[1]).slice(0, 1).map(rightmost));
    expect(ends('24')).toBeLessThan(43.5 - textWidth('24', 9, 700));
  });
  it('shows steps left and lost', () => {
    const pips = svg(TANK).match(/cx="41.8"[^/]*/g)!;
    expect(pips).toHaveLength(3);
    expect(pips.filter(p => p.includes('fill="none"'))).toHaveLength(1);
  });
  it('prints the named figure in red', () => {
    expect(svg(TANK)).toContain('#a3160f');
    expect(svg({ ...TANK, red: '' })).not.toContain('#a3160f');
  });
  it('changes its looks with its state', () => {
    expect(svg({ ...TANK, weak: true })).toContain('#fffdf4');
    expect(svg(TANK, { states: [{ kind: 'disrupted' }] })).toContain('#e28a2b');
    expect(svg(TANK, { spent: true })).toContain('saturate');
    expect(svg(TANK, { states: [{ kind: 'out_of_supply', text: 'S' }] })).toContain('cy="27"');
  });
  it('tells its side by its shape, whatever its colour', () => {
    const frame = /<rect[^>]*stroke="#2b3326"/;
    expect(svg(TANK)).toMatch(frame);
    expect(svg({ ...TANK, nation: 'british' })).not.toMatch(frame);
    expect(svg({ ...TANK, nation: 'neutral' }, { side: 1 })).toMatch(frame);
    expect(svg(TANK, { side: 0 })).not.toMatch(frame);
  });
  it('is made once for each look', () => {
    expect(counterImage('a', TANK)).toBe(counterImage('a', TANK));
    expect(lookKey('a', TANK, { spent: true })).not.toBe(lookKey('a', TANK));
    expect(counterImage('a', TANK)).toMatch(/^data:image\/svg\+xml,%3csvg/);
  });
  it('has a name that can be read out', () => {
    const [whole, hurt] = [counterName({ ...TANK, pips: [1, 1], weak: true }), counterName({ ...TANK, pips: [1, 2], weak: true })];
    expect([whole.includes('reduced'), whole.includes('1 of 1 step'), whole.includes('steps')]).toEqual([false, true, false]); // it is Disrupted
    expect(hurt).toContain('1 of 2 steps, reduced');
    expect(counterName({ ...TANK, pips: undefined, weak: true })).toContain('reduced');
    expect(counterName({ ...TANK, title: '7th Armoured Division, armour' })).toBe('7th Armoured Division, armour, German, 15-12-24, 2 of 3 steps'); // its arm once
    expect(counterName(TANK, { states: [{ kind: 'out_of_supply', title: 'out of supply' }] })).toBe('5th Panzer Regiment, German, armour, 15-12-24, 2 of 3 steps, out of supply');
  });
  it('is sharp at every zoom', () => {
    for (const px of [20, 46, 60, 92, 150]) expect(faceLevel(px) * 46).toBeGreaterThanOrEqual(px * 0.98);
  });
});
