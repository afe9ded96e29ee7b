import { describe, expect, it } from 'vitest';
import type { Entry, Heading, Move, Word } from '../types';
import { battleParts, filtered, groupsOf, inFew, inNumber, lastTurnOf, sideOf, verbOf, whyOf } from './cards';

const heading = (level: Heading['level'], name: string): Heading => ({ level, name, rule: '' });
const DAY = heading('turn', 'June 15');
const PHASE = heading('phase', 'Maneuvers Phase');
const ONE = heading('action', 'Impulse 1');
const FIGHT = heading('battle', 'Attack on Point 206');
const entry = (ply: number, words: Word[] | string, more: Partial<Entry> = {}): Entry => ({ ply, side: 0, words: typeof words === 'string' ? [{ text: words }] : words, rule: '', dice: [], sum: null, under: [DAY, PHASE, ONE], ...more });
const unit = (id: string): Word => ({ text: id, is: 'piece', id });
const place = (id: string): Word => ({ text: id, is: 'space', id });
const goes = (ply: number, who: string, to: string, verb = ' moves to '): Entry => entry(ply, [unit(who), { text: verb }, place(to)]);
const move = (ply: number, piece: string, path: string[], more: Partial<Move> = {}): Move => ({ ply, piece, side: 0, face: piece, path, kind: 'moves', cost: null, ...more });

describe('the last turn of a side', () => {
  const by = (ply: number, side: number, name: string): Entry => entry(ply, 'x', { side, under: [DAY, heading('action', name)] });
  it('does not end with an answer that was given in the turn of the other', () => {
    const log = [by(1, 0, 'mine'), by(2, 0, 'mine'), by(3, 1, 'theirs'), by(4, 0, 'theirs'), by(5, 1, 'theirs')];
    expect(lastTurnOf(log, 0)).toBe(2);
    expect(lastTurnOf([...log, by(6, 0, 'mine again')], 0)).toBe(2);
    expect(lastTurnOf(log, 1)).toBe(0);
    expect(lastTurnOf([], 0)).toBe(0);
  });
});

describe('a step', () => {
  it('has what is told of a place before it in the same ply as a note', () => {
    const [group] = groupsOf({ entries: [entry(1, [{ text: 'Axis takes ' }, place('2')]), goes(1, '7RTR', '2')], moves: [move(1, '7RTR', ['1', '2'])] });
    expect(group.cards.map(c => [c.kind, c.notes.length])).toEqual([['move', 1]]);
  });
});

describe('what befalls the other side', () => {
  const lost = (ply: number): Entry => entry(ply, [unit('StG 2'), { text: ' is eliminated' }], { role: 'loss' });
  const sides = (piece: string): number => (piece === 'StG 2' ? 1 : 0);
  const gone = move(1, 'StG 2', ['2'], { side: 1, kind: 'lost' });
  it('is a note of the step it comes of, told before it or after', () => {
    for (const entries of [[lost(1), goes(1, '7RTR', '2')], [goes(1, '7RTR', '2'), lost(1)]]) {
      const [group] = groupsOf({ entries, moves: [move(1, '7RTR', ['1', '2']), gone] }, sides);
      expect(group.cards.map(c => [c.kind, c.side, c.notes.length, c.moves.length])).toEqual([['move', 0, 1, 2]]);
    }
  });
});

