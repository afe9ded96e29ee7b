import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Live } from './live';

/** A connection whose other end answers, says nothing, or cannot be reached. */
class Wire {
  static OPEN = 1;
  static network: 'good' | 'silent' = 'good';
  static all: Wire[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen?: () => void;
  onmessage?: (e: { data: string }) => void;
  onclose?: (e: { code: number; reason: string }) => void;
  constructor(readonly url: string) {
    Wire.all.push(this);
    if (Wire.network === 'good')
      setTimeout(() => {
        this.readyState = 1;
        this.onopen?.();
        this.say({ kind: 'snapshot', ply: Wire.all.length });
      }, 10);
  }
  say(message: unknown): void {
    if (Wire.network === 'good') this.onmessage?.({ data: JSON.stringify(message) });
  }
  send(text: string): void {
    this.sent.push(text);
    setTimeout(() => this.say({ kind: 'pong' }), 50);
  }
  /** On a silent network the end of a connection is not heard of either. */
  close(): void {
    this.readyState = 2;
  }
}

let heard: string[];
let live: Live;
const listener = {
  snapshot: (s: { ply: number }): void => void heard.push(`ply ${s.ply}`),
  thinking: (side: number): void => void heard.push(`thinking ${side}`),
  online: (is: boolean): void => void heard.push(is ? 'online' : 'offline'),
  gone: (reason: string): void => void heard.push(`gone: ${reason}`),
};
const last = (): Wire => Wire.all[Wire.all.length - 1];

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  [Wire.network, Wire.all, heard] = ['good', [], []];
  live = new Live('ws://here', listener);
  await vi.advanceTimersByTimeAsync(100);
});
afterEach(() => {
  live.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the live connection', () => {
  it('stays while the server answers', async () => {
    await vi.advanceTimersByTimeAsync(600_000);
    expect(heard).toEqual(['online', 'ply 1']);
    expect(last().sent.length).toBeGreaterThan(60);
    expect(new Set(last().sent)).toEqual(new Set(['{"kind":"ping"}']));
  });
  it.each([0, 2_000, 4_990, 5_010])('notices within 15 s that the network is silent (%i ms after the last sign)', async moment => {
    await vi.advanceTimersByTimeAsync(20_000 - 100 + moment);
    Wire.network = 'silent';
    await vi.advanceTimersByTimeAsync(15_000);
    expect(heard).toEqual(['online', 'ply 1', 'offline']);
  });
  it('recovers when the network does', async () => {
    Wire.network = 'silent';
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard.filter(h => h === 'online')).toHaveLength(1);
    expect(Wire.all.length).toBeGreaterThan(3); // it does not wait for one attempt for ever
    Wire.network = 'good';
    await vi.advanceTimersByTimeAsync(21_000);
    expect(heard.slice(-2)).toEqual(['online', `ply ${Wire.all.length}`]);
  });
  it('tries at once when the browser says that the network is back', async () => {
    Wire.network = 'silent';
    await vi.advanceTimersByTimeAsync(40_000);
    Wire.network = 'good';
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(100);
    expect(heard[heard.length - 1]).toBe(`ply ${Wire.all.length}`);
  });
  it('hears nothing of a connection that it has left', async () => {
    const old = last();
    Wire.network = 'silent';
    await vi.advanceTimersByTimeAsync(15_000);
    Wire.network = 'good';
    await vi.advanceTimersByTimeAsync(30_000);
    const before = [...heard];
    old.say({ kind: 'snapshot', ply: 99 });
    old.onclose?.({ code: 1006, reason: '' });
    expect(heard).toEqual(before);
  });
  it('says why a game is gone and does not come back', async () => {
    last().onclose?.({ code: 4404, reason: 'the game is gone' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard).toEqual(['online', 'ply 1', 'gone: the game is gone']);
    expect(Wire.all).toHaveLength(1);
  });
});
