// Figures of the end of a game: the chart of points, and each side's dice against expectation.
import type { Report } from '../types';

export interface Chart {
  lines: [string, string];
  ends: [number, number];
  rows: { y: number; value: number }[];
  ticks: { x: number; text: string }[];
}

export function chartOf(scores: Report['scores'], width: number, height: number): Chart {
  const most = Math.max(1, ...scores.flatMap(s => [s.allied, s.axis]));
  const least = Math.min(0, ...scores.flatMap(s => [s.allied, s.axis]));
  const last = Math.max(1, scores.at(-1)?.ply ?? 1);
  const x = (ply: number): number => 40 + (ply / last) * width;
  const y = (v: number): number => 15 + (1 - (v - least) / (most - least || 1)) * height;
  const line = (of: (s: Report['scores'][number]) => number): string =>
    scores.map((s, i) => `${i ? `H${x(s.ply).toFixed(1)}V` : `M${x(s.ply).toFixed(1)} `}${y(of(s)).toFixed(1)}`).join('');
  const step = Math.max(1, Math.ceil((most - least) / 6));
  const rows: Chart['rows'] = [];
  for (let v = Math.ceil(least / step) * step; v <= most; v += step) rows.push({ y: y(v), value: v });
  const ticks: Chart['ticks'] = [];
  let day = '';
  for (const s of scores) {
    const name = s.turn;
    if (name !== day && (!ticks.length || x(s.ply) - ticks[ticks.length - 1].x > 90)) ticks.push({ x: Math.max(70, Math.min(width, x(s.ply))), text: name });
    day = name;
  }
  const end = scores.at(-1);
  return { lines: [line(s => s.allied), line(s => s.axis)], ends: [y(end?.allied ?? 0), y(end?.axis ?? 0)], rows, ticks };
}

export interface Thrown {
  of: number; // faces: a point of a percentile roll is no point of a six-sided die
  rolls: number;
  expected: number;
  got: number;
  luck: number; // more than was to be expected, or less where that is the better
}

/** How much better than on average. */
export const luckIn = (r: Report['luck'][number]): number => (r.low ? -1 : 1) * (r.got - r.expected);

const SIDED: Record<number, string> = { 6: 'six-sided', 10: 'ten-sided' };

/** "46 six-sided dice". */
export function thrown(rolls: number, of: number): string {
  if (of === 100) return `${rolls} percentile ${rolls === 1 ? 'roll' : 'rolls'}`;
  return `${rolls} ${SIDED[of] ?? `${of}-sided`} ${rolls === 1 ? 'die' : 'dice'}`;
}

/** Each side's dice, size by size, and the largest difference of each size: the length of a whole bar. */
export function luckOf(rows: Report['luck']): { sides: Thrown[][]; rows: Report['luck']; most: Record<number, number> } {
  const sizes = [...new Set(rows.map(r => r.of))].sort((a, b) => a - b);
  const sides = [0, 1].map(side =>
    sizes.flatMap(of => {
      const own = rows.filter(r => r.side === side && r.of === of);
      const sum = (what: (r: Report['luck'][number]) => number): number => own.reduce((n, r) => n + what(r), 0);
      return own.length ? [{ of, rolls: sum(r => r.rolls), expected: sum(r => r.expected), got: sum(r => r.got), luck: sum(luckIn) }] : [];
    }),
  );
  const most = Object.fromEntries(sizes.map(of => [of, Math.max(1, ...rows.filter(r => r.of === of).map(r => Math.abs(r.got - r.expected)))]));
  return { sides, rows, most };
}
