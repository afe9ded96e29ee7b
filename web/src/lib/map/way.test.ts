import { describe, expect, it } from 'vitest';
import type { Point } from '../types';
import { along, finely, lengthOf, upTo } from './way';

const CORNER: Point[] = [[0, 0], [10, 0], [10, 10]];

describe('a way', () => {
  it('is as long as its steps', () => {
    expect([lengthOf(CORNER), lengthOf([[3, 4]]), lengthOf([])]).toEqual([20, 0, 0]);
  });
  it('is gone by shares of its length', () => {
    expect([along(CORNER, 0.25), along(CORNER, 0.75), along(CORNER, 2), along(CORNER, -1)]).toEqual([[5, 0], [10, 5], [10, 10], [0, 0]]);
    expect(upTo(CORNER, 0.75)).toEqual([[0, 0], [10, 0], [10, 5]]);
    expect(upTo(CORNER, 1)).toEqual(CORNER);
    expect([along([[3, 4]], 0.5), along([], 0.5)]).toEqual([[3, 4], [0, 0]]);
  });
  it('goes on from a place where it has stood still', () => {
    expect(along([[0, 0], [0, 0], [10, 0]], 0.5)).toEqual([5, 0]);
  });
  it('has points between its own', () => {
    expect(finely([[0, 0], [10, 0], [10, 10]], 2)).toEqual([[0, 0], [5, 0], [10, 0], [10, 5], [10, 10]]);
    expect(finely([[3, 4]], 2)).toEqual([[3, 4]]);
  });
});