describe('lines in few', () => {
  const said = (e: Entry): string => e.words.map(w => w.text).join('');
  const through = (id: string, face: number): Entry => entry(1, [unit(id), { text: ' comes through the mines of ' }, place('X')], { dice: [{ by: 0, face, rule: '', of: 10 }] });
  it('say of several what is said of each, with all dice', () => {
    const found = inFew([through('A', 1), entry(1, [unit('D'), { text: ' is damaged' }]), through('B', 2), through('C', 3)]);
    expect(found.map(said)).toEqual(['A, B and C come through the mines of X', 'D is damaged']);
    expect(found[0].dice.map(d => d.face)).toEqual([1, 2, 3]);
  });
  it('count what is told again, also of one piece', () => {
    expect(inFew([entry(1, 'Axis loses 1 point'), entry(1, 'Axis loses 1 point'), entry(2, 'Axis loses 1 point'), entry(2, 'a die falls'), entry(3, 'Axis loses 1 point')]).map(said)).toEqual(['Axis loses 1 point (3 times)', 'a die falls', 'Axis loses 1 point']);
    expect(inFew([through('A', 1), through('A', 2)]).map(said)).toEqual(['A comes through the mines of X (twice)']);
  });
  it('say of several what each does with what is its own', () => {
    const passes = (id: string): Entry => entry(1, [unit(id), { text: ' passes its check' }]);
    expect(inFew([passes('A'), passes('B')]).map(said)).toEqual(['A and B pass their check']);
  });
  it('say once what several do one after the other', () => {
    const back = (ply: number, who: string): Entry => goes(ply, who, '10', ' retreats to ');
    expect(inFew([back(1, 'A'), back(2, 'B'), entry(3, 'a die falls'), back(4, 'C')]).map(said)).toEqual(['A and B retreat to 10', 'a die falls', 'C retreats to 10']);
  });
  it('keep what befalls a piece in its order', () => {
    const falls = (id: string): Entry => entry(1, [unit(id), { text: ' is eliminated' }]);
    const breaks = (id: string): Entry => entry(1, [unit(id), { text: ' is Disrupted' }]);
    expect(inFew([falls('A'), goes(1, 'B', '10', ' retreats to '), falls('B')]).map(said)).toEqual(['A is eliminated', 'B retreats to 10', 'B is eliminated']);
    expect(inFew([breaks('A'), falls('A'), breaks('B'), falls('B')]).map(said)).toEqual(['A and B are Disrupted', 'A and B are eliminated']);
  });
  it('leave results and sums alone', () => {
    const result = entry(1, 'Success', { role: 'decides' });
    expect(inFew([result, result])).toHaveLength(2);
  });
});

describe('what is decided of one unit after the other', () => {
  const fed = (ply: number, id: string, from = 'Tobruk'): Entry => entry(ply, [unit(id), { text: ' is supplied from ' }, place(from)]);
  it('is one line to read, if it is the same, and is shown step by step', () => {
    const film = { entries: [fed(1, 'A'), fed(2, 'B'), fed(3, 'C'), fed(4, 'D', 'Bardia'), fed(5, 'E', 'Bardia')], moves: [] };
    const [group] = groupsOf(film, undefined, true);
    expect(group.cards.map(c => [c.from, c.to, inFew(c.entries).map(e => e.words.map(w => w.text).join(''))])).toEqual([
      [1, 3, ['A, B and C are supplied from Tobruk']],
      [4, 5, ['D and E are supplied from Bardia']],
    ]);
    expect(groupsOf(film)[0].cards).toHaveLength(5);
  });
});

describe('groups', () => {
  it('are made of what follows each other under the same headings', () => {
    const found = groupsOf({ entries: [entry(1, 'a'), entry(2, 'b', { under: [DAY, PHASE, ONE, FIGHT, heading('', 'Dice')] }), entry(3, 'c', { under: [DAY, PHASE, heading('action', 'Impulse 2')] })], moves: [] });
    expect(found.map(g => [g.title, g.text, g.cards.length])).toEqual([['June 15', 'Maneuvers Phase · Impulse 1', 2], ['June 15', 'Maneuvers Phase · Impulse 2', 1]]);
  });
  it('are of the side that acts most in them, whoever is driven off first', () => {
    const away = { ...goes(1, 'HQ', '3'), side: 1 };
    const [group] = groupsOf({ entries: [away, goes(2, '7RTR', '2'), goes(3, 'KRR', '4')], moves: [move(1, 'HQ', ['1', '3'], { side: 1 }), move(2, '7RTR', ['1', '2']), move(3, 'KRR', ['5', '4'])] });
    expect([group.cards[0].side, group.side]).toEqual([1, 0]);
  });
  it('name two turns in one, what comes before play, and an action within itself once', () => {
    expect(groupsOf({ entries: [entry(1, 'a', { under: [heading('turn', 'May 1942'), heading('turn', 'Axis player-turn')] })], moves: [] })[0].title).toBe('May 1942 · Axis player-turn');
    expect(groupsOf({ entries: [entry(1, 'a', { under: [] })], moves: [] })[0]).toMatchObject({ title: 'Before play', text: '' });
    expect(groupsOf({ entries: [entry(1, 'a', { under: [DAY, ONE, ONE] })], moves: [] })[0].text).toBe('Impulse 1');
  });
});

