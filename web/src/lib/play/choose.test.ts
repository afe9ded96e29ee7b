import { describe, expect, it } from 'vitest';
import { offer, piece } from '../../test/boards';
import { click, clickPiece, glow, groups, matching, passed, questions, stops, type Thing } from './choose';

const unit = (id: string): Thing => ({ is: 'piece', id });
const area = (id: string): Thing => ({ is: 'space', id });
const MOVES = [offer('enter 7RTR 2', 'piece 7RTR', 'space 2'), offer('enter 7RTR 3', 'piece 7RTR', 'space 3'), offer('enter 65AT 3', 'piece 65AT', 'space 3')];
const DONE = { ...offer('done'), stop: true };

describe('what glows', () => {
  it('is every piece of the offers, and no place before one is picked', () => {
    const lit = glow(MOVES, []);
    expect([...lit.pieces]).toEqual(['7RTR', '65AT']);
    expect([...lit.spaces]).toEqual([]);
    expect([...lit.later]).toEqual(['2', '3']);
  });
  it('is a place at once where the offer names nothing else', () => {
    expect([...glow([offer('assault 9', 'space 9')], []).spaces]).toEqual(['9']);
  });
  it('is where the picked piece can go, also by several steps', () => {
    const lit = glow(MOVES, [unit('7RTR')], { '7RTR': { 4: { say: ['enter 7RTR 2', 'enter 7RTR 4'], left: 1 } } });
    expect([...lit.spaces]).toEqual(['2', '3', '4']);
    expect(lit.pieces.size).toBe(0);
  });
});

describe('a click', () => {
  it('on a piece picks it, on its destination takes the one offer', () => {
    expect(click(MOVES, [], unit('7RTR'))).toEqual({ do: 'pick', picked: [unit('7RTR')] });
    expect(click(MOVES, [unit('7RTR')], area('3'))).toEqual({ do: 'take', offer: MOVES[1] });
  });
  it('on the place first and then the piece is the same', () => {
    expect(click(MOVES, [], area('2'))).toEqual({ do: 'pick', picked: [area('2')] });
    expect(click(MOVES, [area('2')], unit('7RTR'))).toEqual({ do: 'take', offer: MOVES[0] });
  });
  it('does not take an offer of which a part is still to be named', () => {
    expect(click([MOVES[2]], [], unit('65AT')).do).toBe('pick');
  });
  it('on a far place walks there', () => {
    const walks = { '7RTR': { 4: { say: ['enter 7RTR 2', 'enter 7RTR 4'], left: 1 } } };
    expect(click(MOVES, [unit('7RTR')], area('4'), walks)).toEqual({ do: 'walk', texts: walks['7RTR'][4].say, to: '4', piece: '7RTR' });
  });
  it('needs no piece where one is on its way already', () => {
    const steps = [offer('go 2', 'space 2'), offer('halt')];
    const walks = { '7RTR': { 2: { say: ['go 2'], left: 3 }, 4: { say: ['go 2', 'go 4'], left: 0 } } };
    expect([...glow(steps, [], walks).spaces]).toEqual(['2', '4']);
    expect(click(steps, [], area('4'), walks)).toEqual({ do: 'walk', texts: ['go 2', 'go 4'], to: '4', piece: '7RTR' });
  });
  it('again on what is picked lets go of it', () => {
    expect(click(MOVES, [unit('7RTR')], unit('7RTR'))).toEqual({ do: 'pick', picked: [] });
  });
  it('on another piece changes to it', () => {
    expect(click(MOVES, [unit('7RTR')], unit('65AT'))).toEqual({ do: 'pick', picked: [unit('65AT')] });
  });
  it('on nothing that is offered asks why, in the words of the offers', () => {
    expect(click(MOVES, [unit('7RTR')], area('9'))).toEqual({ do: 'refuse', texts: ['enter 7RTR 9'], thing: area('9') });
  });
  it('leaves two ways to do it open', () => {
    const two = [offer('enter 7RTR 2', 'piece 7RTR', 'space 2'), offer('rush 7RTR 2', 'piece 7RTR', 'space 2')];
    const step = click(two, [unit('7RTR')], area('2'));
    expect(step).toEqual({ do: 'pick', picked: [unit('7RTR'), area('2')] });
    expect(matching(two, [unit('7RTR'), area('2')])).toHaveLength(2);
  });
});

