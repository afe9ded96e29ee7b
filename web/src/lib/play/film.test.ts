import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildModel } from '../map/model';
import { AREAS, piece } from '../../test/boards';
import type { Battle, Entry, Move, Snapshot, View } from '../types';
import { battleOf, changesFor, direct, done, figuresOf, flightsOf, foughtAtOnce, isOf, listed, namingAll, ordered, placesOf, rest, scenesOf, stays, stillPlacesOf, travelTime, wayText } from './film';
import { captionOf } from './scene';
import { Player, type Stage } from './player.svelte';

const entry = (ply: number, text: string, more: Partial<Entry> = {}): Entry => ({ ply, side: 1, words: [{ text }], rule: '', dice: [], sum: null, under: [{ name: 'June 15', rule: '', level: 'turn' }], ...more });
const goes = (ply: number, who: string, to: string): Entry => entry(ply, '', { words: [{ text: who, is: 'piece', id: who }, { text: ' moves to ' }, { text: to, is: 'space', id: to }] });
const move = (ply: number, who: string, path: string[], kind: Move['kind'] = 'moves'): Move => ({ ply, piece: who, side: 1, face: who, path, kind, cost: null });

describe('orders', () => {
  it('that differ only in a name are said at once', () => {
    expect(ordered(['send 6th RTR into the attack', 'send 1st KRRC into the attack', 'let 6th RTR lead the attack', 'commit Air Support'])).toEqual(['send 6th RTR and 1st KRRC into the attack', 'let 6th RTR lead the attack', 'commit Air Support']);
  });
});