describe('what a computer had in mind', () => {
  it('stands with the card that its plan began with', () => {
    const why = 'To take Halfaya.';
    const [group] = groupsOf({ entries: [{ ...goes(1, '2RTR', '11'), why }, goes(2, 'KRR', '10')], moves: [move(1, '2RTR', ['D', '11']), move(2, 'KRR', ['D', '10'])] });
    expect(group.cards.map(card => whyOf(card, ['Allied', 'Axis']))).toEqual([`Allied: ${why}`, '']);
  });

  it('is of the side that decided, in an attack of the other side too', () => {
    const under = [{ name: 'Attack on Point 206', rule: '11.0', level: 'battle' as const }];
    const [group] = groupsOf({ entries: [entry(1, '2nd RTR leads', { under, side: 0 }), entry(2, 'I/104th leads', { under, side: 1, why: 'To hold.' })], moves: [] });
    expect(group.cards.map(card => [card.kind, card.side, whyOf(card, ['Allied', 'Axis'])])).toEqual([['battle', 0, 'Axis: To hold.']]);
  });
});

describe('what is told of a piece before it moves', () => {
  it('does not move it already', () => {
    const words: Entry['words'] = [{ text: '155', is: 'piece', id: '155' }, { text: ' gets through the mines' }];
    const [group] = groupsOf({ entries: [entry(1, '', { words }), goes(1, '155', '12')], moves: [move(1, '155', ['11', '12'])] });
    expect(group.cards.map(c => [c.kind, c.moves.length])).toEqual([['told', 0], ['move', 1]]);
  });
});

describe('what a victory allows', () => {
  it('is an action of its own, and a move in it one line', () => {
    const battle = { name: 'Attack on 2724', rule: '7.5', level: 'battle' as const };
    const bonus = { name: '21st Panzer Division, Battle Victory', rule: '7.5.3', level: 'action' as const };
    const entries = [entry(1, 'Battle Victory', { under: [battle] }), { ...goes(2, '104', '11'), under: [battle, bonus] }, { ...goes(3, '104', '12'), under: [battle, bonus] }];
    const groups = groupsOf({ entries, moves: [move(2, '104', ['D', '11']), move(3, '104', ['11', '12'])] }, undefined, true);
    expect(groups.map(g => [g.text, g.cards.map(c => [c.kind, c.path])])).toEqual([['', [['battle', []]]], [bonus.name, [['move', ['D', '11', '12']]]]]);
  });
});

