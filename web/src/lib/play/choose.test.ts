import { describe, expect, it } from 'vitest';
import { offer, piece } from '../../test/boards';
import { alike, click, clickPiece, glow, groups, isFoe, isUnderWay, lookedAhead, matching, mates, nextOf, partsOnly, passed, questions, stops, struck, together, ways, type Thing } from './choose';

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
  it('is whoever completes what is chosen by name, and not all that only stand for the same', () => {
    const standing = (ids: string[]) => ids.map(id => ({ kind: 'unit', is: 'piece' as const, id }));
    const assign = { ...offer('assign FLAK 21Pz', 'piece FLAK'), by: standing(['HQ-21Pz']) };
    const activate = { ...offer('activate 21Pz'), by: standing(['HQ-21Pz', '104']) };
    expect([...glow([assign, activate], [unit('FLAK')]).partners]).toEqual(['HQ-21Pz']);
    expect([...glow([activate], [unit('104')]).partners]).toEqual([]);
  });
  it('has on its disc what the slowest of several on their way would have left', () => {
    const go = [offer('go 2', 'space 2')];
    const [fast, slow] = [7, 3].map(left => ({ 2: { say: ['go 2'], left } }));
    expect(ways(go, [], { fast, slow }).get('2')?.left).toBe(3);
    expect(ways(go, [unit('fast')], { fast, slow }).get('2')?.left).toBe(7);
  });
  it('is whom each of a stack can attack, though one begins and there is something that all do', () => {
    const strike = (who: string, at: string): ReturnType<typeof offer> => offer(`attack ${who} ${at}`, `piece ${who}`, `space ${at}`);
    const dig = { ...offer('improve 1', 'space 1'), by: ['a', 'b'].map(id => ({ kind: 'unit', is: 'piece' as const, id })) };
    const lit = glow([strike('a', '2'), strike('b', '2'), strike('a', '3'), dig], [unit('a'), unit('b')]);
    expect([...lit.spaces]).toEqual(['1', '2']);
  });
});

describe('a click on another counter of the same stack', () => {
  it('means that counter, and not what both could do where they stand', () => {
    const [a, b] = [piece('a', '1'), piece('b', '1')];
    const dig = { ...offer('improve 1', 'space 1'), by: ['a', 'b'].map(id => ({ kind: 'unit', is: 'piece' as const, id })) };
    const offers = [offer('move a', 'piece a'), offer('move b', 'piece b'), dig];
    expect(clickPiece(offers, [unit('a')], b, [a, b], {}, ['move'])).toEqual({ do: 'pick', picked: [unit('b')] });
    expect(click(offers, [unit('a')], area('1'), {}, ['move'])).toEqual({ do: 'take', offer: dig });
  });
  it('still gives to it what is chosen by name', () => {
    const swap = offer('swap a b', 'piece a', 'piece b');
    expect(clickPiece([swap, offer('move b', 'piece b')], [unit('a')], piece('b', '1'), [piece('a', '1'), piece('b', '1')])).toEqual({ do: 'take', offer: swap });
  });
});

describe('who bars a place', () => {
  it('is an enemy, but not one who flies over it from his base elsewhere', () => {
    const him = { ...piece('StG', '2'), side: 1 };
    expect([isFoe(him, 0), isFoe(him, 1), isFoe({ ...him, base: '9' }, 0), isFoe({ ...him, base: '2' }, 0)]).toEqual([true, false, false, true]);
  });
});

