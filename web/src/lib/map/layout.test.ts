import { describe, expect, it } from 'vitest';
import { AREAS, BOXES, HEXES, piece } from '../../test/boards';
import { overlaps, type Rect } from './geometry';
import { discAt, layOut, raise, type Stand } from './layout';
import { textWidth } from './letters';
import { buildModel } from './model';

const rectOf = (s: Stand): Rect => [s.x, s.y, s.x + s.size, s.y + s.size];

describe('open grids', () => {
  const { stands } = layOut(buildModel({ ...AREAS, counter: 28 }), ['a', 'b', 'c'].map(id => piece(id, '1')));
  it('show every counter, none over another', () => {
    expect(stands).toHaveLength(3);
    for (const s of stands) for (const t of stands) if (s !== t) expect(overlaps(rectOf(s), rectOf(t))).toBe(false);
  });
  it('stand below the name', () => {
    expect(Math.min(...stands.map(s => s.y))).toBeGreaterThanOrEqual(20 + 18);
  });
  it('stay inside their own area, clear of its name, each side in rows of its own', () => {
    const both = [piece('a', '1'), piece('b', '1'), piece('c', '1'), piece('x', '1', 1), piece('y', '1', 1)];
    const { stands } = layOut(buildModel(AREAS), both);
    for (const s of stands) {
      const [x0, y0, x1, y1] = rectOf(s);
      expect(x0 >= -3 && x1 <= 103 && y0 >= 35 && y1 <= 103).toBe(true);
    }
    const rows = (side: number): number[] => stands.filter(s => s.piece.side === side).map(s => Math.round(s.y));
    expect(rows(0).some(y => rows(1).includes(y))).toBe(false);
  });
});

describe('areas that are too small for an open grid', () => {
  const crowd = [...['a', 'b', 'c', 'd'].map(id => piece(id, '1')), piece('x', '1', 1)];
  const model = buildModel(AREAS);
  const { stands, piles } = layOut(model, crowd);
  it('have a pile for each side, none over the other', () => {
    expect(piles.map(p => p.pieces.length)).toEqual([4, 1]);
    expect(overlaps(piles[0].rect, piles[1].rect)).toBe(false);
  });
  it('keep counters that can be read, inside', () => {
    for (const s of stands) expect(s.size / model.counter).toBeGreaterThan(0.66);
    for (const { rect } of piles) expect(rect[0] >= -3 && rect[2] <= 103 && rect[1] >= 35 && rect[3] <= 103).toBe(true);
  });
});

describe('piles', () => {
  const model = buildModel(HEXES);
  it('show four and count all', () => {
    const { stands, piles } = layOut(model, Array.from({ length: 7 }, (_, i) => piece(`u${i}`, '0202')));
    expect(stands).toHaveLength(4);
    expect(piles[0].pieces).toHaveLength(7);
    expect(piles[0].open).toBe(false);
  });
  it('draw the top counter last', () => {
    const { stands } = layOut(model, [piece('top', '0202'), piece('low', '0202')]);
    expect(stands.map(s => s.piece.id)).toEqual(['low', 'top']);
  });
  it('do not reach into those of the next hex', () => {
    const tight = buildModel({ ...HEXES, counter: 50 });
    const crowd = tight.places.flatMap(({ id }) => Array.from({ length: 4 }, (_, i) => piece(`${id} ${i}`, id)));
    const { piles } = layOut(tight, crowd);
    expect(piles).toHaveLength(12);
    for (const p of piles) for (const q of piles) if (p !== q) expect(overlaps(p.rect, q.rect)).toBe(false);
  });
  it('keep the sides apart in one space', () => {
    const { piles } = layOut(model, [piece('us', '0202', 0), piece('them', '0202', 1)]);
    expect(piles).toHaveLength(2);
    expect(overlaps(piles[0].rect, piles[1].rect)).toBe(false);
  });
});

describe('numbers on a space', () => {
  it('lie on no counter', () => {
    const model = buildModel({ ...AREAS, counter: 28 });
    const layout = layOut(model, ['1', 'Z'].flatMap(at => ['a', 'b', 'c'].map(id => piece(`${at}${id}`, at))));
    for (const at of ['1', 'Z']) {
      const [x, y] = discAt(model, layout, at)!;
      for (const s of layout.stands) expect(overlaps(rectOf(s), [x - 8, y - 8, x + 8, y + 8])).toBe(false);
    }
  });
});

describe('cards', () => {
  it('show every counter whole, or a pile of them', () => {
    for (const n of [1, 2, 3, 5, 9]) {
      const { stands, piles } = layOut(buildModel(AREAS), Array.from({ length: n }, (_, i) => piece(`u${i}`, 'Z')));
      if (!piles[0].open) continue;
      for (const s of stands) for (const t of stands) if (s !== t) expect(Math.max(Math.abs(s.x - t.x), Math.abs(s.y - t.y))).toBeGreaterThanOrEqual(s.size - 3);
    }
  });
  it('keep their counters inside', () => {
    for (const n of [1, 2, 5, 9]) {
      const { stands } = layOut(buildModel(AREAS), Array.from({ length: n }, (_, i) => piece(`u${i}`, 'Z')));
      for (const s of stands) {
        expect(s.x).toBeGreaterThanOrEqual(220);
        expect(s.x + s.size).toBeLessThanOrEqual(300);
        expect(s.y + s.size).toBeLessThanOrEqual(90);
      }
    }
  });
});