describe('a click on a counter', () => {
  const foe = piece('1/33B', '2', 1);
  it('of the enemy means the place that it stands in', () => {
    expect(clickPiece(MOVES, [unit('7RTR')], foe, [foe])).toEqual({ do: 'take', offer: MOVES[0] });
  });
  it('of a stack means the one that can do something', () => {
    const stack = [piece('22GDS', '1'), piece('65AT', '1')];
    expect(clickPiece(MOVES, [], stack[0], stack)).toEqual({ do: 'pick', picked: [unit('65AT')] });
  });
  it('means its place where places alone are asked for', () => {
    const assault = offer('assault 9', 'space 9');
    const one = piece('7RTR', '9');
    expect(clickPiece([assault], [], one, [one])).toEqual({ do: 'take', offer: assault });
  });
  it('that can do nothing asks why', () => {
    const idle = piece('22GDS', '1');
    expect(clickPiece(MOVES, [], idle, [idle])).toEqual({ do: 'refuse', texts: ['enter 22GDS 2', 'enter 22GDS 3'], thing: unit('22GDS') });
  });
});

describe('the way to a far place', () => {
  it('goes through those that are reached on it, and no others', () => {
    const walks = { '7RTR': { '2': { say: ['enter 7RTR 2'], left: 3 }, '4': { say: ['enter 7RTR 2', 'enter 7RTR 4'], left: 2 }, '3': { say: ['enter 7RTR 3'], left: 3 }, '6': { say: ['enter 7RTR 2', 'enter 7RTR 4', 'enter 7RTR 6'], left: 1 } } };
    expect(passed(walks, '7RTR', '6')).toEqual(['2', '4', '6']);
    expect(passed(walks, '7RTR', '3')).toEqual(['3']);
    expect(passed({}, '7RTR', '3')).toEqual(['3']);
  });
});

describe('a click on a cell', () => {
  const card = { is: 'cell' as const, id: 'Combat Training' };
  const plays = [offer('play Combat Training 2', 'cell Combat Training', 'space 2'), offer('play Combat Training 3', 'cell Combat Training', 'space 3'), offer('draw', 'other x')];
  it('lights up at once, and the places only after it', () => {
    const before = glow(plays, []);
    expect([[...before.cells], [...before.spaces], [...before.later]]).toEqual([['Combat Training'], [], ['2', '3']]);
    expect([...glow(plays, [card]).spaces]).toEqual(['2', '3']);
  });
  it('picks it, and the place then takes the offer', () => {
    expect(click(plays, [], card)).toEqual({ do: 'pick', picked: [card] });
    expect(click(plays, [card], area('3'))).toEqual({ do: 'take', offer: plays[1] });
  });
  it('takes what needs nothing more', () => {
    const pay = offer('pay depot', 'cell depot');
    expect(click([pay, ...plays], [card], { is: 'cell', id: 'depot' })).toEqual({ do: 'take', offer: pay });
  });
  it('that is not offered asks why in its own words', () => {
    expect(click(plays, [], { is: 'cell', id: 'Rommel' })).toEqual({ do: 'refuse', texts: ['play Rommel 2', 'play Rommel 3'], thing: { is: 'cell', id: 'Rommel' } });
  });
});

describe('questions', () => {
  it('put the clicked thing in place of the last of its kind', () => {
    expect(questions([offer('consolidate XX XXI', 'piece XX', 'piece XXI')], [unit('XX')], unit('15BDE'))).toEqual(['consolidate XX 15BDE']);
  });
  it('keep names with spaces whole', () => {
    expect(questions([offer('move 21 Arm El Adem', 'piece 21 Arm', 'space El Adem')], [unit('21 Arm')], area('Bir Hacheim'))).toEqual(['move 21 Arm Bir Hacheim']);
  });
});

describe('buttons', () => {
  it('are grouped by verb and leave stops to their own bar', () => {
    expect(groups([...MOVES, offer('rommel'), DONE], []).map(g => [g.verb, g.offers.length])).toEqual([['enter', 3], ['rommel', 1]]);
    expect(stops([...MOVES, DONE])).toEqual([DONE]);
  });
  it('show only what goes with the pick', () => {
    expect(groups([...MOVES, offer('rommel')], [unit('65AT')]).flatMap(g => g.offers.map(o => o.text))).toEqual(['enter 65AT 3']);
  });
});
