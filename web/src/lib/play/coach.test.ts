import { describe, expect, it } from 'vitest';
import type { Card, Offer, Progress } from '../types';
import { destination, expected, lit, nextOf, shownCard } from './coach';
import type { Thing } from './choose';

const offer = (text: string, ...args: [Thing['is'] | 'other', string][]): Offer => ({
  text, label: text, verb: text.split(' ')[0], rule: '', stop: false, args: args.map(([is, id]) => ({ kind: is, is, id })),
});
const tanks = offer('enter 2RTR 10', ['piece', '2RTR'], ['space', '10']);
const cars = offer('enter 11H 11', ['piece', '11H'], ['space', '11']);
const stop = offer('done');
const card = (more: Partial<Card> = {}): Card => ({ title: 'T', text: '', part: 0, acts: true, ...more });
const progress = (say: string[], more: Partial<Progress> = {}): Progress => ({ card: 2, step: 4, say, back: null, ...more });
const table = { offers: [tanks, cars, stop], picked: [] as Thing[], armed: null as Offer | null, onMap: () => true };

describe('which card is shown', () => {
  it('puts away what was read, up to the card that waits', () => {
    expect([-1, 1, 2, 3, 9].map(read => shownCard(progress([]), read))).toEqual([2, 2, 3, 4, 4]);
  });
});

describe('what is to be done next', () => {
  it('is the piece, then the place where the whole way leads', () => {
    const say = ['enter 2RTR 10', 'enter 2RTR 9', 'enter 11H 11'];
    expect(destination(tanks, say)).toBe('9');
    expect(nextOf(card(), progress(say), table)).toEqual({ is: 'piece', id: '2RTR' });
    expect(nextOf(card(), progress(say), { ...table, picked: [{ is: 'piece', id: '2RTR' }] })).toEqual({ is: 'space', id: '9' });
  });
  it('knows names of several words', () => {
    const column = offer('go Charing Cross', ['space', 'Charing Cross']);
    expect(destination(column, ['go Charing Cross', 'go Bir El Gellaz', 'halt'])).toBe('Bir El Gellaz');
  });
  it('goes with what is picked, whichever comes first', () => {
    const say = ['enter 2RTR 10', 'enter 11H 11'];
    expect(expected(say, table.offers, [{ is: 'piece', id: '11H' }])?.text).toBe('enter 11H 11');
  });
  it('is a button where no map can serve, and the confirmation of what is armed', () => {
    expect(nextOf(card(), progress(['done']), table)).toEqual({ is: 'offer', id: 'done' });
    expect(nextOf(card(), progress(['enter 11H 11']), { ...table, onMap: () => false })).toEqual({ is: 'offer', id: 'enter 11H 11' });
    expect(nextOf(card(), progress(['done']), { ...table, armed: stop })).toEqual({ is: 'confirm', id: '' });
    expect(nextOf(card(), progress(['done']), { ...table, armed: cars })).toBeNull();
  });
  it('is to read, to go back, or to wait', () => {
    expect(nextOf(card({ acts: false }), progress(['done']), table)?.is).toBe('read');
    expect(nextOf(card(), progress([], { back: 3 }), table)?.is).toBe('back');
    expect(nextOf(card(), progress([]), table)).toBeNull();
  });
});

describe('what is lit', () => {
  const show: Card['show'] = [{ is: 'piece', id: '2RTR' }, { is: 'piece', id: '11H' }, { is: 'space', id: '9' }];
  it('is what the card shows and still waits for', () => {
    expect(lit(card({ show }), progress(['enter 2RTR 10', 'enter 2RTR 9']), tanks).map(t => t.id)).toEqual(['2RTR', '9']);
    expect(lit(card({ show, acts: false }), progress([]), null)).toHaveLength(3);
  });
  it('is what the offer names where the card shows nothing', () => {
    expect(lit(card(), progress(['enter 11H 11']), cars).map(t => t.id)).toEqual(['11H', '11']);
  });
});