describe('plates', () => {
  it('have a number at their edge, where it covers no counter and no badge', () => {
    const model = buildModel(BOXES);
    for (const pieces of [[], [piece('a', 'Tobruk'), piece('b', 'Tobruk'), piece('x', 'Tobruk', 1)]]) {
      const layout = layOut(model, pieces);
      const [x0, y0, x1, y1] = layout.plates.get('Tobruk')!;
      const [x, y] = discAt(model, layout, 'Tobruk')!;
      const disc: Rect = [x - 9, y - 9, x + 9, y + 9];
      for (const s of layout.stands) expect(overlaps(rectOf(s), disc)).toBe(false);
      expect(Math.hypot(x - (x1 - 1), y - (y0 + 1))).toBeGreaterThan(19); // a star at the corner
      if (pieces.length) expect(overlaps([(x0 + x1) / 2 - 45, y1 - 4.5, (x0 + x1) / 2 + 45, y1 + 10.5], disc)).toBe(false); // what is written at its foot
    }
  });
  it('grow with what is in them, a pile for each formation', () => {
    const model = buildModel(BOXES);
    const empty = layOut(model, []).plates.get('Tobruk')!;
    const full = layOut(model, [piece('1', 'Tobruk', 1, 'a'), piece('2', 'Tobruk', 1, 'b'), piece('3', 'Tobruk', 1, 'c')]);
    const plate = full.plates.get('Tobruk')!;
    expect(plate[3] - plate[1]).toBeGreaterThan(empty[3] - empty[1]);
    expect(full.piles.map(p => p.pieces.length)).toEqual([2, 1]);
    for (const s of full.stands) expect(overlaps(rectOf(s), plate)).toBe(true);
  });
  it('make room for each other and stay on the map', () => {
    const near = { ...BOXES, spaces: BOXES.spaces.map(s => (s.id === 'Bardia' ? { ...s, centre: [120, 110] as [number, number] } : s)) };
    const model = buildModel(near);
    const crowd = Array.from({ length: 6 }, (_, i) => piece(`u${i}`, 'Tobruk', 1, `face ${i}`));
    const { plates, stands } = layOut(model, crowd);
    const [a, b] = [plates.get('Tobruk')!, plates.get('Bardia')!];
    expect(overlaps(a, b)).toBe(false);
    for (const r of [a, b]) expect(r[0] >= 0 && r[1] >= 0 && r[2] <= model.width && r[3] <= model.height).toBe(true);
    for (const s of stands) expect(overlaps(rectOf(s), a)).toBe(true);
  });
});

describe('a pile', () => {
  it('has what is asked for on top, and all others still in it', () => {
    const layout = layOut(buildModel(HEXES), ['a', 'b', 'c'].map(id => piece(id, HEXES.spaces[0].id)));
    const raised = raise(layout, ['c']);
    expect(raised.stands.find(s => s.under === 0)?.piece.id).toBe('c');
    expect(raised.stands.map(s => s.piece.id).sort()).toEqual(['a', 'b', 'c']);
    expect(raised.piles[0].pieces.map(p => p.id)).toEqual(['c', 'a', 'b']);
    expect(raise(layout, [])).toBe(layout);
  });
});

describe('a number on a hex', () => {
  const [first] = HEXES.spaces;
  it('keeps clear of names, those that reach into it from the next hex too, and inside', () => {
    const [x, y] = first.centre;
    for (const dy of [-24, -12, 0, 12, 24]) {
      const model = buildModel({ ...HEXES, counter: 44, spaces: HEXES.spaces.map(s => (s === first ? { ...s, name: 'Trigh Bir Hacheim', label: [x, y + dy] } : s)) });
      const half = textWidth('Trigh Bir Hacheim', 13.5, 600, 0.3) / 2;
      const painted: Rect = dy < 0 ? [x - half, y - 35, x + half, y - 23] : [x - half, y + 24, x + half, y + 35];
      for (const s of HEXES.spaces) {
        const [dx, dy] = discAt(model, layOut(model, []), s.id)!;
        expect(overlaps(painted, [dx - 9, dy - 9, dx + 9, dy + 9])).toBe(false);
        expect(Math.abs(dy - s.centre[1])).toBeLessThanOrEqual(22);
      }
    }
  });
  it('stands in the middle where there is none', () => {
    const model = buildModel(HEXES);
    expect(discAt(model, layOut(model, []), first.id)).toEqual(first.centre);
  });
});
