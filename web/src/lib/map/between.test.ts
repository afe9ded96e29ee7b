import { describe, expect, it } from 'vitest';
import { AREAS, BOXES, HEXES, piece } from '../../test/boards';
import type { Between, Mission } from '../types';
import { flights, marksBetween } from './between';
import { buildModel } from './model';

const breach = (a: string, b: string, ...texts: string[]): Between => ({ a, b, marks: texts.map(text => ({ kind: 'breached', text, title: 'breached', rule: '14.1' })) });

describe('markers between spaces', () => {
  const hexes = buildModel(HEXES);
  it('lie along the hexside that two hexes share, whichever is named first', () => {
    const [mark] = marksBetween(hexes, [breach('0101', '0102', 'B')], []);
    const [[x, y]] = [hexes.place.get('0101')!.centre];
    expect(mark.at[0]).toBeCloseTo(x);
    expect(mark.at[1]).toBeCloseTo(y + (40 * Math.sqrt(3)) / 2);
    expect(mark).toMatchObject({ kind: 'breached', text: 'B', title: 'breached · 14.1', link: false });
    expect(marksBetween(hexes, [breach('0102', '0101', 'B')], [])[0].at).toEqual(mark.at);
  });
  it('stand side by side where there are several', () => {
    const marks = marksBetween(hexes, [breach('0101', '0102', 'B', 'b')], []);
    expect(marks.map(m => m.text)).toEqual(['B', 'b']);
    expect(marks[0].at).not.toEqual(marks[1].at);
    expect(new Set(marks.map(m => m.key)).size).toBe(2);
  });
  it('are a bar across the way where spaces have no boundary', () => {
    const [mark] = marksBetween(buildModel(BOXES), [breach('Tobruk', 'Bardia', 'X')], []);
    expect(mark.at).toEqual([200, 100]);
    expect(mark.path).toBe('M200.0,114.0L200.0,86.0');
  });
  it('follow the whole boundary of areas', () => {
    expect(marksBetween(buildModel(AREAS), [breach('1', '2', 'B')], [])[0].at).toEqual([100, 50]);
  });
  it('lie on the road of a link', () => {
    const boxes = buildModel(BOXES);
    const jam: Between = { a: 'Bardia', b: 'Tobruk', marks: [{ kind: 'congested' }] };
    const [mark] = marksBetween(boxes, [], [jam]);
    expect(mark.link).toBe(true);
    expect(mark.title).toBe('congested');
    expect(Math.abs(mark.at[0] - 200)).toBeLessThan(5);
  });
  it('that name no space are left out', () => {
    expect(marksBetween(hexes, [breach('0101', 'nowhere', 'B')], [breach('0101', 'nowhere', 'B')])).toEqual([]);
  });
});

describe('flights', () => {
  const model = buildModel(BOXES);
  const raid: Mission = { name: 'Raid', target: 'Bardia', note: '22 hexes', rule: '8.D' };
  const wing = (id: string, mission: Mission | null, base = 'Tobruk') => ({ ...piece(id, 'aloft', 1, 'a'), base, mission });
  it('go from the base to the target, together where they can', () => {
    const found = flights(model, [wing('14', raid), wing('45', raid), wing('55', { ...raid, name: 'Escort' }), piece('on the ground', 'Tobruk')]);
    expect(found.map(f => [f.text, f.pieces, f.side])).toEqual([['2 × Raid', ['14', '45'], 1], ['Escort', ['55'], 1]]);
    expect(found[0].title).toBe('14, 45 · 22 hexes · 8.D');
    expect(found[0].path.startsWith('M100.0,100.0')).toBe(true);
    expect(found[0].path.endsWith('300.0,100.0')).toBe(true);
    expect(found[0].at).not.toEqual(found[1].at);
  });
  it('say what they are for where no counter lies', () => {
    const [first] = flights(model, [wing('14', raid)]);
    const crowd = { ...model, place: new Map([...model.place, ['on the way', { ...model.place.get('Tobruk')!, centre: first.at }]]) };
    const [moved] = flights(crowd, [wing('14', raid), piece('a column', 'on the way')]);
    expect(Math.abs(moved.at[0] - first.at[0])).toBeGreaterThan(28);
  });
  it('start where the piece stands if the base is off the map', () => {
    expect(flights(model, [{ ...wing('14', raid, 'Delta'), at: 'Tobruk' }])).toHaveLength(1);
    expect(flights(model, [wing('14', raid, 'Delta'), wing('45', null), wing('55', { name: 'Rest' })])).toEqual([]);
  });
});
