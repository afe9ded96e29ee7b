import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AREAS, offer, piece } from '../test/boards';
import { Failure } from './api';
import { Game } from './game.svelte';
import { buildModel } from './map/model';
import type { Battle, Entry, Move, Occasion, Party, Snapshot } from './types';

/** A server of a few lines: one game, what was said, and sockets that can be cut. */
class Desk {
  said: string[] = [];
  undone: number[] = [];
  rolls = new Set<string>();
  odds = new Set<string>(); // what has a forecast
  hidden = false;
  turn = 0;
  stale = false;
  quiet = false; // nothing comes by the sockets
  offers = [offer('enter 7RTR 2', 'piece 7RTR', 'space 2'), offer('roll'), { ...offer('done'), stop: true }];
  against: Snapshot['seats'][1]['kind'] = 'person';
  enemies: Snapshot['view']['pieces'] = [];
  at = '1'; // where the 7RTR stands
  standing: Snapshot['standing'] = [];
  frame = ['Game'];
  asides: string[] = [];
  deeds: string[] = [];
  earnest = false;
  starts: string[] = [];
  group: unknown = { say: [], offers: [], walks: { 4: { say: ['enter 7RTR 2', 'enter 7RTR 4'], left: 1 } } };
  battle: Battle | undefined;
  occasion: Occasion | undefined;
  tells: Partial<Entry> = {}; // of what is said
  moves: Move[] = [];
  reel = Infinity; // plies of a film at most
  requests = 0;
  undos = 0;
  sockets: FakeSocket[] = [];

  snapshot(viewer: number): Snapshot {
    return {
      game: 'g', title: 'toy', scenario: 's', settings: {}, name: 'Toy', ply: this.said.length, seq: this.requests + this.undos, viewer, standing: this.standing, seats: [{ kind: 'person' }, { kind: this.against }],
      view: { when: 'now', steps: [], sides: [{ name: 'Allied' }, { name: 'Axis' }], pieces: [piece('7RTR', this.at), ...this.enemies], spots: [], battle: this.battle, occasion: this.occasion },
      prompt: { side: this.turn, yours: viewer === this.turn, text: 'move', rule: '9.1', frame: this.frame, earnest: this.earnest, offers: viewer === this.turn ? this.offers : [] },
      undo: this.said.length ? 0 : null, over: null, commitment: '', last: [],
    };
  }

  answer(path: string, query: URLSearchParams, body: Record<string, unknown>): [number, unknown] {
    const viewer = ['allied', 'axis'].indexOf(query.get('token') ?? '');
    if (path === '/api/titles') return [200, [{ slug: 'toy', name: 'Toy', hidden: this.hidden, sides: ['Allied', 'Axis'], scenarios: [], settings: [], asides: this.asides, starts: this.starts, deeds: this.deeds }]];
    if (path.endsWith('/board')) return [200, AREAS];
    if (path.endsWith('/rules') || path.endsWith('/log')) return [200, []];
    if (path.endsWith('/film')) {
      const since = Number(query.get('from'));
      const ply = Math.min(this.said.length, Number(query.get('to')), since + this.reel);
      return [200, { since, ply, log: [], moves: this.moves.filter(m => m.ply > since && m.ply <= ply) }];
    }
    if (path.endsWith('/forecast')) return [200, { forecast: this.odds.has(query.get('text') ?? '') ? { title: 'a shot', chances: [], sums: [], rule: '' } : null, cautions: [], rolls: this.rolls.has(query.get('text') ?? '') }];
    if (path.endsWith('/group')) return [200, this.group];
    if (path.endsWith('/walks')) return [200, { '7RTR': { 4: { say: ['enter 7RTR 2', 'enter 7RTR 4'], left: 1 } } }];
    if (path.endsWith('/why')) return [200, { ok: false, rule: '9.2', text: `no: ${query.get('text')}` }];
    const seat = ['allied', 'axis'].indexOf(String(body.token));
    if (path.endsWith('/undo')) return [200, { ply: this.takeBack(body.to as number), log: [], snapshot: this.snapshot(seat) }];
    if (path.endsWith('/say')) {
      if (this.stale) return [409, { code: 'stale', ply: 7, reason: 'the game has moved on' }];
      this.requests++;
      const told = (body.text as string[]).map((text, i) => ({ ply: this.said.length + i + 1, side: seat, words: [{ text }], rule: '', dice: [], sum: null, under: [], ...this.tells }));
      this.said.push(...(body.text as string[]));
      this.push();
      return [200, { ply: this.said.length, log: told, snapshot: this.snapshot(seat) }];
    }
    return [200, this.snapshot(viewer)];
  }
  takeBack(to: number): number {
    this.undone.push(to);
    this.undos++;
    this.said.length = to;
    this.push();
    return to;
  }
  push(): void {
    if (this.quiet) return;
    for (const s of this.sockets) s.onmessage?.({ data: JSON.stringify({ kind: 'snapshot', ...this.snapshot(s.url.includes('axis') ? 1 : 0) }) });
  }
}

class FakeSocket {
  static OPEN = 1;
  readyState = 1;
  onopen?: () => void;
  onmessage?: (e: { data: string }) => void;
  onclose?: (e: { code: number; reason: string }) => void;
  constructor(readonly url: string) {
    desk.sockets.push(this);
    queueMicrotask(() => this.onopen?.());
  }
  send(): void {}
  close(): void {
    desk.sockets = desk.sockets.filter(s => s !== this);
  }
}

let desk: Desk;
/** A network on which every answer takes its time. */
const slow = (time: (url: string) => number): void => {
  const quick = fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answer = await quick(url, init);
    await new Promise(ok => setTimeout(ok, time(url)));
    return answer;
  });
};
let games: Game[] = [];
const open = async (tokens: (string | null)[]): Promise<Game> => {
  localStorage.setItem('sandtable.seats.g', JSON.stringify(tokens));
  const game = new Game('g');
  games.push(game);
  await game.open(null);
  return game;
};

beforeEach(() => {
  desk = new Desk();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const at = new URL(url, 'http://here');
    const [status, body] = desk.answer(at.pathname, at.searchParams, init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {});
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  games.forEach(game => game.close());
  games = [];
  vi.unstubAllGlobals();
});