describe('moves', () => {
  const entries = [goes(1, '2RTR', '11'), entry(1, 'Allied takes control of 11', { by: 0 }), goes(2, '2RTR', '12'), goes(3, 'KRR', '10'), goes(4, '2RTR', '14')];
  const moves = [move(1, '2RTR', ['D', '11'], { cost: 1 }), move(2, '2RTR', ['11', '12'], { cost: 2 }), move(3, 'KRR', ['D', '10']), move(4, '2RTR', ['12', '14'], { cost: 2 })];

  it('are one line from the first place to the last, with the cost and what came of it', () => {
    const [group] = groupsOf({ entries, moves }, undefined, true);
    expect(group.cards.map(c => [c.kind, c.pieces, c.path, c.cost])).toEqual([['move', ['2RTR'], ['D', '11', '12', '14'], 5], ['move', ['KRR'], ['D', '10'], null]]);
    expect(group.cards[0].notes.map(e => e.words[0].text)).toEqual(['Allied takes control of 11']);
  });
  it('end with what comes of those who moved', () => {
    const used = [...entries, entry(6, [unit('2RTR'), { text: ' turns to its used side' }]), entry(7, [unit('KRR'), { text: ' turns to its used side' }])];
    expect(groupsOf({ entries: used, moves })[0].cards.map(c => [c.kind, c.to, c.notes.length])).toEqual([['move', 2, 1], ['move', 3, 0], ['move', 6, 1], ['told', 7, 0]]);
  });
  it('keep their order where they are to be shown', () => {
    const [group] = groupsOf({ entries, moves });
    expect(group.cards.map(c => [c.pieces[0], c.path, c.from, c.to])).toEqual([['2RTR', ['D', '11', '12'], 1, 2], ['KRR', ['D', '10'], 3, 3], ['2RTR', ['12', '14'], 4, 4]]);
  });
  it('of a stack are one line until one of them goes on alone', () => {
    const stack = [goes(1, 'a', '2'), goes(1, 'b', '2'), goes(2, 'a', '3'), goes(2, 'b', '3'), goes(3, 'a', '4')];
    const ways = [move(1, 'a', ['1', '2']), move(1, 'b', ['1', '2']), move(2, 'a', ['2', '3']), move(2, 'b', ['2', '3']), move(3, 'a', ['3', '4'])];
    const [group] = groupsOf({ entries: stack, moves: ways });
    expect(group.cards.map(c => [c.pieces, c.path])).toEqual([[['a', 'b'], ['1', '2', '3']], [['a'], ['3', '4']]]);
  });
  it('that follow each other along the same way are one line of several', () => {
    const both = { entries: [goes(1, 'a', '9', ' enters at '), goes(2, 'b', '9', ' enters at ')], moves: [move(1, 'a', ['9'], { kind: 'appears' }), move(2, 'b', ['9'], { kind: 'appears' })] };
    expect(groupsOf(both, undefined, true)[0].cards.map(c => [c.verb, c.pieces])).toEqual([['enters at', ['a', 'b']]]);
    expect(groupsOf(both)[0].cards).toHaveLength(2);
  });
  it('of what has no name belong to the line that names both ends', () => {
    const said = entry(1, [{ text: 'A supply unit goes from ' }, place('x'), { text: ' to ' }, place('y')]);
    const on = entry(2, [{ text: 'A supply unit goes from ' }, place('y'), { text: ' to ' }, place('z')]);
    const other = entry(3, [{ text: 'A supply unit goes from ' }, place('x'), { text: ' to ' }, place('y')]);
    const moves = [move(1, 'SU y', ['x', 'y']), move(2, 'SU z', ['y', 'z']), move(3, 'SU y', ['x', 'y'])];
    const { cards } = groupsOf({ entries: [said, on, other], moves })[0];
    expect(cards.map(c => [c.kind, c.path, c.moves.length])).toEqual([['move', ['x', 'y', 'z'], 2], ['move', ['x', 'y'], 1]]);
  });
  it('are told by a verb', () => {
    expect(verbOf(goes(1, 'a', '9', ' retreats to ').words, 'a', ['8', '9'])).toBe('retreats to');
    expect(verbOf(goes(1, 'a', '9').words, 'b', ['8', '9'])).toBe('');
    expect([inNumber('enters at', true), inNumber('goes by sea to', true), inNumber('is displaced to', true), inNumber('has Offensive Supply', true), inNumber('moves to', false), inNumber('misses', true), inNumber('reaches', true)]).toEqual(['enter at', 'go by sea to', 'are displaced to', 'have Offensive Supply', 'moves to', 'miss', 'reach']);
  });
});

