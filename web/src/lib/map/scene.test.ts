import { describe, expect, it, vi } from 'vitest';
import { AREAS, BOXES, HEXES } from '../../test/boards';
import type { Board } from '../types';
import { paintBase } from './base';
import { heldBy } from './control';
import type { Ctx } from './features';
import { coastField } from './field';
import { buildModel } from './model';
import { buildScene } from './scene';

vi.stubGlobal('Path2D', class {});

/** A context that counts what is asked of it and knows no drawing. */
function counting(): { ctx: Ctx; calls: Map<string, number> } {
  const calls = new Map<string, number>();
  const known: Record<string, unknown> = { canvas: { width: 10, height: 10 } };
  const ctx = new Proxy(known, {
    get: (target, name: string) => (name in target ? target[name] : (...args: unknown[]) => {
      for (const a of args) if (typeof a === 'number' && Number.isNaN(a)) throw new Error(`${name} was given NaN`);
      calls.set(name, (calls.get(name) ?? 0) + 1);
      return { addColorStop: () => undefined };
    }),
    set: (target, name: string, value) => ((target[name] = value), true),
  });
  return { ctx: ctx as unknown as Ctx, calls };
}

describe.each<[string, Board]>([['areas', AREAS], ['hexes', HEXES], ['boxes', BOXES]])('%s', (_, board) => {
  const scene = buildScene(buildModel(board));
  it('can be painted, all of it, with finite numbers', () => {
    const { ctx, calls } = counting();
    for (const stroke of [...scene.ground, ...scene.labels]) {
      expect(stroke.box.every(n => Number.isFinite(n))).toBe(true);
      stroke.paint(ctx, 1);
    }
    expect(calls.get('stroke')).toBeGreaterThan(0);
  });
});

describe('the scene', () => {
  it('turns names by degrees, as the data say', () => {
    const model = buildModel({ ...HEXES, regions: [{ text: 'THE WIRE', at: [0, 0], angle: 90 }] });
    expect(model.regions[0].angle).toBeCloseTo(Math.PI / 2);
  });
  it('has names above the highlights for areas and none for nameless hexes', () => {
    expect(buildScene(buildModel(AREAS)).labels).toHaveLength(4);
    expect(buildScene(buildModel(HEXES)).labels).toHaveLength(0);
  });
  it('prints no number of a hex through a card that lies on it', () => {
    const [x, y] = HEXES.spaces[0].centre;
    const box = { id: 'CRE', name: '', centre: [x, y] as [number, number], outline: [[x - 20, y - 90], [x + 20, y - 90], [x + 20, y + 20], [x - 20, y + 20]] as [number, number][], shape: 'card' as const, neighbours: [] };
    const [plain, laid] = [HEXES.spaces, [...HEXES.spaces, box]].map(spaces => buildScene(buildModel({ ...HEXES, spaces })).ground.length);
    expect(laid).toBe(plain + 2 - 1); // the card and the frame of the map more, a number less
  });
  it('draws the ground of a strongpoint and its perimeter', () => {
    const plain = { ...AREAS, spaces: AREAS.spaces.map(s => ({ ...s, fort: false })) };
    expect(buildScene(buildModel(AREAS)).ground.length).toBe(buildScene(buildModel(plain)).ground.length + 2);
  });
});

describe('the ground', () => {
  const coast = coastField([[[0, 0], [32, 0], [32, 64], [0, 64]]], 64, 64, 1);
  const options = { coast, ground: null, seed: 11, grain: 0.9, step: 1 };
  it('is sand on land and blue at sea', () => {
    const pixels = paintBase(0, 0, 64, 64, options);
    const at = (x: number, y: number): number[] => [...pixels.slice((y * 64 + x) * 4, (y * 64 + x) * 4 + 3)];
    expect(at(10, 30)[0]).toBeGreaterThan(at(10, 30)[2]);
    expect(at(60, 30)[2]).toBeGreaterThan(at(60, 30)[0]);
  });
  it('is the same where two tiles meet', () => {
    const whole = paintBase(0, 0, 64, 8, options);
    const part = paintBase(16, 0, 16, 8, options);
    expect([...part.slice(0, 64)]).toEqual([...whole.slice(16 * 4, 32 * 4)]);
  });
});

describe('control', () => {
  it('tints what is held and draws a band only along a front', () => {
    const model = buildModel(AREAS);
    const peace = heldBy(model, new Map([['1', 0], ['2', 0]]));
    expect(peace.map(h => [!!h.fill, !!h.front])).toEqual([[true, false], [false, false]]);
    const war = heldBy(model, new Map([['1', 0], ['2', 1]]));
    expect(war.map(h => [!!h.fill, !!h.front])).toEqual([[true, true], [true, true]]);
  });
});
