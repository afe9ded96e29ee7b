import { expect, test } from 'vitest';
import { blake2b64, bytesOf, check, drawn, sha256 } from './fair';

const SEED = Uint8Array.from({ length: 32 }, (_, i) => i);
const HEX = [...SEED].map(b => b.toString(16).padStart(2, '0')).join('');
const PROMISE = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';
const D6 = [1, 2, 3, 4, 5, 6];
const text = (s: string): Uint8Array => new TextEncoder().encode(s);

test('both hashes are those that Python reckons', () => {
  expect(sha256(text(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256(SEED)).toBe(PROMISE);
  expect(blake2b64(SEED, text('0:0'))).toBe(18038258598839293119n);
  expect(blake2b64(SEED, text('1:0'))).toBe(4815042154818989320n);
  expect(blake2b64(SEED, text('17:3'))).toBe(9533565037885755646n);
  expect([...bytesOf(HEX)]).toEqual([...SEED]);
});

test('honest dice pass, each ply counted for itself', () => {
  const draws = [[1, 0], [1, 1], [4, 0]].map(([ply, count]) => ({ ply, cup: D6, face: drawn(SEED, ply, count, D6) }));
  expect(check(PROMISE, HEX, { since: 0, draws })).toEqual({ kept: true, checked: 3, wrong: [] });
});

test('a die that was turned, and a seed that was swapped, are found', () => {
  const honest = drawn(SEED, 2, 0, D6);
  const turned = { ply: 2, cup: D6, face: (honest % 6) + 1 };
  expect(check(PROMISE, HEX, { since: 0, draws: [turned] }).wrong).toEqual([{ ply: 2, face: turned.face, due: honest }]);
  expect(check(PROMISE.replace('6', '7'), HEX, { since: 0, draws: [] }).kept).toBe(false);
});

test('what came with an imported record is not counted', () => {
  const draws = [{ ply: 3, cup: D6, face: 0 }];
  expect(check(PROMISE, HEX, { since: 3, draws })).toEqual({ kept: true, checked: 0, wrong: [] });
});