describe('several that are chosen', () => {
  it('are taken from a pile one by one, and its top is let go of when nobody is left', () => {
    const pile = ['7RTR', '22GDS', '65AT'].map(id => piece(id, '1')); // 22nd Guards have nothing to do
    expect(nextOf(MOVES, [], '7RTR', pile)).toBe('7RTR');
    expect(nextOf(MOVES, [unit('7RTR')], '7RTR', pile)).toBe('65AT');
    expect(nextOf(MOVES, [unit('7RTR'), unit('65AT')], '7RTR', pile)).toBe('7RTR');
    expect(nextOf(MOVES, [unit('7RTR')], '6RTR', [piece('6RTR', '1'), ...pile])).toBe('65AT'); // the top has nothing to do
  });
  it('are named by no button that speaks of the first alone', () => {
    expect(partsOnly(MOVES, [unit('7RTR'), unit('65AT')])).toBe(true);
    expect(partsOnly(MOVES, [unit('7RTR')])).toBe(false);
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
  it('on a place for several that are chosen is for all of them', () => {
    const walks = { '7RTR': { 3: { say: ['enter 7RTR 3', 'enter 65AT 3'], left: null } } };
    expect(click(MOVES, [unit('7RTR'), unit('65AT')], area('3'), walks)).toEqual({ do: 'walk', texts: walks['7RTR'][3].say, to: '3', piece: '7RTR' });
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
  it('on a far place walks there, though a nearer one to which two ways lead is chosen', () => {
    const steps = [offer('go 2', 'space 2'), offer('rail 2', 'space 2')];
    const walks = { '7RTR': { 4: { say: ['go 2', 'go 4'], left: 0 } } };
    expect(click(steps, [], area('2'), walks)).toEqual({ do: 'pick', picked: [area('2')] });
    expect(click(steps, [area('2')], area('4'), walks)).toEqual({ do: 'walk', texts: ['go 2', 'go 4'], to: '4', piece: '7RTR' });
  });
  it('again on what is picked lets go of it', () => {
    expect(click(MOVES, [unit('7RTR')], unit('7RTR'))).toEqual({ do: 'pick', picked: [] });
  });
  it('on a place out of reach tells nobody there what to do', () => {
    const dig = { ...offer('improve 9', 'space 9'), by: offer('', 'piece 65AT').args };
    expect(click([...MOVES, dig], [unit('7RTR')], area('9')).do).toBe('refuse');
    expect(click([...MOVES, dig], [unit('65AT')], area('9'))).toEqual({ do: 'take', offer: dig });
    expect(click([...MOVES, dig], [], area('9'))).toEqual({ do: 'take', offer: dig });
  });
  it('on another piece changes to it', () => {
    expect(click(MOVES, [unit('7RTR')], unit('65AT'))).toEqual({ do: 'pick', picked: [unit('65AT')] });
  });
  it('on enemies afar leads up to them', () => {
    const walks = { '7RTR': { 9: { say: ['go 4', 'go 9'], left: null, onto: true } } };
    expect(glow(MOVES, [unit('7RTR')], walks).spaces).toContain('9');
    expect(click(MOVES, [unit('7RTR')], area('9'), walks)).toEqual({ do: 'walk', texts: ['go 4', 'go 9'], to: '9', piece: '7RTR', onto: true });
  });
  it('on nothing that is offered asks why, in the words of the offers', () => {
    expect(click(MOVES, [unit('7RTR')], area('9'))).toEqual({ do: 'refuse', texts: ['enter 7RTR 9'], thing: area('9') });
  });
  it('on a place before any piece is refused in the name of none, unless one alone is asked', () => {
    expect(click(MOVES, [], area('9'))).toEqual({ do: 'refuse', texts: [], thing: area('9') });
    const [first, second, assault] = [offer('move 7RTR', 'piece 7RTR'), offer('move 65AT', 'piece 65AT'), offer('assault 4', 'space 4')];
    expect(click([first, second, assault], [], area('9'), {}, ['move'])).toEqual({ do: 'refuse', texts: [], thing: area('9') });
    expect(click([first, second, assault], [], area('9'))).toEqual({ do: 'refuse', texts: ['assault 9'], thing: area('9') });
    expect(click(MOVES.slice(0, 1), [], area('9'))).toEqual({ do: 'refuse', texts: ['enter 7RTR 9'], thing: area('9') });
  });
  it('on a place before any piece is for all who can go there', () => {
    const [one, other, all] = [offer('retreat 8 2', 'piece 8', 'space 2'), offer('retreat 9 2', 'piece 9', 'space 2'), offer('withdraw 2', 'space 2')].map(o => ({ ...o, what: 'retreat' }));
    expect(click([one, other, all], [], area('2'))).toEqual({ do: 'take', offer: all });
    expect(click([one, other, all], [unit('8')], area('2'))).toEqual({ do: 'take', offer: one });
    expect(click([one, { ...all, what: 'burn' }], [], area('2')).do).toBe('pick');
  });
  it('on enemies before any piece attacks them, though pieces could still join', () => {
    const [enter, attack] = [offer('enter 8 5', 'piece 8', 'space 5'), offer('attack 5', 'space 5')];
    expect(struck([enter, attack], '5', [])).toEqual({ do: 'take', offer: attack });
    expect(struck([enter, attack], '4', [])).toBeNull();
    expect(struck([enter, attack], '5', ['attack'])).toBeNull(); // it only sets pieces in motion
    expect(struck([enter, attack, offer('shell 5', 'space 5')], '5', [])).toBeNull();
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
  it('is asked for while something is on its way, also if others may still join it', () => {
    const [go, along, start] = [offer('go Fuka', 'space Fuka'), offer('with 2 Arm', 'piece 2 Arm'), offer('move 2 Arm', 'piece 2 Arm')];
    expect([[go], [go, along], [go, start], [along], MOVES].map(offers => isUnderWay(offers, ['move']))).toEqual([true, true, false, false, false]);
    expect(isUnderWay([go, along], [])).toBe(false);
  });
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
  it('ask first about what is chosen, and not about what only stands for its place', () => {
    const opens = { ...offer('activate D', 'space D'), by: [{ kind: 'unit', is: 'piece' as const, id: '2RTR' }] };
    expect(questions([opens, offer('enter 7RTR 3', 'piece 7RTR', 'space 3')], [unit('2RTR')], area('10'))).toEqual(['enter 2RTR 10', 'activate 10']);
  });
});

describe('buttons', () => {
  it('are grouped by verb and leave stops to their own bar', () => {
    expect(groups([...MOVES, offer('rommel'), DONE], []).map(g => [g.verb, g.offers.length])).toEqual([['enter', 3], ['rommel', 1]]);
    expect(stops([...MOVES, DONE])).toEqual([DONE]);
  });
  it('have one heading for what is called the same', () => {
    const named = (text: string, arg: string) => ({ ...offer(text, arg), what: 'retreat' });
    expect(groups([named('retreat 65AT 3', 'space 3'), offer('rommel'), named('withdraw 3', 'space 3')], []).map(g => [g.verb, g.offers.length])).toEqual([['retreat', 2], ['rommel', 1]]);
  });
  it('show only what goes with the pick', () => {
    expect(groups([...MOVES, offer('rommel')], [unit('65AT')]).flatMap(g => g.offers.map(o => o.text))).toEqual(['enter 65AT 3']);
  });
});

describe('what stands for an offer', () => {
  const ariete = { ...offer('activate Ariete', 'other Ariete'), by: [{ kind: 'unit', is: 'piece' as const, id: '132/8' }, { kind: 'unit', is: 'piece' as const, id: '132/9' }] };
  const alone = offer('single 132/8', 'piece 132/8');
  it('glows and is offered first', () => {
    expect([...glow([alone, ariete], []).pieces]).toEqual(['132/8', '132/9']);
    expect(groups([alone, ariete], [unit('132/8')]).map(g => g.verb)).toEqual(['activate', 'single']);
    const dig = { ...offer('improve 9', 'space 9'), by: offer('', 'piece 132/8').args };
    expect(groups([alone, dig], [unit('132/8')]).map(g => g.verb)).toEqual(['single', 'improve']);
    expect(groups([alone, dig], [unit('132/8')], ['improve']).map(g => g.verb)).toEqual(['improve', 'single']);
  });
  it('takes it where nothing else is meant', () => {
    expect(click([alone, ariete], [], unit('132/9'))).toEqual({ do: 'take', offer: ariete });
  });
  it('is clicked too where a piece is given to it, though nobody else could have it', () => {
    const assign = { ...offer('assign FLAK 90Le', 'piece FLAK', 'other 90Le'), by: [{ kind: 'unit', is: 'piece' as const, id: 'HQ-90Le' }] };
    expect(click([assign], [], unit('FLAK'))).toEqual({ do: 'pick', picked: [unit('FLAK')] });
    expect(click([assign], [unit('FLAK')], unit('HQ-90Le'))).toEqual({ do: 'take', offer: assign });
  });
  it('is a target too: the hex of an attack that names none', () => {
    const attack = { ...offer('attack light', 'other light'), by: [{ kind: 'hex', is: 'space' as const, id: '1520' }] };
    expect([...glow([attack], []).spaces]).toEqual(['1520']);
    expect(click([attack], [], area('1520'))).toEqual({ do: 'take', offer: attack });
  });
});

describe('a piece that only sets out', () => {
  const move = offer('move 132/8', 'piece 132/8');
  it('is chosen, and goes with the next click', () => {
    expect(click([move], [], unit('132/8'), {}, ['move'])).toEqual({ do: 'pick', picked: [unit('132/8')] });
    expect(click([move], [], unit('132/8'), {}, [])).toEqual({ do: 'take', offer: move });
  });
  it('stands for what is open to it then, and for nothing of others', () => {
    const then = [offer('go 2', 'space 2'), offer('with 132/9', 'piece 132/9'), { ...offer('halt'), stop: true }];
    const [go, ...more] = lookedAhead(then, ['132/8']);
    expect([go.text, more]).toEqual(['go 2', []]);
    expect(click([move, go], [unit('132/8')], area('2'), {}, ['move'])).toEqual({ do: 'take', offer: go });
  });
});

describe('several pieces', () => {
  const chosen = [unit('7RTR'), unit('65AT')];
  it('go together where all of them can', () => {
    const walks = { '7RTR': { 3: { say: ['enter 7RTR 3', 'enter 65AT 3'], left: 0 } } };
    expect(click(MOVES.slice(0, 1), chosen, area('3'), walks)).toEqual({ do: 'walk', texts: ['enter 7RTR 3', 'enter 65AT 3'], to: '3', piece: '7RTR' });
  });
  it('are told the same at once', () => {
    const joins = [offer('join 7RTR', 'piece 7RTR'), offer('join 65AT', 'piece 65AT'), offer('lead 7RTR', 'piece 7RTR')];
    expect(together(joins, chosen).map(list => list.map(o => o.text))).toEqual([['join 7RTR', 'join 65AT']]);
    expect(together(joins, chosen.slice(1))).toEqual([]);
    expect(together(joins, chosen, ['join'])).toEqual([]); // one that sets out is on its way before the next could be told
  });
  it('that are on their way are not told all to stay behind', () => {
    const leaves = [offer('leave 7RTR', 'piece 7RTR'), offer('leave 65AT', 'piece 65AT'), offer('go 3', 'space 3')];
    expect(together(leaves, chosen, ['move'])).toEqual([]);
    expect(together(leaves.slice(0, 2), chosen, ['move']).length).toBe(1);
  });
  it('of a stack are those that have something to do', () => {
    const stack = [piece('7RTR', '1'), piece('22GDS', '1'), piece('65AT', '1')];
    expect(mates(MOVES, stack[0], stack, () => true)).toEqual(chosen);
  });
  it('takes none of a stack along that is told other things', () => {
    const offers = [...MOVES, offer('revert QM', 'piece QM'), { ...offer('fly'), by: [{ kind: 'air', is: 'piece' as const, id: '6 Sqn' }] }];
    expect(['65AT', 'QM', '6 Sqn'].map(id => alike(offers, '7RTR', id))).toEqual([true, false, false]);
    expect(alike(offers, '6 Sqn', '14 Sqn')).toBe(true);
  });
});
