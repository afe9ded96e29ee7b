import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Foresight } from './foresight.svelte';
import type { Game } from './game.svelte';
import type { Forecast } from './types';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the odds in sight', () => {
  it('are asked for as soon as nothing is said any more', async () => {
    const outlook = vi.fn(() => Promise.resolve([]));
    const game = { ply: 3, viewer: 0, past: null, curtain: -1, armed: null, busy: false, prompt: {}, view: {}, fought: null, film: { on: false }, outlook };
    const foresight = new Foresight(game as unknown as Game);
    foresight.follow();
    game.busy = true; // before the moment was looked at something is said, and refused
    await vi.advanceTimersByTimeAsync(500);
    expect(outlook).not.toHaveBeenCalled();
    foresight.follow();
    game.busy = false;
    foresight.follow();
    await vi.advanceTimersByTimeAsync(500);
    expect(outlook).toHaveBeenCalledTimes(1);
  });
  it('of a moment that comes while the past is looked at are asked for afterwards', async () => {
    const outlook = vi.fn(() => Promise.resolve([]));
    const game = { ply: 3, viewer: 0, past: { ply: 1 } as unknown, curtain: -1, armed: null, busy: false, prompt: {}, view: {}, fought: null, film: { on: false }, outlook };
    const foresight = new Foresight(game as unknown as Game);
    foresight.follow();
    await vi.advanceTimersByTimeAsync(500);
    game.past = null;
    foresight.follow();
    await vi.advanceTimersByTimeAsync(500);
    expect(outlook).toHaveBeenCalledTimes(1);
  });
  it('of the fight before are not those of what is no fight between parties', () => {
    const game = { ply: 3, viewer: 0, past: null, curtain: -1, armed: null as unknown, busy: false, prompt: {}, view: {}, fought: {}, log: [], read: -1, film: { on: false, seen: -1 } };
    const foresight = new Foresight(game as unknown as Game);
    foresight.last = { title: 'Attack' } as Forecast;
    game.armed = { offer: { text: 'bomb 9 L' }, advice: { forecast: { title: 'Air attack', chances: [] }, cautions: [], rolls: true } };
    foresight.follow();
    expect(foresight.last).toBeNull();
  });
  it('are read when something is confirmed, though what came of the last is told', () => {
    const game = { ply: 3, viewer: 0, past: null, armed: null as unknown, view: {}, fought: null as unknown, log: [], read: -1, film: { on: false, seen: -1 } };
    expect(new Foresight(game as unknown as Game).weighed).toBe(false);
    const parties = [{ side: 0 }, { side: 1 }];
    game.armed = { offer: { text: 'done' }, advice: { forecast: { title: 'Air attack', parties, chances: [{ verdict: 'us' }] }, cautions: [], rolls: true } };
    expect(new Foresight(game as unknown as Game).weighed).toBe(true);
  });
  it('do not open the board of another fight where dice fall elsewhere', () => {
    const game = { ply: 3, viewer: 0, past: null, armed: null as unknown, view: {}, fought: null, log: [], read: -1, film: { on: false, seen: -1 } };
    const foresight = new Foresight(game as unknown as Game);
    foresight.attacks = [{ title: 'Battle of Acroma', places: ['Acroma'], chances: [] } as unknown as Forecast];
    const armed = (space: string): unknown => ({ offer: { text: `go ${space}`, args: [{ is: 'space', id: space }] }, advice: { cautions: [], rolls: true } });
    game.armed = armed('Gazala');
    expect(foresight.shown).toBe(false);
    const here = new Foresight({ ...game, armed: armed('Acroma') } as unknown as Game);
    here.attacks = foresight.attacks;
    expect(here.shown).toBe(true);
  });
});

describe('a battle that has ended', () => {
  const under = [{ name: 'Attack on Sollum', rule: '', level: 'battle' }];
  const decided = { ply: 4, side: 0, words: [], rule: '', dice: [], sum: null, under, news: { verdict: 'back', name: 'Driven out', text: '' } };
  const game = (from: number): unknown => ({ past: null, log: [decided, { ...decided, ply: 6, news: undefined }], fought: { battle: { title: 'Attack on Sollum', parties: [] }, from }, read: -1, film: { on: false, seen: -1 } });

  it('is shown until it was read, but not where nothing was decided, or before the page was opened', () => {
    expect(new Foresight(game(3) as Game).fought).not.toBeNull();
    expect(new Foresight(game(5) as Game).fought).toBeNull();
  });
});