describe('a film', () => {
  it('has one scene for what is only told under one heading', () => {
    const scenes = scenesOf({ entries: [entry(1, 'a'), entry(1, 'b'), goes(2, 'x', '2')], moves: [move(2, 'x', ['1', '2'])] }, () => 1);
    expect(scenes.map(s => [s.kind, s.entries.length, s.turn])).toEqual([['told', 2, 'June 15'], ['move', 1, 'June 15']]);
  });
  it('says of an overrun who rides, who is lost and who goes in, not only what it scores', () => {
    const under: Entry['under'] = [{ name: 'Overrun of 2', rule: '', level: 'battle' }];
    const lost = entry(3, '', { words: [{ text: 'a', is: 'piece', id: 'a' }, { text: ' is eliminated' }], role: 'loss', under });
    const goes = entry(3, '', { words: [{ text: 'x', is: 'piece', id: 'x' }, { text: ' advances to ' }, { text: '2', is: 'space', id: '2' }], under });
    const scored = entry(3, 'victory points 11 → 8', { under, role: 'points', sum: { what: 'victory points', total: '8', terms: [] } as unknown as Entry['sum'] });
    const [overrun] = scenesOf({ entries: [entry(3, 'x overruns 2', { under }), lost, goes, scored], moves: [] }, () => 1);
    const said = captionOf(overrun, null, new Map());
    expect(said.head).toBe('Overrun of 2');
    expect(said.line).toMatch(/^X overruns 2. A is eliminated. X advances to /);
    const long = [1, 2, 3, 4, 5].map(n => entry(3, `round ${n}`, { under }));
    expect(captionOf(scenesOf({ entries: [...long, lost, entry(3, 'round 6', { under })], moves: [] }, () => 1)[0], null, new Map()).line).toBe('A is eliminated. Round 6');
  });
  it('is summed up by what units did and suffered, and by what else was told if there was nothing of that', () => {
    const brought = entry(2, '', { words: [{ text: 'x', is: 'piece', id: 'x' }, { text: ' is brought to strength' }] });
    const under = (name: string): Entry['under'] => [{ name, rule: '', level: 'action' }];
    const scenes = scenesOf({ entries: [entry(1, 'they pass', { under: under('First') }), { ...brought, under: under('Second') }], moves: [] }, () => 1);
    expect(done(scenes).map(s => s.from)).toEqual([2]);
    expect(done(scenes.slice(0, 1))).toHaveLength(1);
  });
  it('counts an action in which nobody went anywhere', () => {
    const of = (name: string): Entry['under'] => [{ name: 'June 15', rule: '', level: 'turn' }, { name, rule: '', level: 'action' }];
    const [idle, busy] = [entry(1, 'the 8th is activated', { under: of('Activation of the 8th') }), entry(2, 'the 9th is activated', { under: of('Activation of the 9th') })];
    const scenes = scenesOf({ entries: [idle, entry(1, 'the initiative goes over'), busy, { ...goes(3, 'x', '2'), under: busy.under }], moves: [move(3, 'x', ['1', '2'])] }, () => 1);
    const view = { sides: [], pieces: [], spots: [] } as unknown as View;
    const scored = { ...view, sides: [{ points: 44 }, { points: 38.5 }] } as unknown as View;
    expect(figuresOf(scenes, scored, 0).points).toBe('44 : 38½'); // as the header writes them
    expect([figuresOf(scenes, view, 0).actions, figuresOf(scenes, view, 1).actions]).toEqual([2, 0]);
  });
  it('is followed to where those stand who are told of, if no place is named', () => {
    const [raid] = scenesOf({ entries: [entry(1, '', { words: [{ text: '44th RTR', is: 'piece', id: '44 RTR' }, { text: ' is Disrupted' }] })], moves: [] }, () => 1);
    expect(placesOf(raid, new Map([['44 RTR', piece('44 RTR', '0806')]]))).toEqual(['0806']);
    expect(placesOf(raid)).toEqual([]);
  });
  it('marks on the map whom it tells of, if nobody goes anywhere', () => {
    const at = new Map([['3', piece('3', '2322')]]);
    const words: Entry['words'] = [{ text: '3rd Recce', is: 'piece', id: '3' }, { text: ' is stopped by the mines' }];
    const [check, walk] = scenesOf({ entries: [entry(1, '', { words }), goes(2, '3', '2323')], moves: [move(2, '3', ['2322', '2323'])] }, () => 1);
    expect([stillPlacesOf(check, at), stillPlacesOf(walk, at)]).toEqual([['2322'], []]);
  });
  it('does not say the name of a battle twice while nothing is decided', () => {
    const opens = entry(3, 'Battle at Gambut', { role: 'opens', under: [{ name: 'Battle at Gambut', rule: '', level: 'battle' }] });
    const [battle] = scenesOf({ entries: [opens], moves: [] }, () => 1);
    expect(captionOf(battle, null, new Map())).toMatchObject({ head: 'Battle at Gambut', line: '' });
  });
  it('takes its time by the pace', () => {
    const [scene] = scenesOf({ entries: [entry(1, 'a')], moves: [] }, () => 1);
    expect([rest(scene, 'slow'), rest(scene, 'normal'), rest(scene, 'fast'), rest(scene, 'step')]).toEqual([1800, 800, 200, null]);
    expect([stays('normal'), stays('fast')]).toEqual([null, 1200]);
    expect([travelTime(2, 'hex', 'normal'), travelTime(2, 'area', 'normal'), travelTime(30, 'hex', 'normal'), travelTime(2, 'hex', 'none')]).toEqual([320, 480, 1200, 0]);
  });
  it('shows a way without the turns that led back', () => {
    expect(direct(['1', '2', '3', '2', '4'])).toEqual(['1', '2', '4']);
    const trip = [move(1, 'SU 2', ['1', '2']), move(2, 'SU 3', ['2', '3'])].map(m => ({ ...m, face: 'SU' })); // it is called after its place
    expect(flightsOf(trip).map(f => [f.piece, f.path])).toEqual([['SU 3', ['1', '2', '3']]]);
    expect(flightsOf([move(1, 'x', ['1', '2']), move(2, 'x', ['2', '3']), move(2, 'y', ['9'], 'lost')]).map(f => [f.piece, f.path, f.kind])).toEqual([['x', ['1', '2', '3'], 'moves'], ['y', ['9'], 'lost']]);
  });
  it('knows the points of a way, and counts many', () => {
    expect(namingAll('Send 8th RTR against Tobruk', '8th RTR', ['B', 'C', 'D'])).toBe('Send 8th RTR, B and 2 more against Tobruk');
    expect(namingAll('Attack Tobruk', '8th RTR', ['B'])).toBe('Attack Tobruk');
    expect([listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c', 'd', 'e'])]).toEqual(['a', 'a and b', 'a, b, c and 2 more']);
  });
  it('knows the battle of a scene by its name, or by who fights where', () => {
    const opens = entry(3, '', { role: 'opens', words: [{ text: 'x', is: 'piece', id: 'x' }, { text: ' attacks ' }, { text: '2', is: 'space', id: '2' }], under: [{ name: 'Attack on 2', rule: '', level: 'battle' }] });
    const [scene] = scenesOf({ entries: [opens], moves: [] }, () => 1);
    const battle = (title: string, side: number, place: string): Battle => ({ title, parties: [{ side, title: '', fighters: [] }, { side: 1 - side, title: '', fighters: [] }], stages: [], places: [place] });
    expect([battle('Attack on 2', 0, '9'), battle('Heavy attack on 2', 1, '2'), battle('Heavy attack on 2', 0, '2'), battle('Attack on 3', 1, '3'), null].map(b => isOf(scene, b))).toEqual([true, true, false, false, false]);
  });
  it('finds who fought in a battle that was over at once', () => {
    const opens = entry(3, '', { role: 'opens', words: [{ text: 'x', is: 'piece', id: 'x' }, { text: ' attacks ' }, { text: '2', is: 'space', id: '2' }], under: [{ name: 'Attack on 2', rule: '', level: 'battle' }] });
    const [scene] = scenesOf({ entries: [opens], moves: [] }, () => 1);
    const before = { pieces: [{ ...piece('x', '1'), side: 1 }, { ...piece('y', '1'), side: 1 }, piece('a', '2'), piece('b', '3')] } as View;
    expect(battleOf(scene, before).parties.map(p => [p.side, p.fighters.map(f => f.piece)])).toEqual([[1, ['x']], [0, ['a']]]);
    const nameless = { ...scene, entries: [{ ...opens, words: [{ text: 'The mission is over ' }, { text: '2', is: 'space' as const, id: '2' }] }] };
    const aloft = { pieces: [...before.pieces, { ...piece('z', '9'), side: 1, mission: { name: 'Support', target: '2' } }] } as View;
    expect(battleOf(nameless, aloft).parties.map(p => p.fighters.map(f => f.piece))).toEqual([['z'], ['a']]);
  });
  it('calls the place that was left as people do, and a way by its verb alone', () => {
    const flies = entry(2, '', { words: [{ text: 'x', is: 'piece', id: 'x' }, { text: ' intercepts over ' }, { text: '2 (south of A)', is: 'space', id: '2' }] });
    const [scene] = scenesOf({ entries: [flies], moves: [{ ...move(2, 'x', ['1', '2']), start: '1 (north of A)' }] }, () => 1);
    expect(wayText(scene, null)).toMatchObject({ verb: 'intercepts', way: '1 (north of A) → 2 (south of A)' });
  });
  it('says what is different for a side', () => {
    const model = buildModel({ ...AREAS, faces: { ...AREAS.faces, tank: { ...AREAS.faces.tank, name: '7th RTR' } } });
    const view = (states: boolean, holder: number): View => ({ when: '', steps: [], sides: [{ name: 'Allied' }, { name: 'Axis' }], pieces: [{ ...piece('7RTR', '1'), states: states ? [{ kind: 'disrupted', title: 'Disrupted: it waits' }] : [] }], spots: [{ id: '1', holder }] });
    expect(changesFor(view(false, 0), view(true, 1), 0, model).map(c => [c.text.split(':')[0], c.tone])).toEqual([['7th RTR', 'bad'], ['West is now held by the Axis side', 'bad']]);
    expect(changesFor(view(true, 0), view(true, 0), 0, model)).toEqual([]);
    const nameless = buildModel({ ...AREAS, spaces: AREAS.spaces.map(s => ({ ...s, name: s.id })), spoken: { 1: '1 (west of East)' } });
    expect(changesFor(view(false, 0), view(false, 1), 0, nameless)[0].text).toBe('1 (west of East) is now held by the Axis side');
    const named = { ...model, faces: { ...model.faces, '7RTR': { ...Object.values(model.faces)[0], name: '7th Royal Tanks' } } };
    expect(changesFor({ ...view(false, 0), pieces: [{ ...piece('7RTR', '1'), face: '7RTR' }] }, { ...view(true, 0), pieces: [{ ...view(true, 0).pieces[0], face: '7RTR' }] }, 0, named)[0].text).toBe('7th Royal Tanks: Disrupted');
  });
});

describe('a fight that was over at once', () => {
  it('has its board by what the log tells of it', () => {
    const under = [{ name: 'Air attack', rule: '', level: 'battle' }] as Entry['under'];
    const log = [
      entry(1, 'before'),
      entry(2, 'aircraft attack', { under, side: 1, role: 'opens', words: [{ text: 'LE', is: 'piece', id: 'LE' }] }),
      entry(2, 'hit', { under, side: 1, role: 'decides', news: { verdict: 'back', name: 'Disrupted' } }),
    ];
    const view = { pieces: [{ id: 'LE', side: 0, at: '9', face: '' }, { id: 'far', side: 0, at: '8', face: '' }] } as unknown as View;
    expect(foughtAtOnce(log, 1, view)?.parties.map(p => p.fighters.map(f => f.piece))).toEqual([[], ['LE']]);
    expect(foughtAtOnce(log, 2, view)).toBeNull();
  });
  it('is of whoever opened it, though the other side was asked before the die', () => {
    const under: Entry['under'] = [{ name: 'Attack on 9', rule: '', level: 'battle' }];
    const log = [entry(1, 'opens', { under, role: 'opens' }), entry(2, 'a chit', { side: 0, under }), entry(2, 'result', { side: 0, under, role: 'decides', news: { name: 'x', verdict: 'us' } })];
    expect(foughtAtOnce(log, 1, { pieces: [] } as unknown as View)?.parties.map(p => p.side)).toEqual([1, 0]);
    const met = [entry(1, 'rises', { side: 0 }), entry(1, 'the raid', { side: 0, under, role: 'opens', by: 1 }), entry(1, 'no hit', { side: 0, under, role: 'decides', news: { name: 'x', verdict: 'us' } })];
    expect(foughtAtOnce(met, 0, { pieces: [] } as unknown as View)?.parties.map(p => p.side)).toEqual([1, 0]); // who meets it decided last, and does not attack
  });
});

describe('a player', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('matchMedia', () => ({ matches: true })); // no travel: scene by scene
    localStorage.clear();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const moment = (ply: number): Snapshot => ({ ply, view: { pieces: [], battle: ply === 3 ? { title: 'Battle' } : ply === 4 ? { title: 'Another' } : null } }) as unknown as Snapshot;
  function table(settled = true): { player: Player; shown: (number | null)[]; log: Entry[]; at: { ply: number; settled: boolean; fighting: boolean } } {
    const [shown, at] = [[] as (number | null)[], { ply: 4, settled, fighting: false }];
    const log = [entry(1, 'a'), goes(2, 'x', '2'), entry(3, 'fight', { under: [{ name: 'Battle', rule: '', level: 'battle' }], role: 'opens' }), entry(4, 'won', { under: [{ name: 'Battle', rule: '', level: 'battle' }], role: 'decides' })];
    const stage: Stage = {
      ply: () => at.ply, kind: () => 'area', settled: () => at.settled, patient: () => true, fighting: () => at.fighting, side: () => 1, attacker: scene => scene.side,
      moment: async ply => moment(ply),
      reel: async (from, to) => ({ since: from, ply: to, log: log.filter(e => e.ply > from && e.ply <= to), moves: [move(2, 'x', ['1', '2'])].filter(m => m.ply > from && m.ply <= to) }),
      show: m => shown.push(m && m.ply),
    };
    return { player: new Player(stage), shown, log, at };
  }

  it('goes from scene to scene, stops for a battle until one goes on, and ends in the present', async () => {
    const { player, shown } = table();
    player.follow(0);
    await vi.advanceTimersByTimeAsync(10);
    expect([player.at, player.scene?.kind, player.scenes.length]).toEqual([0, 'told', 3]);
    await vi.advanceTimersByTimeAsync(900);
    expect(player.scene?.kind).toBe('move');
    await vi.advanceTimersByTimeAsync(9000);
    expect([player.scene?.kind, player.battle, shown.at(-1)]).toEqual(['battle', true, 3]);
    player.hurry();
    await vi.advanceTimersByTimeAsync(900);
    expect([player.mode, shown.slice(-2), player.seen]).toEqual(['', [4, null], 4]);
  });
  it('shows a battle, or a scene that waits for a key, to its end whatever news comes meanwhile', async () => {
    const { player } = table();
    player.follow(2);
    await vi.advanceTimersByTimeAsync(900);
    expect(player.battle).toBe(true);
    player.follow(4);
    player.setPace('slow');
    await vi.advanceTimersByTimeAsync(9000);
    expect([player.scene?.kind, player.battle]).toEqual(['battle', true]);
    player.stop();
    player.setPace('step');
    player.follow(0);
    await vi.advanceTimersByTimeAsync(900);
    player.follow(4);
    await vi.advanceTimersByTimeAsync(9000);
    expect([player.at, player.rests]).toEqual([0, true]);
    player.stop();
  });
  it('has shown how a battle came out to who skips the rest of it there, and not to who skips before', async () => {
    const { player } = table();
    player.follow(0);
    await vi.advanceTimersByTimeAsync(10);
    player.stop();
    expect(player.seen).toBe(-1);
    player.follow(2);
    await vi.advanceTimersByTimeAsync(900);
    player.stop();
    expect(player.seen).toBe(4);
  });
  it('shows the battle that was going on when it began, and not the one that comes next', async () => {
    const { player } = table();
    player.follow(3);
    await vi.advanceTimersByTimeAsync(900);
    expect([player.battle, player.fought?.title]).toEqual([true, 'Battle']);
    player.stop();
  });
  it('does not stop at the last of a battle that goes on, in which its viewer is to decide', async () => {
    const { player, log, at } = table();
    log[3] = { ...log[3], role: '', dice: [{ by: 1, face: 3, rule: '', of: 6 }] };
    at.fighting = true;
    player.follow(2);
    await vi.advanceTimersByTimeAsync(1200);
    expect([player.mode, player.battle]).toEqual(['', false]);
  });
  it('waits for a key at each scene when it goes step by step, and can go back', async () => {
    const { player } = table();
    player.setPace('step');
    player.follow(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([player.at, player.rests]).toEqual([0, true]);
    player.hurry();
    await vi.advanceTimersByTimeAsync(10);
    expect(player.at).toBe(1);
    player.jump(0);
    await vi.advanceTimersByTimeAsync(10);
    expect(player.at).toBe(0);
    player.stop();
    expect(player.mode).toBe('');
  });
  it('shows nothing at pace none, and remembers the pace', () => {
    const { player, shown } = table();
    player.setPace('none');
    player.follow(0);
    expect([player.mode, shown, table().player.pace]).toEqual(['', [], 'none']);
  });
  it('holds the last scene back while it may go on, and waits for more', async () => {
    const { player, at } = table(false);
    at.ply = 2;
    player.follow(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect([player.at, player.scenes.length]).toEqual([0, 2]);
    await vi.advanceTimersByTimeAsync(5000);
    expect([player.at, player.waits, player.mode]).toEqual([1, true, 'follow']);
    [at.ply, at.settled] = [4, true];
    player.follow(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(player.scene?.kind).toBe('battle');
  });
  it('shows all at once since a ply', async () => {
    const { player, shown } = table();
    await player.since(1);
    expect([player.mode, player.all, player.scenes.map(s => s.kind), shown]).toEqual(['since', true, ['move', 'battle'], []]);
    player.stop();
    expect(shown).toEqual([]);
  });
});
