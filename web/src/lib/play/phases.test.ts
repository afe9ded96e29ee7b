import { describe, expect, it } from 'vitest';
import { shownOf } from './phases';

describe('the bar of phases', () => {
  const widths = [60, 60, 60, 60, 60];
  it('is shown whole where it has room', () => {
    expect(shownOf(widths, 2, 300)).toEqual([0, 5]);
    expect(shownOf(widths, -1, 300)).toEqual([0, 5]);
  });
  it('shows whole names only, and the current one whatever there is', () => {
    expect(shownOf(widths, 2, 299)).toEqual([1, 5]);
    expect(shownOf(widths, 2, 10)).toEqual([2, 3]);
    expect(shownOf(widths, 4, 185)).toEqual([2, 5]);
    expect(shownOf(widths, -1, 130)).toEqual([0, 2]);
    expect(shownOf(widths, 2, 190, 5)).toEqual([1, 4]);
  });
  it('has nothing to show without phases', () => {
    expect(shownOf([], -1, 300)).toEqual([0, 1]);
  });
});
