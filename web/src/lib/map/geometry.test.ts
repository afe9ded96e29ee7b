import { describe, expect, it } from 'vitest';
import { AREAS, BOXES, HEXES } from '../../test/boards';
import type { Point } from '../types';
import { coastField, distanceField, fillMask } from './field';
import { chain, edgeTable, inside, rim, roadThrough, walk } from './geometry';
import { neighbourTowards } from './highlight';
import { buildModel, pairKey } from './model';
import { levelFor, tilesIn } from './tiles';

describe('the edge table', () => {
  it('knows the two spaces of an inner side and the one of an outer', () => {
    const model = buildModel(AREAS);
    expect(model.between.get(pairKey('1', '2'))).toHaveLength(1);
    expect(model.sides.filter(s => s.spaces.length === 2)).toHaveLength(4);
    expect(model.sides.filter(s => s.spaces.length === 1)).toHaveLength(8);
  });
  it('finds the six sides of hexes drawn with rounded corners', () => {
    const model = buildModel(HEXES);
    const middle = model.sides.filter(s => s.spaces.includes('0202'));
    expect(middle).toHaveLength(6);
    expect(middle.every(s => s.spaces.length === 2)).toBe(true);
  });
  it('takes corners for one that rounding sets apart', () => {
    const hex = (id: string, y: number): { id: string; outline: Point[] } => ({ id, outline: [[0, y], [9, y + 10.25], [0, y + 20.5], [-9, y + 10.25]] });
    const table = edgeTable([hex('a', 0), { id: 'b', outline: [[9, 10.24], [18, 0], [9, -10.25], [0, 0.01]] }]);
    expect(table.filter(s => s.spaces.length === 2)).toHaveLength(1);
  });
  it('gives one contour round two neighbours', () => {
    const table = edgeTable(buildModel(AREAS).polygons);
    const [ring, ...more] = rim(table, new Set(['1', '2']));
    expect(more).toEqual([]);
    expect(ring).toHaveLength(7);
    expect(ring[0]).toEqual(ring[6]);
  });
});

describe('chains', () => {
  it('join loose segments in any order and direction', () => {
    const p = (n: number): Point => [n * 10, 0];
    const [line, ...more] = chain([{ a: p(1), b: p(2) }, { a: p(4), b: p(3) }, { a: p(3), b: p(2) }]);
    expect(more).toEqual([]);
    expect([line[0][0], line[3][0]].sort((a, b) => a - b)).toEqual([10, 40]);
  });
  it('make one road of single steps', () => {
    const { lines } = buildModel(HEXES);
    expect(lines).toHaveLength(1);
    expect(lines[0].spaces).toEqual(['0101', '0201', '0302', '0402']);
  });
  it('of centres begin and end at the centres', () => {
    const road = roadThrough([[0, 0], [10, 10], [20, 0]]);
    expect(road[0]).toEqual([0, 0]);
    expect(road.at(-1)).toEqual([20, 0]);
    expect(walk(road, 1).every(s => s.p[1] >= 0 && s.p[1] <= 10)).toBe(true);
  });
});

describe('land', () => {
  it('is found round the hexes that are not sea', () => {
    const land = buildModel(HEXES).land!;
    const at = (id: string): Point => buildModel(HEXES).place.get(id)!.centre;
    expect(land.some(ring => inside(at('0202'), ring))).toBe(true);
    expect(land.some(ring => inside(at('0401'), ring))).toBe(false);
  });
  it('has a signed distance to its coast', () => {
    const field = coastField([[[0, 0], [50, 0], [50, 100], [0, 100]]], 100, 100, 1);
    expect(field.at(70, 50)).toBeCloseTo(20, 0);
    expect(field.at(30, 50)).toBeCloseTo(-20, 0);
  });
  it('is measured exactly', () => {
    const mask = new Uint8Array(49).fill(1);
    mask[24] = 0;
    const field = distanceField(mask, 7, 7);
    expect(field[24]).toBe(0);
    expect(field[24 + 3 * 7]).toBe(3);
    expect(field[0]).toBeCloseTo(Math.hypot(3, 3), 5);
  });
  it('fills rings, with holes', () => {
    const mask = fillMask([[[0, 0], [10, 0], [10, 10], [0, 10]], [[3, 3], [7, 3], [7, 7], [3, 7]]], 10, 10, 1);
    expect([...mask].reduce((n, v) => n + v, 0)).toBe(100 - 16);
  });
});

describe('tiles', () => {
  it('are at least as fine as the screen, and not twice as fine', () => {
    for (const pixels of [0.3, 0.5, 0.77, 1, 1.3, 2, 2.9]) {
      expect(levelFor(pixels)).toBeGreaterThanOrEqual(pixels * 0.96);
      expect(levelFor(pixels)).toBeLessThan(pixels * 1.5);
    }
  });
  it('cover what is seen and nothing outside the map, the middle first', () => {
    const tiles = tilesIn([-100, -100, 1500, 900], 1, 1200, 800);
    expect(tiles).toHaveLength(6);
    expect([tiles[0].i, tiles[0].j]).toEqual([1, 0]);
  });
});

describe('arrow keys', () => {
  it('go to the neighbour in that direction', () => {
    const model = buildModel(AREAS);
    expect(neighbourTowards(model, '1', [1, 0])).toBe('2');
    expect(neighbourTowards(model, '1', [0, 1])).toBe('3');
  });
  it('go to the nearest place where there is no neighbour that way', () => {
    expect(neighbourTowards(buildModel(AREAS), '4', [1, 0])).toBe('Z');
    expect(neighbourTowards(buildModel(AREAS), '1', [-1, 0])).toBeNull();
  });
});

describe('links', () => {
  it('of a card end inside the area', () => {
    const route = buildModel(AREAS).routes[0].points;
    expect(inside(route.at(-1)!, buildModel(AREAS).place.get('2')!.outline)).toBe(true);
  });
  it('of boxes are slightly bent and join their centres', () => {
    const route = buildModel(BOXES).routes[0].points;
    expect(route[0]).toEqual([100, 100]);
    expect(route.at(-1)).toEqual([300, 100]);
    expect(Math.max(...route.map(p => Math.abs(p[1] - 100)))).toBeGreaterThan(0.5);
  });
});