describe('battles', () => {
  const under = [DAY, PHASE, ONE, FIGHT];
  const entries = [
    entry(1, 'Allied attacks 9', { under, role: 'opens', by: 0 }),
    entry(2, [unit('MC'), { text: ' leads' }], { under, side: 1 }),
    entry(3, 'Total 17 against 12', { under, dice: [{ by: 0, face: 5, rule: '', of: 6 }] }),
    entry(3, 'Success', { under, role: 'decides' }),
    entry(4, [unit('PAK'), { text: ' is eliminated' }], { under, role: 'loss', side: 1 }),
    goes(5, 'KRR', '10'),
  ];
  const [group] = groupsOf({ entries, moves: [move(4, 'PAK', ['9'], { side: 1, kind: 'lost' }), move(5, 'KRR', ['9', '10'])] });

  it('are one card with the dice, the result and what came of it', () => {
    expect(group.cards.map(c => [c.kind, c.title, c.side, c.from, c.to])).toEqual([['battle', 'Attack on Point 206', 0, 1, 4], ['move', '', 0, 5, 5]]);
    const parts = battleParts(group.cards[0]);
    expect([parts.before.length, parts.result?.words[0].text, parts.after.length, parts.dice.map(d => d.face)]).toEqual([3, 'Success', 1, [5]]);
    expect(group.cards[0].moves.map(m => m.kind)).toEqual(['lost']);
  });
  it('say what was lost before the dice, too', () => {
    const crowd = [entries[0], entry(2, [unit('KRR'), { text: ' is eliminated' }], { under, role: 'loss' }), ...entries.slice(2, 4)];
    const parts = battleParts(groupsOf({ entries: crowd, moves: [] })[0].cards[0]);
    expect([parts.before.length, parts.after.map(e => e.role)]).toEqual([2, ['loss']]);
  });
  it('end with how the points of each side changed, once, and why', () => {
    const points = (ply: number, text: string, term: string): Entry => ({ ...entry(ply, text, { under, role: 'points' }), sum: { what: text, total: '', terms: [{ text: term, what: 'losses', rule: '', kind: 'add' }] } });
    const told = [...entries.slice(0, 5), points(4, 'Axis points 4 → 5½', '1½'), points(4, 'Axis points 5½ → 6', '½'), points(4, 'Allied points 8 → 7', '−1')];
    const { after } = battleParts(groupsOf({ entries: told, moves: [] })[0].cards[0]);
    expect(after.slice(1).map(e => [e.words[0].text, e.sum?.terms.map(t => t.text)])).toEqual([['Axis points 4 → 6', ['1½', '½']], ['Allied points 8 → 7', ['−1']]]);
  });
  it('say what was scored for losses before the dice that decided it, with what it scored itself', () => {
    const scores = (ply: number, text: string): Entry => entry(ply, text, { under, role: 'points' });
    const [loss, battle] = ['The Allied side scores 1 Victory Point for the loss', 'The Allied side scores 1 Victory Point for the battle'];
    const told = [...entries.slice(0, 3), entries[4], scores(3, loss), { ...entries[4], words: [unit('ITA'), { text: ' is eliminated' }] }, scores(3, loss.replace('1 Victory Point', '2 Victory Points')), entries[3], scores(3, battle)];
    const { after, before } = battleParts(groupsOf({ entries: told, moves: [] })[0].cards[0]);
    expect(after.filter(e => e.role === 'points').map(e => e.words.map(w => w.text).join(''))).toEqual(['The Allied side scores 3 Victory Points for the loss', battle]);
    expect([after.filter(e => e.role === 'loss').length, before.length]).toEqual([2, 3]);
  });
  it('have no die at their head that was but one shot of many', () => {
    const shots = entries.map(e => (e.dice.length ? { ...e, words: [unit('A'), { text: ' misses ' }, unit('B')] } : e));
    expect(battleParts(groupsOf({ entries: shots, moves: [] })[0].cards[0]).dice).toEqual([]);
  });
  it('begin anew when another is opened', () => {
    expect(groupsOf({ entries: [...entries.slice(0, 4), entries[0]], moves: [] })[0].cards).toHaveLength(2);
  });
  it('can be all that is shown, or what one has done oneself', () => {
    expect(filtered([group], 'battles', 0)[0].cards.map(c => c.kind)).toEqual(['battle']);
    expect(filtered([group], 'mine', 1)).toEqual([]);
    expect(filtered([group], 'mine', 0)[0].cards).toHaveLength(2);
  });
});

it('tells the places that a side takes on its way in one line', () => {
  const takes = (id: string): Entry => entry(1, [{ text: 'The Axis side takes ' }, { is: 'space', id, text: id }], { by: 1 });
  const said = (ids: string[]): string[] => inFew(ids.map(takes)).map(e => e.words.map(w => w.text).join(''));
  expect(said(['1410', '1511', '1511'])).toEqual(['The Axis side takes 1410 and 1511']);
  expect(said(['1410', '1511', '1610', '1710'])).toEqual(['The Axis side takes 1410, 1511 and 2 more places']);
});

it('takes the side that a line names, else that of its first piece, else who decided', () => {
  const sides = (id: string): number | undefined => (id === 'MC' ? 1 : undefined);
  expect([sideOf(entry(1, 'x', { by: 1 }), sides), sideOf(entry(1, [unit('MC')]), sides), sideOf(entry(1, [unit('?')]), sides)]).toEqual([1, 1, 0]);
});
