import { afterEach, expect, test, vi } from 'vitest';
import { api, forgetAhead } from './api';
import { askEarly } from './early';
import { keepSeats } from './seats';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function answering(): ReturnType<typeof vi.fn> {
  let n = 0;
  const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify({ answer: ++n }), { headers: { 'content-type': 'application/json' } })));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('what a game needs is asked for once, before it is opened', async () => {
  const fetched = answering();
  keepSeats('g1', [null, 'mine']);
  askEarly('#/games/g1');
  expect(fetched.mock.calls.map(([address]) => address as string)).toEqual(['/api/games/g1?token=mine', '/api/titles', '/api/games/g1/board?token=mine']);
  expect(await api.snapshot('g1', 'mine')).toEqual({ answer: 1 });
  expect(await api.titles()).toEqual({ answer: 2 });
  expect(await api.gameBoard('g1', 'mine')).toEqual({ answer: 3 });
  expect(fetched).toHaveBeenCalledTimes(3);
  expect(await api.snapshot('g1', 'mine')).toEqual({ answer: 4 }); // the next time as it is then
});

test('at one screen the game is asked for from both chairs, and what was not wanted is not kept', async () => {
  const fetched = answering();
  keepSeats('g3', ['one', 'two']);
  askEarly('#/games/g3');
  expect(fetched.mock.calls.map(([address]) => address as string)).toContain('/api/games/g3?token=two');
  forgetAhead();
  expect(await api.snapshot('g3', 'two')).toEqual({ answer: 5 });
});

test('what nobody wanted soon is asked for anew', async () => {
  vi.useFakeTimers();
  answering();
  askEarly('#/games/g2?token=other');
  vi.advanceTimersByTime(11_000);
  expect(await api.snapshot('g2', 'other')).toEqual({ answer: 4 });
});

test('other pages ask for nothing early', () => {
  const fetched = answering();
  askEarly('#/rules/gazala');
  askEarly('');
  expect(fetched).not.toHaveBeenCalled();
});
