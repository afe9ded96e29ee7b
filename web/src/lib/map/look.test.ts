import { describe, expect, it } from 'vitest';
import { firstLook, type Standing } from './look';

const stand = (side: number, ...xs: number[]): Standing[] => xs.map(x => ({ at: [x, 50], side }));

describe('the first look', () => {
  const map: [number, number] = [1000, 100];
  it('goes to the front and not to the crowd behind it', () => {
    const counters = [...stand(0, 300, 320), ...stand(1, 330), ...stand(0, 800, 810, 820, 830)];
    expect(firstLook(counters, [], [200, 100], map)[0]).toBeLessThan(400);
  });
  it('keeps something of what is asked about in sight', () => {
    const counters = [...stand(0, 300, 320), ...stand(1, 330), ...stand(0, 800, 810)];
    expect(Math.abs(firstLook(counters, [[810, 50]], [200, 100], map)[0] - 810)).toBeLessThanOrEqual(90);
  });
  it('goes where most can act, not to a siege where few can', () => {
    const counters = [...stand(0, 100, 110, 120), ...stand(1, 100, 110, 120, 130), ...stand(0, 800, 805, 810, 815, 820), ...stand(1, 790)];
    const asked = [100, 110, 120, 800, 805, 810, 815, 820].map((x): [number, number] => [x, 50]);
    expect(firstLook(counters, asked, [200, 100], map)[0]).toBeGreaterThan(700);
  });
  it('shows as much as it can of both', () => {
    const counters = [...stand(0, 300), ...stand(1, 330), ...stand(0, 480)];
    expect(firstLook(counters, [[480, 50]], [400, 100], map)[0]).toBeGreaterThanOrEqual(300);
    expect(firstLook(counters, [[480, 50]], [400, 100], map)[0]).toBeLessThanOrEqual(480);
  });
  it('shows all that is asked about if it can, though nobody stands in the middle of it', () => {
    const asked: [number, number][] = [[300, 50], [650, 50]];
    expect(firstLook(stand(0, 300, 650), asked, [400, 100], map)[0]).toBe(475);
  });
  it('stays on the map', () => {
    expect(firstLook(stand(0, 10), [], [200, 100], map)).toEqual([100, 50]);
    expect(firstLook([], [], [200, 100], map)).toEqual([500, 50]);
  });
});
