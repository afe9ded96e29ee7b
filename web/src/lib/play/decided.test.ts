import { describe, expect, it } from 'vitest';
import type { Entry } from '../types';
import { decidesIn } from './cards';
import { attackerAt, attackerIn, attackerOf, decidedAfter, favours, latelyIn, rolledBefore, thrownAt } from './decided';

const entry = (ply: number, text: string, more: Partial<Entry> = {}): Entry => ({
  ply,
  side: 0,
  words: [{ text }],
  rule: '',
  dice: [],
  sum: null,
  under: [{ name: 'Attack on Point 206', rule: '', level: 'battle' }],
  ...more,
});
const die = (face: number): Entry['dice'][number] => ({ by: 0, face, rule: '', of: 6 });
const log = [
  entry(3, 'Allied attacks 9'),
  entry(4, 'Air Support adds 3', { dice: [die(3)] }),
  entry(5, 'Attack Total 16 against 16', { dice: [die(2), die(6)] }),
  entry(5, 'Stalemate', { news: { verdict: 'both', name: 'Stalemate', text: 'both Leads lose a step' } }),
  entry(5, '2RTR is reduced'),
  entry(6, 'Allied activates 10', { under: [] }),
];

describe('a battle that goes on', () => {
  it('tells the dice since its viewer last decided, his own included', () => {
    const fire = [entry(1, 'other', { under: [] }), entry(2, 'hit', { dice: [die(1)] }), entry(3, 'answer'), entry(3, 'mine', { dice: [die(2)] }), entry(4, 'theirs', { side: 1, dice: [die(3)] })];
    expect(latelyIn(fire, 0).map(e => e.words[0].text)).toEqual(['mine', 'theirs']);
    expect(latelyIn(log, 0)).toEqual([]);
  });
});

describe('a fight of many shots', () => {
  const shot = (text: string, slight: boolean): Entry => entry(5, text, { role: 'decides', dice: [die(4)], news: { verdict: '', name: text, ...(slight && { slight }) } });
  it('is told by one that hit, though others came after it', () => {
    const fire = [entry(5, 'they meet'), shot('one hits', false), shot('another misses', true)];
    expect(decidedAfter(fire, 4)?.news.name).toBe('one hits');
    expect(decidedAfter(fire, 4)?.throws.length).toBe(2);
    expect(fire[decidesIn(fire)].words[0].text).toBe('one hits');
  });
  it('is told by the last where nobody hit', () => {
    const fire = [shot('one misses', true), shot('another misses', true)];
    expect(decidedAfter(fire, 4)?.news.name).toBe('another misses');
    expect(decidesIn(fire)).toBe(1);
  });
});

describe('a part of a battle that is shown', () => {
  const call = entry(3, 'artillery does not answer', { dice: [die(2)] });
  const part = [entry(4, 'theirs answers', { side: 1, dice: [die(5)] })];

  it('begins with the dice that its viewer has just asked for', () => {
    expect(rolledBefore([...log.slice(0, 1), call, ...part], part, 0)).toEqual([call]);
    expect(rolledBefore([...log.slice(0, 1), call, ...part], part, 1)).toEqual([]);
  });

  it('has none of another battle', () => {
    expect(rolledBefore([{ ...call, under: [] }, ...part], part, 0)).toEqual([]);
    expect(rolledBefore([call], [], 0)).toEqual([]);
  });
});

describe('dice outside a fight', () => {
  const burnt = entry(7, 'A supply unit is destroyed', { side: 1, dice: [die(5)], under: [] });

  it('are told of one’s own last decision', () => {
    expect(thrownAt([...log, { ...burnt, dice: [] }, burnt], 1)).toEqual([burnt]);
  });

  it('are not told of a battle, of others, or once somebody has decided anew', () => {
    expect(thrownAt([...log, { ...burnt, under: log[0].under }], 1)).toEqual([]);
    expect(thrownAt([...log, burnt], 0)).toEqual([]);
    expect(thrownAt([...log, burnt, { ...burnt, ply: 8, dice: [] }], 1)).toEqual([]);
  });
});

describe('who attacks', () => {
  it('is the side of which the battle opens, though the other side was asked last before it', () => {
    const fight = [entry(3, 'The Allied side attacks Sollum', { side: 1, by: 0, role: 'opens' }), entry(4, 'the odds are 2:1')];
    expect(attackerIn(fight, fight[1])).toBe(0);
    expect(attackerIn(fight.slice(1), fight[1])).toBe(fight[1].side);
    const alone = entry(5, 'Rommel is captured', { side: 1, by: 0, role: 'decides' });
    expect(attackerIn([alone], alone)).toBe(0);
  });

  it('is the other side where a flight in support came in between', () => {
    const flight = entry(6, 'Close support is worth 10', { side: 1, under: [{ name: 'Close support', rule: '', level: 'battle' }], news: { verdict: 'back', name: 'Worth 10', text: '' } });
    const told = [...log, flight];
    expect(attackerAt(decidedAfter(told, 5)!, { title: 'Attack on Point 206', side: 0 }, told)).toBe(1);
    expect(attackerAt(decidedAfter(log, 2)!, { title: 'Attack on Point 206', side: 0 }, log)).toBe(0);
  });
});

