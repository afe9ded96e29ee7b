import { describe, expect, it } from 'vitest';
import { HEXES, piece } from '../../test/boards';
import type { Badge, Board } from '../types';
import { overlaps, type Rect } from './geometry';
import { layOut } from './layout';
import { buildModel } from './model';
import { numberAt, besides, printedAgain } from './printed';
import { besideCounter } from './scene';

const STAR: Badge = { kind: 'vp', text: '1', corner: 'ne' };
const FORT: Badge = { kind: 'fort', text: '-2', corner: 'nw' };
const board: Board = { ...HEXES, counter: 46, spaces: HEXES.spaces.map(s => (s.id === '0202' ? { ...s, badges: [STAR, FORT] } : s)) };
const model = buildModel(board);
const marks = (...at: string[]): ReturnType<typeof printedAgain> => printedAgain(model, layOut(model, at.map((id, i) => piece(`u${i}`, id))));
const box = ([x, y]: readonly number[]): Rect => [x - 9, y - 7, x + 9, y + 7];

describe('printed marks', () => {
  it('are not repeated where nobody stands', () => {
    expect(marks()).toEqual([]);
  });
  it('lie over the counters of their own hex', () => {
    expect(marks('0202').map(m => m.badge)).toEqual([STAR, FORT]);
  });
  it('stay where they are printed as long as they can be read there', () => {
    const [x, y] = model.place.get('0202')!.centre;
    expect(marks('0202').map(({ at }) => [Math.sign(at[0] - x), Math.sign(at[1] - y)])).toEqual([[1, -1], [-1, -1]]);
    const low = buildModel({ ...board, spaces: board.spaces.map(s => (s.badges ? { ...s, badges: [{ ...STAR, corner: 'se' as const }] } : s)) });
    const [star] = printedAgain(low, layOut(low, [piece('u', '0202')]));
    expect(star.at[0] > x && star.at[1] > y).toBe(true);
  });
  it('stay there over a pile, too, whose number makes way: a part of what is printed would be seen beneath', () => {
    const layout = layOut(model, ['a', 'b', 'c'].map(id => piece(id, '0202')));
    const [pile] = layout.piles;
    const [star] = printedAgain(model, layout);
    const { centre } = model.place.get('0202')!;
    expect(star.at).toEqual(besideCounter(centre, 'ne', model.grid, 23));
    const [x, y] = numberAt(model, layout, pile);
    expect(overlaps(box(star.at), [x - 8, y - 8, x + 8, y + 8])).toBe(false);
    expect(numberAt(model, layout, { ...pile, space: '0101' })).toEqual([pile.rect[2] - 1, pile.rect[1] + 1]);
  });
  it('that only the scenario has are seen whoever stands there', () => {
    const plain = buildModel({ ...board, spaces: board.spaces.map(s => (s.badges ? { ...s, badges: [FORT] } : s)) });
    const more = besides([{ id: '0202', badges: [{ ...STAR, text: '3' }] }]);
    const seen = (...at: string[]): (string | undefined)[] => printedAgain(plain, layOut(plain, at.map((id, i) => piece(`u${i}`, id))), more).map(m => m.badge.text);
    expect(seen()).toEqual(['3']);
    expect(seen('0202')).toEqual(['-2', '3']);
  });
  it('make way for the counters of the next hexes, and for each other', () => {
    const around = ['0202', '0201', '0102', '0103', '0302', '0203'];
    const { piles } = layOut(model, around.map((id, i) => piece(`u${i}`, id)));
    const [star, fort] = marks(...around);
    for (const { space, rect } of piles) if (space !== '0202') for (const { at } of [star, fort]) expect(overlaps(box(at), rect)).toBe(false);
    expect(overlaps(box(star.at), box(fort.at))).toBe(false);
  });
  it('of an empty hex are seen beside the piles of the next one', () => {
    const crowd = Array.from({ length: 4 }, () => '0103');
    const seen = marks(...crowd, '0102', '0302', '0201');
    const { piles } = layOut(model, [...crowd, '0102', '0302', '0201'].map((id, i) => piece(`u${i}`, id)));
    for (const { at } of seen) for (const { rect } of piles) expect(overlaps(box(at), rect)).toBe(false);
  });
});