describe('a game', () => {
  it('takes an offer by two clicks', async () => {
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    expect(game.picked).toEqual([{ is: 'piece', id: '7RTR' }]);
    await game.clickSpace('2');
    expect(desk.said).toEqual(['enter 7RTR 2']);
    expect(game.ply).toBe(1);
    expect(game.picked).toEqual([]);
  });
  it('walks to a far place step by step and takes the whole walk back', async () => {
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    expect([...game.glow.spaces]).toContain('4');
    await game.clickSpace('4');
    expect(desk.said).toEqual(['enter 7RTR 2', 'enter 7RTR 4']);
    await game.undo();
    expect(desk.undone).toEqual([0]);
  });
  it('takes a whole walk back as one after the page was loaded anew, too', async () => {
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    await game.clickSpace('4');
    expect(desk.said).toEqual(['enter 7RTR 2', 'enter 7RTR 4']);
    const again = await open(['allied', null]);
    await again.undo();
    expect(desk.undone).toEqual([0]);
  });
  it('takes back what one click did as one, though the last step among enemies was said by itself', async () => {
    const answer = desk.answer.bind(desk);
    const say = ['enter 7RTR 2', 'enter 7RTR 4'];
    desk.answer = (path, query, body) => {
      if (path.endsWith('/group')) return [200, { say: [], offers: [], walks: { 4: { say, left: 0, onto: true } } }];
      if (path.endsWith('/say') && desk.said.length) desk.offers = [...desk.offers, offer('enter 7RTR 4', 'piece 7RTR', 'space 4')];
      return answer(path, query, body);
    };
    const game = await open(['allied', null]);
    await game.take(game.offers[1]);
    await game.clickPiece('7RTR');
    await game.clickSpace('4');
    expect(desk.said).toEqual(['roll', ...say]);
    await game.undo();
    await game.undo();
    expect(desk.undone).toEqual([1, 0]);
  });
  it('may be stopped where nothing is left but what is said by the way, for which nothing is lit', async () => {
    desk.asides = ['burn'];
    desk.offers = [offer('burn 2', 'space 2'), { ...offer('done'), stop: true }];
    const game = await open(['allied', null]);
    expect(game.finished).toBe(true);
    expect(game.glow.spaces.size).toBe(0);
    await game.clickSpace('2');
    expect(desk.said).toEqual([]);
  });
  it('is not to be stopped so where that is what is asked, and what it is about is lit', async () => {
    [desk.asides, desk.earnest] = [['burn'], true];
    desk.offers = [offer('burn 2', 'space 2'), { ...offer('done'), stop: true }];
    const game = await open(['allied', null]);
    expect(game.finished).toBe(false);
    expect([...game.glow.spaces]).toEqual(['2']);
  });
  it('says nothing by the way by a click on a counter, nor of one of several', async () => {
    desk.asides = ['drop'];
    desk.offers = [offer('drop 7RTR', 'piece 7RTR'), offer('drop 1/8', 'piece 1/8'), offer('go 2', 'space 2'), { ...offer('halt'), stop: true }];
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    expect(desk.said).toEqual([]);
    expect(game.offers.map(o => o.text)).toContain('drop 7RTR'); // it has its button
    game.picked = [{ is: 'piece', id: '7RTR' }, { is: 'piece', id: '1/8' }];
    expect(game.offers.map(o => o.text)).toEqual(['go 2', 'halt']);
  });
  it('is not to be stopped by the golden button when all that was done has been taken back', async () => {
    const game = await open(['allied', null]);
    expect(game.finished).toBe(false);
    await game.clickPiece('7RTR');
    await game.clickSpace('2');
    desk.offers = [offer('roll'), { ...offer('done'), stop: true }];
    await game.undo();
    expect(game.finished).toBe(false);
  });
  it('walks by one request and waits for no socket', async () => {
    const game = await open(['allied', null]);
    desk.quiet = true;
    await game.clickPiece('7RTR');
    await game.clickSpace('4');
    expect(desk.requests).toBe(1);
    expect(game.ply).toBe(2);
    expect(game.log.map(e => e.words[0].text)).toEqual(['enter 7RTR 2', 'enter 7RTR 4']);
    await game.undo();
    expect([game.ply, game.log.length]).toEqual([0, 0]);
  });
  it('does not go back to news that were overtaken on their way', async () => {
    const game = await open(['allied', null]);
    desk.quiet = true;
    const [socket] = desk.sockets;
    const old = JSON.stringify({ kind: 'snapshot', ...desk.snapshot(0) });
    await game.take(game.offers[0]);
    socket.onmessage?.({ data: old });
    expect(game.ply).toBe(1);
  });
  it('has a fight in the air read before the attack that it led to', async () => {
    const game = await open(['allied', null]);
    const under = (name: string): Entry['under'] => [{ name, rule: '', level: 'battle' }];
    const told = (text: string, more: Partial<Entry>): Entry => ({ ply: 1, side: 0, words: [{ text }], rule: '', dice: [], sum: null, under: [], ...more });
    const last = [told('bombs', { under: under('Mission over 2'), news: { verdict: 'us', name: 'No hit' } }), told('attacks', { under: under('Attack on 2') })];
    const snapshot = desk.snapshot(0);
    const battle: Battle = { title: 'Attack on 2', parties: [{ side: 0, title: '', fighters: [] }, { side: 1, title: '', fighters: [] }], stages: [], places: ['2'] };
    const push = (ply: number, entries: Entry[]): void => desk.sockets[0].onmessage?.({ data: JSON.stringify({ kind: 'snapshot', ...snapshot, ply, seq: ply, view: { ...snapshot.view, battle }, last: entries }) });
    push(1, last);
    expect([game.fought, game.battleFrom]).toEqual([{ battle: null, from: 0, apart: true }, 1]);
    push(2, [told('surprise', { ply: 2, under: under('Attack on 2') })]);
    expect(game.fought).toBeNull();
    desk.sockets = [];
  });
  it('does one thing after another', async () => {
    const game = await open(['allied', null]);
    await Promise.all([game.commit(game.offers[0]), game.take(game.offers[1])]);
    expect(desk.said).toEqual(['enter 7RTR 2', 'roll']);
  });
  it('takes up what came while it spoke', async () => {
    const game = await open(['allied', null]);
    const push = desk.push.bind(desk);
    desk.push = () => {
      desk.requests++;
      desk.said.push('an answer of the computer');
      push();
      desk.said.pop();
      desk.requests--;
    };
    await game.take(game.offers[0]);
    expect(game.ply).toBe(2);
  });
  it('says why a game cannot go on', async () => {
    const game = await open(['allied', null]);
    const snapshot = { ...desk.snapshot(0), seq: 1, prompt: null, frozen: 'made by rules 0' };
    desk.sockets[0].onmessage?.({ data: JSON.stringify({ kind: 'snapshot', ...snapshot }) });
    expect(game.snapshot?.frozen).toBe('made by rules 0');
    expect(game.offers).toEqual([]);
  });
  it('asks again before dice fall', async () => {
    desk.rolls.add('roll');
    const game = await open(['allied', null]);
    await game.take(game.offers[1]);
    expect(desk.said).toEqual([]);
    expect(game.armed?.advice.rolls).toBe(true);
    await game.take(game.offers[1]);
    expect(desk.said).toEqual(['roll']);
  });
  it('asks again before dice though a roll has led there, unless that began a fight', async () => {
    desk.rolls.add('roll');
    const game = await open(['allied', null]);
    await game.take(game.offers[1]);
    desk.frame = ['Game', 'Reaction'];
    await game.take(game.offers[1]);
    await game.take(game.offers[1]);
    expect([desk.said, game.armed?.advice.rolls]).toEqual([['roll'], true]);
  });
  it('asks again before dice once a fight is over, however deep what a victory allows', async () => {
    desk.rolls.add('roll');
    const game = await open(['allied', null]);
    await game.take(game.offers[1]);
    [desk.frame, desk.battle] = [['Game', 'Attack'], { title: 'Attack on 2', parties: [{ side: 0, title: '', fighters: [] }, { side: 1, title: '', fighters: [] }], stages: [] }];
    await game.take(game.offers[1]);
    [desk.frame, desk.battle] = [['Game', 'Victory'], undefined];
    await game.take(game.offers[1]);
    expect(desk.said).toEqual(['roll', 'roll']); // the second one in the fight
    await game.take(game.offers[1]);
    expect([desk.said.length, game.armed?.advice.rolls]).toEqual([2, true]);
  });
  it('aims without asking where the chance of each shot stands on the board, until dice fall', async () => {
    const line = { side: 0, title: '', fighters: [{ piece: '7RTR', line: 0 }], lines: ['Front Line'] };
    desk.battle = { title: 'Battle of 2', parties: [line, { ...line, side: 1, fighters: [] }], stages: [] };
    desk.odds.add('enter 7RTR 2');
    const game = await open(['allied', null]);
    await game.take(game.offers[0]);
    expect([desk.said, game.armed]).toEqual([['enter 7RTR 2'], null]);
    desk.rolls.add('roll');
    await game.take(game.offers[1]);
    expect([desk.said.length, game.armed?.advice.rolls]).toEqual([1, true]);
  });
  it('sends another one into an attack without asking, though the page was opened amid it: its chances stand on the board', async () => {
    const party = (side: number): Party => ({ side, title: '', fighters: [{ piece: '7RTR' }] });
    const forecast = { title: 'Attack', rule: '11.4', sums: [], parties: [party(0), party(1)], chances: [{ name: 'won', chance: 1, rule: '', verdict: 'gone', means: '' }] };
    const answer = desk.answer.bind(desk);
    desk.answer = (path, query, body) => (path.endsWith('/forecast') ? [200, { forecast, cautions: [], rolls: query.get('text') === 'roll' }] : answer(path, query, body));
    desk.battle = { title: 'Attack on 2', parties: [party(0), party(1)], stages: [] };
    const game = await open(['allied', null]);
    await game.take(game.offers[0]);
    expect([desk.said, game.armed]).toEqual([['enter 7RTR 2'], null]);
    await game.take(game.offers[1]);
    expect([desk.said.length, game.armed?.advice.rolls]).toEqual([1, true]);
  });
  it('follows a march that is advised in one go, and weighs the last step of it', async () => {
    desk.rolls.add('roll');
    const game = await open(['allied', null]);
    await game.march(['enter 7RTR 2', 'roll']);
    expect([desk.said, game.armed?.offer.text]).toEqual([['enter 7RTR 2'], 'roll']);
  });
  it('says how many units are left undone whenever a stop is confirmed', async () => {
    desk.rolls.add('done');
    const game = await open(['allied', null]);
    await game.take(game.offers[2]);
    game.back();
    await game.take(game.offers[2]);
    expect(game.armed?.undone).toBe(1);
  });
  it('asks once before a stop that leaves units undone', async () => {
    const game = await open(['allied', null]);
    await game.take(game.offers[2]);
    expect(game.armed?.undone).toBe(1);
    game.back();
    await game.take(game.offers[0]);
    await game.take(game.offers[2]);
    expect(desk.said).toEqual(['enter 7RTR 2', 'done']);
  });
  it('looks at whoever was chosen where he has gone, though no place was clicked', async () => {
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    expect(game.inspected).toBe('1');
    desk.at = '2';
    await game.take(game.offers[0]);
    expect([game.picked, game.inspected]).toEqual([[], '2']);
  });
  it('lights nothing any more after Escape', async () => {
    desk.offers = [...desk.offers, offer('assault 1', 'space 1')];
    const answer = desk.answer.bind(desk);
    desk.answer = (path, query, body) => (path.endsWith('/group') ? [200, { say: ['assault 1'], offers: [], walks: { 4: { say: ['assault 1', 'enter 7RTR 4'], left: 1 } } }] : answer(path, query, body));
    const game = await open(['allied', null]);
    const lit = [...game.glow.spaces];
    await game.clickPiece('7RTR');
    await vi.waitFor(() => expect([...game.glow.spaces]).toContain('4'));
    game.back();
    expect([game.picked, [...game.glow.spaces]]).toEqual([[], lit]);
  });
  it('says which rule forbids a click', async () => {
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    await game.clickSpace('3');
    expect(game.notice).toEqual({ text: 'no: enter 7RTR 3', rule: '9.2', tone: 'refused' });
  });
  it('says of several that are chosen which of them cannot', async () => {
    desk.offers = [...desk.offers, offer('enter 2RTR 2', 'piece 2RTR', 'space 2')];
    const answer = desk.answer.bind(desk);
    desk.answer = (path, query, body) => (path.endsWith('/why') && query.get('text')?.includes('2RTR') ? [200, { ok: true, rule: '', text: '' }] : answer(path, query, body));
    const game = await open(['allied', null]);
    game.picked = [{ is: 'piece', id: '7RTR' }, { is: 'piece', id: '2RTR' }];
    await game.clickSpace('3');
    expect(game.notice?.text).toBe('no: enter 7RTR 3');
  });
  it('says it where it was clicked, until the next click', async () => {
    const game = await open(['allied', null]);
    await game.strike([30, 40], () => game.clickSpace('3'));
    expect(game.notice?.rule).toBe('9.2');
    expect(game.noticeAt).toEqual([30, 40]);
    await game.clickSpace('3'); // by a list beside the map
    expect(game.noticeAt).toBeNull();
    await game.strike([30, 40], () => game.clickSpace('3'));
    game.back();
    expect([game.notice, game.noticeAt]).toEqual([null, null]);
  });
  /** Who is chosen sets out by one of these and gets to 4; whatever else is asked about is refused in the words of the asking. */
  function onTheWay(starts: string[]): void {
    const answer = desk.answer.bind(desk);
    desk.answer = (path, query, body) => {
      if (path === '/api/titles') return [200, [{ slug: 'toy', name: 'Toy', sides: ['Allied', 'Axis'], scenarios: [], settings: [], starts }]];
      if (path.endsWith('/group')) return [200, { say: ['move 7RTR'], offers: [], walks: { 4: { say: ['move 7RTR', 'go 2', 'go 4'], left: 1 } } }];
      return path.endsWith('/why') ? [200, { ok: false, rule: '7', text: query.getAll('text').join(', ') }] : answer(path, query, body);
    };
  }
  it('says of a place out of reach why those that are chosen do not get there, though they have yet to set out', async () => {
    desk.offers = [offer('move 7RTR', 'piece 7RTR'), offer('march 2', 'space 2'), offer('attack 7RTR 2', 'piece 7RTR', 'space 2'), { ...offer('done'), stop: true }];
    onTheWay(['move', 'march']);
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    await game.clickSpace('3');
    expect(game.notice?.text).toBe('move 7RTR, go 3'); // nobody is there to be attacked
  });
  it('says of a place to which those that are chosen cannot fly what forbids it, though its mission is yet to be named', async () => {
    desk.offers = [{ ...offer('fly raid', 'other raid'), by: [{ kind: 'air', is: 'piece', id: '7RTR' }] }];
    const answer = desk.answer.bind(desk);
    const said = (to: string) => ({ say: ['fly raid', `over ${to}`, 'assign 7RTR'], left: null });
    desk.answer = (path, query, body) => {
      if (path === '/api/titles') return [200, [{ slug: 'toy', name: 'Toy', sides: ['Allied', 'Axis'], scenarios: [], settings: [], starts: ['fly'] }]];
      if (path.endsWith('/group')) return [200, { say: [], offers: [], walks: { 2: said('2'), 3: said('3') } }];
      return path.endsWith('/why') ? [200, { ok: false, rule: '8', text: query.getAll('text').join(', ') }] : answer(path, query, body);
    };
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    await game.clickSpace('4');
    expect(game.notice?.text).toBe('fly raid, over 4');
  });
  it('says of a click on an enemy what bars the way there, and not why a unit cannot do there what only others do', async () => {
    desk.offers = [offer('move 7RTR', 'piece 7RTR'), offer('march 2', 'space 2'), offer('bridge ENG 2', 'piece ENG', 'space 2'), { ...offer('done'), stop: true }];
    desk.enemies = [{ ...piece('15Pz', '3'), side: 1 }];
    onTheWay(['move', 'march']);
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    await game.clickPiece('15Pz');
    expect(game.notice?.text).toBe('move 7RTR, go 3');
  });
  it('says of an own unit that is clicked while another is on its way why it cannot set out after that', async () => {
    desk.offers = [offer('go 2', 'space 2'), { ...offer('halt'), stop: true }];
    desk.enemies = [piece('6RTR', '3')]; // of the same side
    onTheWay(['move']);
    const game = await open(['allied', null]);
    await game.clickPiece('6RTR');
    expect(game.notice?.text).toBe('halt, move 6RTR');
  });
  it('is not finished while one that is on its way could still do something, though no offer names it', async () => {
    const go = offer('go 2', 'space 2');
    const halt = { ...offer('halt'), stop: true };
    desk.offers = [go, halt];
    [desk.starts, desk.deeds] = [['move'], ['move', 'attack']];
    const game = await open(['allied', null]);
    await game.take(go);
    expect(game.finished).toBe(true);
    desk.offers = [go, offer('attack light'), halt];
    await game.take(go);
    expect(game.finished).toBe(false);
  });
  it('does not propose to halt the next one before it has gone anywhere, though another one went before it', async () => {
    const [go, halt, move] = [offer('go 2', 'space 2'), { ...offer('halt'), stop: true }, offer('move 6RTR', 'piece 6RTR')];
    desk.offers = [go, halt];
    [desk.starts, desk.deeds] = [['move'], ['move', 'attack']];
    const game = await open(['allied', null]);
    await game.take(go);
    expect(game.finished).toBe(true);
    desk.offers = [move];
    await game.take(halt);
    desk.offers = [go, halt];
    await game.take(move);
    expect(game.finished).toBe(false);
    await game.take(go);
    expect(game.finished).toBe(true);
  });
  it('halts one that is on its way for whoever can set out of a pile that is clicked, though it is not the top', async () => {
    desk.offers = [offer('go 2', 'space 2'), { ...offer('halt'), stop: true }];
    desk.enemies = [piece('idle', '3'), piece('6RTR', '3')]; // of the same side
    const answer = desk.answer.bind(desk);
    desk.answer = (path, query, body) => {
      if (path === '/api/titles') return [200, [{ slug: 'toy', name: 'Toy', sides: ['Allied', 'Axis'], scenarios: [], settings: [], starts: ['move'] }]];
      if (path.endsWith('/say')) desk.offers = [offer('move 6RTR', 'piece 6RTR'), { ...offer('done'), stop: true }];
      return path.endsWith('/group') ? [200, { say: query.get('piece') === '6RTR' ? ['halt', 'move 6RTR'] : ['halt'], offers: [], walks: {} }] : answer(path, query, body);
    };
    const game = await open(['allied', null]);
    await game.clickPiece('idle');
    expect([desk.said, game.picked]).toEqual([['halt'], [{ is: 'piece', id: '6RTR' }]]);
  });
  it('warns before several units set out for a place where something would be lost', async () => {
    desk.offers = [offer('move 7RTR', 'piece 7RTR'), offer('move 6RTR', 'piece 6RTR'), { ...offer('done'), stop: true }];
    desk.enemies = [piece('6RTR', '3')]; // of the same side
    const says = ['move 7RTR', 'go 4', 'halt', 'move 6RTR', 'go 4'];
    const answer = desk.answer.bind(desk);
    desk.answer = (path, query, body) => {
      if (path === '/api/titles') return [200, [{ slug: 'toy', name: 'Toy', sides: ['Allied', 'Axis'], scenarios: [], settings: [], starts: ['move'] }]];
      if (path.endsWith('/group')) return [200, { say: [], offers: [], walks: { 4: { say: says, left: 1 } } }];
      return path.endsWith('/forecast') ? [200, { forecast: null, cautions: [{ rule: '10', text: 'too many' }], rolls: false }] : answer(path, query, body);
    };
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    await game.addPiece('6RTR');
    await game.clickSpace('4');
    expect([desk.said, game.armed?.advice.cautions.length]).toEqual([[], 1]);
    await game.clickSpace('4');
    expect(desk.said).toEqual(says);
  });
  it('shows the odds of an attack when several have gone in where enemies are, and attacks by the next click', async () => {
    const [one, two] = [offer('enter 7RTR 2', 'piece 7RTR', 'space 2'), offer('enter 6RTR 2', 'piece 6RTR', 'space 2')];
    desk.offers = [one, two];
    desk.enemies = [piece('6RTR', '1'), { ...piece('15Pz', '2'), side: 1 }];
    const says = [one.text, two.text];
    const party = (side: number): Party => ({ side, title: '', fighters: [{ piece: '7RTR' }] });
    const forecast = { title: 'Attack', rule: '11.4', sums: [], parties: [party(0), party(1)], chances: [{ name: 'won', chance: 1, rule: '', verdict: 'gone', means: '' }] };
    const answer = desk.answer.bind(desk);
    desk.answer = (path, query, body) => {
      if (path.endsWith('/group')) return [200, { say: [], offers: [], walks: { 2: { say: says, left: 0 } } }];
      if (path.endsWith('/say')) desk.offers = [offer('attack 2', 'space 2'), { ...offer('done'), stop: true }];
      return path.endsWith('/forecast') ? [200, { forecast: query.get('text') === 'attack 2' ? forecast : null, cautions: [], rolls: false }] : answer(path, query, body);
    };
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    await game.addPiece('7RTR', [piece('7RTR', '1'), piece('6RTR', '1')]); // on top of a pile, of which the next is meant
    await game.clickSpace('2');
    expect([desk.said, game.armed?.offer.text]).toEqual([says, 'attack 2']);
    await game.clickSpace('2');
    expect(desk.said).toEqual([...says, 'attack 2']);
  });
  it('says of a click on an enemy why those that are chosen do not get there', async () => {
    desk.enemies = [{ ...piece('15Pz', '3'), side: 1 }];
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    await game.clickPiece('15Pz');
    expect(game.notice?.text).toBe('no: enter 7RTR 3');
  });
  it('has the place of a unit that must go lit at once, and one click answers', async () => {
    desk.offers = [offer('retreat 7RTR 2', 'piece 7RTR', 'space 2'), offer('retreat 7RTR 3', 'piece 7RTR', 'space 3')];
    const game = await open(['allied', null]);
    expect([...game.glow.spaces]).toEqual(['2', '3']);
    await game.clickPiece('7RTR'); // who does not see that it is chosen, and chooses it, has it chosen
    expect([...game.glow.spaces]).toEqual(['2', '3']);
    game.chooseAfresh(); // a card of the coach was put away
    expect([...game.glow.spaces]).toEqual(['2', '3']);
    await game.clickSpace('3');
    expect(desk.said).toEqual(['retreat 7RTR 3']);
  });
  it('catches up when it was behind', async () => {
    const game = await open(['allied', null]);
    desk.stale = true;
    await game.take(game.offers[1]);
    expect(game.notice?.text).toBe('the game has moved on');
    expect(desk.said).toEqual([]);
  });
  it('changes chairs at one screen', async () => {
    const game = await open(['allied', 'axis']);
    desk.turn = 1;
    await game.take(game.offers[0]);
    await vi.waitFor(() => expect(game.viewer).toBe(1));
    expect(game.offers).toHaveLength(3);
  });
  it('keeps a click that comes while chairs are changed', async () => {
    const game = await open(['allied', 'axis']);
    desk.turn = 1;
    slow(() => 20);
    await game.take(game.offers[0]);
    expect(game.viewer).toBe(0);
    await game.clickPiece('7RTR');
    expect([game.viewer, game.picked]).toEqual([1, [{ is: 'piece', id: '7RTR' }]]);
  });
  it('lets a curtain fall first where things are hidden', async () => {
    desk.hidden = true;
    const game = await open(['allied', 'axis']);
    desk.turn = 1;
    await game.take(game.offers[0]);
    expect(game.curtain).toBe(1);
    expect(game.offers).toEqual([]);
    game.inspected = '1';
    await game.raiseCurtain();
    expect([game.curtain, game.viewer, game.offers.length, game.inspected]).toEqual([-1, 1, 3, null]);
  });
  it('only watches without a seat', async () => {
    const game = await open([null, null]);
    expect(game.viewer).toBe(-1);
    await game.clickPiece('7RTR');
    expect(game.picked).toEqual([]);
    expect(game.inspected).toBe('1');
  });
  it('comes back after the connection was lost', async () => {
    const game = await open(['allied', null]);
    await vi.waitFor(() => expect(game.online).toBe(true));
    const [socket] = desk.sockets;
    desk.sockets = [];
    desk.said.push('something that was missed');
    socket.readyState = 3;
    socket.onclose?.({ code: 1006, reason: '' });
    expect(game.online).toBe(false);
    game.tell(new Failure(0, 'away'));
    await vi.waitFor(() => expect(game.ply).toBe(1), 3000);
    expect(game.online).toBe(true);
    expect(game.notice).toBeNull(); // the server can be reached again
  });
  it('keeps clicks that come while something is being said', async () => {
    const game = await open(['allied', null]);
    slow(() => 20);
    await Promise.all([game.take(game.offers[1]), game.clickPiece('7RTR'), game.clickSpace('4')]);
    expect(desk.said).toEqual(['roll', 'enter 7RTR 2', 'enter 7RTR 4']);
    expect(game.notice).toBeNull();
  });
  it('takes the two clicks of a double one in their order', async () => {
    const game = await open(['allied', null]);
    slow(url => (url.includes('/group') ? 40 : 5));
    await Promise.all([game.clickPiece('7RTR'), game.clickPiece('7RTR'), game.clickPiece('7RTR'), game.pickStack('7RTR')]);
    expect(game.picked).toEqual([{ is: 'piece', id: '7RTR' }]);
  });
  it('takes a button that is pressed twice once', async () => {
    const game = await open(['allied', null]);
    const [, roll] = game.offers;
    slow(() => 5);
    await Promise.all([game.take(roll), game.take(roll)]);
    expect(desk.said).toEqual(['roll']);
    desk.rolls.add('roll');
    await Promise.all([game.take(roll), game.take(roll)]);
    expect([desk.said.length, game.armed?.offer.text]).toEqual([1, 'roll']); // the odds were not seen yet
  });
  it('does not ask what it answers by itself, and keeps what is clicked meanwhile for the next question', async () => {
    desk.against = 'computer';
    const game = await open(['allied', null]);
    slow(() => 10);
    const [enter, roll] = desk.offers;
    desk.offers = [roll];
    await game.take(roll);
    expect([desk.said, game.offers]).toEqual([['roll'], []]); // about to be answered
    desk.offers = [enter, roll];
    await game.clickPiece('7RTR');
    expect(desk.said).toEqual(['roll', 'roll']);
    expect(game.picked).toEqual([{ is: 'piece', id: '7RTR' }]);
  });
  it('answers by itself, too, once the film of what led to the question has ended', async () => {
    desk.against = 'computer';
    const game = await open(['allied', null]);
    slow(() => 10);
    game.film.setPace('normal');
    const [enter, roll] = desk.offers;
    desk.offers = [roll];
    desk.said.push('theirs');
    desk.requests++;
    desk.push();
    expect([game.past?.ply, game.offers]).toEqual([0, []]); // the film
    await vi.waitFor(() => expect(desk.said.length).toBeGreaterThan(1), { interval: 5 });
    desk.offers = [enter, roll];
    await vi.waitFor(() => expect(game.offers).toHaveLength(2));
    expect(desk.said[1]).toBe('roll');
  });
  it('sees the dice of its own last decision before what the others do next', async () => {
    desk.against = 'computer';
    desk.tells = { role: 'decides', news: { verdict: 'us', name: 'Repulse' } };
    const game = await open(['allied', null]);
    game.film.setPace('normal');
    await game.take(desk.offers[1]);
    expect([game.ply, game.film.mode]).toEqual([1, '']);
    desk.said.push('theirs');
    desk.requests++;
    desk.push();
    expect([game.film.mode, game.film.from]).toEqual(['follow', 0]);
  });
  it('has put a battle aside when a film has shown how it ended', async () => {
    desk.tells = { role: 'decides', news: { verdict: 'us', name: 'Repulse' } };
    const game = await open(['allied', null]);
    await game.take(desk.offers[1]);
    expect(game.fought).not.toBeNull();
    game.film.play(0);
    game.film.seen = 1;
    game.film.stop();
    expect(game.fought).toBeNull();
  });
  it('sees them, too, if the questions after them were answered in advance', async () => {
    desk.against = 'computer';
    desk.tells = { role: 'decides', news: { verdict: 'us', name: 'Repulse' } };
    const game = await open(['allied', null]);
    game.film.setPace('normal');
    const answer = desk.answer.bind(desk);
    desk.answer = (path, query, body) => {
      const [status, said] = answer(path, query, body) as [number, { log: Entry[] }];
      if (!path.endsWith('/say')) return [status, said];
      desk.said.push('answered in advance');
      desk.requests++;
      return [status, { ...said, ply: desk.said.length, snapshot: desk.snapshot(0) }];
    };
    await game.take(desk.offers[1]);
    expect([game.ply, game.film.mode]).toEqual([2, '']);
    desk.said.push('theirs');
    desk.requests++;
    desk.push();
    expect([game.film.mode, game.film.from]).toEqual(['follow', 0]);
  });
  it('shows what the others do when the briefing does not lie over the table any more', async () => {
    const game = await open(['allied', null]);
    game.film.cover(true);
    desk.said.push('theirs');
    desk.push();
    await new Promise(ok => setTimeout(ok, 20));
    expect([game.film.mode, game.past !== null]).toEqual(['follow', true]);
    game.film.cover(false);
    await vi.waitFor(() => expect([game.film.mode, game.past]).toEqual(['', null]));
  });
  it('takes a stop that is pressed when a film has just ended for the film’s', async () => {
    const game = await open(['allied', null]);
    game.film.play(0);
    game.film.stop();
    const done = desk.offers[2];
    await game.take(done);
    expect(desk.said).toEqual([]);
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    await game.take(done);
    await game.take(done); // units could still act: asked once
    expect(desk.said).toEqual(['done']);
    later.mockRestore();
  });
  it('says of several in different places that they do not set out as one', async () => {
    desk.offers = [offer('move 7RTR', 'piece 7RTR'), offer('move KRR', 'piece KRR'), offer('dig 1', 'space 1')];
    desk.starts = ['move'];
    desk.enemies = [{ ...piece('KRR', '2'), side: 0 }];
    desk.group = { say: [], offers: [], walks: {} };
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    await game.addPiece('KRR');
    await game.clickSpace('4');
    expect(game.notice?.text).toBe('2 units in 2 places do not set out as one: choose those of one place');
  });
  it('keeps those chosen who did something as one, unless it has parted them', async () => {
    const by = ['7RTR', 'KRR'].map(id => ({ kind: 'unit', is: 'piece' as const, id }));
    desk.offers = [{ ...offer('dig 1', 'space 1'), by }, offer('enter 7RTR 2', 'piece 7RTR', 'space 2'), offer('enter KRR 2', 'piece KRR', 'space 2')];
    desk.enemies = [{ ...piece('KRR', '1'), side: 0 }];
    const game = await open(['allied', null]);
    const both = by.map(({ is, id }) => ({ is, id }));
    game.picked = both;
    await game.take(game.offers[0]);
    expect(game.picked).toEqual(both);
    const quick = fetch;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (url.endsWith('/say')) desk.enemies = [{ ...piece('KRR', '2'), side: 0 }];
      return quick(url, init);
    });
    await game.take(game.offers[0]);
    expect(game.picked).toEqual([]);
  });
  it('sends several pieces that must all go to one place there together', async () => {
    desk.against = 'computer';
    desk.enemies = [piece('6RTR', '1')];
    const game = await open(['allied', null]);
    slow(() => 10);
    const [enter, roll] = desk.offers;
    desk.offers = [enter, offer('enter 6RTR 2', 'piece 6RTR', 'space 2')];
    await game.take(roll);
    desk.offers = [enter, roll];
    await vi.waitFor(() => expect(desk.said).toEqual(['roll', 'enter 7RTR 2', 'enter 6RTR 2']));
  });
  it('asks where the one answer makes dice fall', async () => {
    desk.against = 'computer';
    const game = await open(['allied', null]);
    const [enter, roll] = desk.offers;
    desk.offers = [roll];
    desk.rolls.add('roll');
    await game.take(enter);
    await vi.waitFor(() => expect(game.offers).toEqual([roll]));
    expect(desk.said).toEqual(['enter 7RTR 2']);
  });
  it('lets dice fall unasked for whoever wants to be asked only if he can do something', async () => {
    desk.against = 'computer';
    desk.standing = [{ kind: 'able' }];
    const game = await open(['allied', null]);
    const [enter, roll] = desk.offers;
    desk.offers = [roll];
    desk.rolls.add('roll');
    const answer = desk.answer.bind(desk);
    desk.answer = (path, query, body) => {
      if (path.endsWith('/say') && String(body.text) === 'roll') desk.offers = [enter, roll];
      return answer(path, query, body);
    };
    await game.take(enter);
    await vi.waitFor(() => expect(desk.said).toEqual(['enter 7RTR 2', 'roll']));
  });
  it.each([false, true])('walks on when the other side, asked as soon as one set out, has let it go (things are hidden: %s)', async hidden => {
    desk.hidden = hidden;
    desk.group = { say: ['roll'], offers: [], walks: { 4: { say: ['roll', 'done'], left: 1 } } };
    const game = await open(['allied', 'axis']);
    const quick = fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (!url.endsWith('/say')) return quick(url, init);
      desk.turn = desk.said.length === 0 ? 1 : 0;
      return quick(url, { ...init, body: String(init?.body).replace('"roll","done"', '"roll"') });
    });
    const sitDown = async (side: number): Promise<void> => {
      if (hidden) await vi.waitFor(() => expect(game.curtain).toBe(side));
      if (hidden) await game.raiseCurtain();
      await vi.waitFor(() => expect(game.viewer).toBe(side));
    };
    await game.clickPiece('7RTR');
    await game.clickSpace('4');
    await sitDown(1);
    await vi.waitFor(() => expect(game.offers.length).toBe(3));
    await game.take(game.offers[0]);
    await sitDown(0);
    await vi.waitFor(() => expect(desk.said).toEqual(['roll', 'enter 7RTR 2', 'done']));
  });
  it('goes on with an attack when the other side has passed by itself', async () => {
    const game = await open(['allied', null]);
    const quick = fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.includes('/forecast')) return new Response(JSON.stringify({ forecast: null, cautions: ['a risk'], rolls: false, usual: [{ text: 'roll' }, { text: 'done' }] }), { headers: { 'content-type': 'application/json' } });
      const stops = url.endsWith('/say') && desk.said.length === 0;
      const answer = (await (await quick(url, stops ? { ...init, body: String(init?.body).replace('"roll","done"', '"roll","pass"') } : init)).json()) as { ply: number };
      return new Response(JSON.stringify(stops ? { ...answer, ply: 1 } : answer), { headers: { 'content-type': 'application/json' } });
    });
    await game.take(game.offers[1]);
    await game.take(game.offers[1]);
    expect(desk.said).toEqual(['roll', 'pass', 'done']);
  });
  it('goes on with an attack as often as something comes to light on the way to its dice', async () => {
    const game = await open(['allied', null]);
    const party = (side: number): Party => ({ side, title: '', fighters: [{ piece: '7RTR' }] });
    const parties: [Party, Party] = [party(0), party(1)];
    desk.battle = { title: 'Attack', parties, stages: [] };
    const usual = ['roll', 'done', 'enter 7RTR 2'].map(text => ({ text }));
    const forecast = { title: 'Attack', assumes: '', sums: [], parties, chances: [] };
    const quick = fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.includes('/forecast')) return new Response(JSON.stringify({ forecast, cautions: ['a risk'], rolls: false, usual }), { headers: { 'content-type': 'application/json' } });
      const body = url.endsWith('/say') ? (JSON.parse(String(init?.body)) as { text: string[] }) : null;
      return quick(url, body ? { ...init, body: JSON.stringify({ ...body, text: body.text.slice(0, 1) }) } : init); // it ends after each
    });
    await game.take(game.offers[1]);
    await game.take(game.offers[1]);
    expect(desk.said).toEqual(['roll', 'done', 'enter 7RTR 2']);
  });
  it('goes on with an attack when the other side has answered at the same table', async () => {
    const game = await open(['allied', 'axis']);
    const quick = fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.includes('/forecast') && !desk.said.length) return new Response(JSON.stringify({ forecast: null, cautions: ['a risk'], rolls: false, usual: [{ text: 'roll' }, { text: 'done' }] }), { headers: { 'content-type': 'application/json' } });
      if (!url.endsWith('/say')) return quick(url, init);
      desk.turn = desk.said.length === 0 ? 1 : 0;
      return quick(url, { ...init, body: String(init?.body).replace('"roll","done"', '"roll"') });
    });
    await game.take(game.offers[1]);
    await game.take(game.offers[1]);
    await vi.waitFor(() => expect([game.viewer, game.offers.length]).toEqual([1, 3]));
    await game.take(game.offers[0]);
    await vi.waitFor(() => expect(desk.said).toEqual(['roll', 'enter 7RTR 2', 'done']));
    expect(game.viewer).toBe(0);
  });
  it('goes on with an attack when one has answered a question that broke into it', async () => {
    const game = await open(['allied', null]);
    const [enter, roll, done] = desk.offers;
    const quick = fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.includes('/forecast') && !desk.said.length) return new Response(JSON.stringify({ forecast: null, cautions: ['a risk'], rolls: false, usual: [{ text: 'roll' }, { text: 'done' }] }), { headers: { 'content-type': 'application/json' } });
      if (!url.endsWith('/say')) return quick(url, init);
      [desk.occasion, desk.offers] = desk.said.length === 0 ? [{ title: 'A die', text: 'it was rolled', rule: '5' }, [enter]] : [undefined, [roll, done]];
      return quick(url, { ...init, body: String(init?.body).replace('"roll","done"', '"roll"') });
    });
    await game.take(game.offers[1]);
    await game.take(game.offers[1]);
    await vi.waitFor(() => expect(game.offers.map(o => o.text)).toEqual(['enter 7RTR 2']));
    await game.take(game.offers[0]);
    await vi.waitFor(() => expect(desk.said).toEqual(['roll', 'enter 7RTR 2', 'done']));
  });
  it('does not ask twice whoever keeps out of what the others do, though dice fall then', async () => {
    const game = await open(['allied', null]);
    const [, , done] = desk.offers;
    desk.rolls.add('done');
    [desk.occasion, desk.offers] = [{ title: 'A move', text: 'they come near', rule: '5' }, [done]];
    await game.take(game.offers[1]);
    await game.take(done);
    expect(desk.said).toEqual(['roll', 'done']);
  });
  it('does not offer to keep out with the golden button because one came in before', async () => {
    const [, roll, done] = desk.offers;
    desk.offers = [roll, { ...done, stop: true }];
    desk.occasion = { title: 'A move', text: 'they come near', rule: '5' };
    const game = await open(['allied', null]);
    desk.occasion = { title: 'A move', text: 'others come near', rule: '5' };
    await game.take(game.offers[0]);
    expect(game.finished).toBe(false);
    await game.take(game.offers[0]);
    expect(game.finished).toBe(true);
  });
  it.each(['computer', 'person'] as const)('asks nobody whether to come in where that would gain nothing, against a %s', async against => {
    desk.against = against;
    const game = await open(['allied', null]);
    const [enter, roll, done] = desk.offers;
    [desk.occasion, desk.offers] = [{ title: 'A die', text: 'it was rolled', rule: '5', idle: true }, [roll, done]];
    const answer = desk.answer.bind(desk);
    desk.answer = (path, query, body) => {
      if (path.endsWith('/say') && String(body.text) === 'done') [desk.occasion, desk.offers] = [undefined, [enter, roll]];
      return answer(path, query, body);
    };
    await game.take(enter);
    await vi.waitFor(() => expect(game.quiet).toBe(true));
    expect(desk.said).toEqual(against === 'computer' ? ['enter 7RTR 2', 'done'] : ['enter 7RTR 2']);
  });
  it('is not taken back by a connection that opens late', async () => {
    const game = await open(['allied', null]);
    const [socket] = desk.sockets;
    const old = JSON.stringify({ kind: 'snapshot', ...desk.snapshot(0) });
    await game.take(game.offers[0]);
    await game.clickPiece('7RTR');
    socket.onopen?.();
    socket.onmessage?.({ data: old });
    expect([game.ply, game.picked.length]).toEqual([1, 1]);
  });
  it('hears of an offer to give up, and what is chosen stays chosen', async () => {
    const game = await open(['allied', null]);
    await game.clickPiece('7RTR');
    desk.sockets[0].onmessage?.({ data: JSON.stringify({ kind: 'snapshot', ...desk.snapshot(0), offered: true }) });
    expect([game.snapshot?.offered, game.picked.length]).toEqual([true, 1]);
  });
  it('sees moments that were taken back and played otherwise', async () => {
    const game = await open([null, null]);
    const told = (text: string): void => desk.sockets[0].onmessage?.({ data: JSON.stringify({ kind: 'snapshot', ...desk.snapshot(-1), name: text }) });
    desk.said.push('one');
    desk.requests = 1;
    told('one');
    desk.requests = 3; // taken back and said anew while this window slept
    told('another');
    expect(game.snapshot?.name).toBe('another');
  });
  it('learns who went where at first and forgets nothing of what came later', async () => {
    desk.said = Array.from({ length: 400 }, (_, n) => `go ${n}`);
    desk.moves = [10, 150, 390].map(ply => ({ ply, piece: '7RTR', side: 0, face: '', path: ['1', '2'] }));
    desk.reel = 50;
    const game = await open(['allied', null]);
    await vi.waitFor(() => expect([game.movesFrom, game.moves.length]).toEqual([160, 1]));
    await game.learn(0);
    expect([game.movesFrom, game.moves.map(m => m.ply)]).toEqual([0, [10, 150, 390]]);
  });
  it('plays on from a moment that is still on its way, not from the beginning', async () => {
    const game = await open(['allied', null]);
    for (let n = 0; n < 3; n++) await game.take(game.offers[1]);
    const going = game.toPly(2);
    game.playOn();
    expect([game.film.mode, game.film.from]).toEqual(['replay', 2]);
    await going;
    expect(game.film.mode).toBe('replay');
    game.film.stop();
  });
  it('goes back twice for two keys', async () => {
    const game = await open(['allied', null]);
    for (let n = 0; n < 3; n++) await game.take(game.offers[1]);
    slow(url => (url.includes('/at/2') ? 30 : 5));
    const quick = fetch;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (url.includes('/at/') ? quick(url, init).then(() => new Response(JSON.stringify({ ...desk.snapshot(0), prompt: null, ply: Number(url.split('/at/')[1][0]) }), { headers: { 'content-type': 'application/json' } })) : quick(url, init)));
    await Promise.all([game.toPly(game.shownPly - 1), game.toPly(game.shownPly - 1)]);
    expect(game.past?.ply).toBe(1);
  });

  it('calls a place that has no name of its own as the board speaks of it', async () => {
    const game = await open(['allied', null]);
    game.model = buildModel({ ...AREAS, spoken: { 9: '9 (south of the wells)' } });
    expect(game.called({ is: 'space', id: '1' })).toBe('West');
    expect(game.called({ is: 'space', id: '9' })).toBe('9 (south of the wells)');
    expect(game.called({ is: 'cell', id: 'fuel' })).toBe('fuel');
  });
});