describe('a decided battle', () => {
  it('has its dice, its announcement and what followed', () => {
    const found = decidedAfter(log, 2)!;
    expect(found.title).toBe('Attack on Point 206');
    expect(found.throws.map(t => t.dice.map(d => d.face))).toEqual([[3], [2, 6]]);
    expect(found.said).toBe('Attack Total 16 against 16');
    expect(found.news.name).toBe('Stalemate');
    expect(found.told.map(e => e.words[0].text)).toEqual(['2RTR is reduced']);
    expect(found.fell).toEqual([]);
  });
  it('does not take points for what it came out at', () => {
    expect(decidedAfter([entry(5, 'The Allied side scores 1 Victory Point', { role: 'points' }), log[3]], 2)!.said).toBe('');
  });
  it('has who fell on the way to it', () => {
    const lost = entry(5, '14 Squadron is eliminated', { role: 'loss' });
    expect(decidedAfter([lost, ...log.slice(2)], 2)!.fell).toEqual([lost]);
  });
  it('has who left it before it was decided', () => {
    const fled = entry(5, 'The Axis side withdraws', { role: 'retreat' });
    expect(decidedAfter([fled, ...log.slice(2)], 2)!.fell).toEqual([fled]);
    const scored = entry(5, 'The Axis side scores 2 Victory Points for the loss', { role: 'points' });
    expect(decidedAfter([fled, scored, ...log.slice(2)], 2)!.fell).toEqual([fled, scored]);
  });
  it('has its sums, and does not say twice what is said with its dice', () => {
    const sum = { what: 'attack', total: '8', terms: [] };
    const found = decidedAfter([entry(5, 'attack 8', { sum }), entry(5, 'Points', { sum, role: 'points' }), ...log.slice(2, 4)], 2)!;
    expect(found.sums).toEqual([sum]);
    expect(found.throws.map(t => t.text)).toEqual(['']);
  });
  it('says of a die that the other side had rolled again that it was', () => {
    const first = entry(4, 'Allied rolls', { dice: [die(3)] });
    const again = entry(5, 'The Axis side has it rolled again', { side: 1 });
    expect(decidedAfter([first, again, { ...log[3], dice: [die(4)] }], 2)!.throws.map(t => t.text)).toEqual(['The Axis side has it rolled again', '']);
  });
  it('says with each of several dice what it was for', () => {
    const shot = entry(4, 'Fire at A: no effect', { dice: [die(2)] });
    const found = decidedAfter([shot, entry(5, 'One is scored at 25 or less', { dice: [die(55)] }), log[3]], 2)!;
    expect([found.said, found.throws.map(t => t.text)]).toEqual(['', ['Fire at A: no effect', 'One is scored at 25 or less']]);
  });
  it('tells of others that were decided in the same breath', () => {
    const other = entry(4, 'Close support is worth 1', { under: [{ name: 'Close support', rule: '', level: 'battle' }], news: { verdict: 'back', name: 'Support' } });
    expect(decidedAfter([other, ...log], 2)!.earlier).toEqual([other]);
    expect(decidedAfter([other, ...log], 4)!.earlier).toEqual([]);
    const won = { ...other, news: { verdict: '' as const, name: 'Axis victory', winner: 1 } };
    expect(decidedAfter([won, ...log], 2)!.earlier).toEqual([won]);
  });
  it('is none where nothing was decided since', () => {
    expect(decidedAfter(log, 5)).toBeNull();
    expect(decidedAfter([], 0)).toBeNull();
  });
  it('is good or bad news by the seat', () => {
    expect(favours({ verdict: 'back', name: '' }, 0, 0)).toBe('good');
    expect(favours({ verdict: 'back', name: '' }, 0, 1)).toBe('bad');
    expect(favours({ verdict: 'us', name: '' }, 0, 1)).toBe('good');
    expect(favours({ verdict: 'both', name: '' }, 0, 1)).toBe('mixed');
    expect(favours({ verdict: '', name: '', winner: 1 }, 0, 1)).toBe('good');
    expect(favours({ verdict: 'gone', name: '' }, 0, -1)).toBe('plain');
  });
  it('is its attacker’s, though the other side was the last to decide in it', () => {
    const told = [entry(2, 'They attack', { side: 1, under: [{ name: 'Attack on Point 208', rule: '', level: 'battle' }] }), entry(3, 'You attack'), entry(4, 'Their guns answer', { side: 1 }), entry(4, 'Success', { side: 1 })];
    expect(attackerIn(told, told[3])).toBe(0);
    expect(attackerIn(told, told[0])).toBe(1);
    expect(attackerOf({ side: 1, from: 4, title: 'Attack on Point 206' }, told)).toBe(0); // a film that begins in the middle of it
    expect(attackerOf({ side: 1, from: 5, title: 'Attack on Point 209' }, told)).toBe(1);
  });
});
