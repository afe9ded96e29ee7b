// The dice reckoned again, in the browser, from the seed that a game shows at its end: no word of the server is taken for it.
// Both hashes are written out here: a page that came over plain HTTP from another machine has no crypto of the browser.
import type { Dice } from './types';

const encoder = new TextEncoder();

export const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], pair => parseInt(pair, 16));
const hexOf = (bytes: Iterable<number>): string => [...bytes].map(b => b.toString(16).padStart(2, '0')).join('');

// SHA-256

/** The first 32 bits of the broken part of a root of each of the first primes. */
function roots(count: number, power: number): number[] {
  const out: number[] = [];
  for (let n = 2; out.length < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (prime) out.push(((n ** power % 1) * 2 ** 32) | 0);
  }
  return out;
}
const START = roots(8, 1 / 2);
const ROUND = roots(64, 1 / 3);
const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

export function sha256(message: Uint8Array): string {
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const state = [...START];
  for (let at = 0; at < padded.length; at += 64) mix(state, Array.from({ length: 16 }, (_, i) => view.getUint32(at + i * 4) | 0));
  return hexOf(state.flatMap(word => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]));
}

function mix(state: number[], w: number[]): void {
  for (let i = 16; i < 64; i++) {
    const [p, q] = [w[i - 15], w[i - 2]];
    w[i] = (w[i - 16] + (turn(p, 7) ^ turn(p, 18) ^ (p >>> 3)) + w[i - 7] + (turn(q, 17) ^ turn(q, 19) ^ (q >>> 10))) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) | 0));
}

// BLAKE2b with a key, 8 bytes

const MASK = (1n << 64n) - 1n;
const IV = [0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n, 0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n];
const SIGMA = [
  '0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d',
  '2c6a0b834d75fe19', 'c51fed4a0763928b', 'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0',
];
const spin = (x: bigint, by: bigint): bigint => ((x >> by) | (x << (64n - by))) & MASK;
const little = (bytes: Uint8Array, at: number): bigint => {
  let word = 0n;
  for (let i = 7; i >= 0; i--) word = (word << 8n) | BigInt(bytes[at + i] ?? 0);
  return word;
};

/** The hash as a big-endian number of 64 bits, for a key of at most 64 bytes and a message of at most 128. */
export function blake2b64(key: Uint8Array, message: Uint8Array): bigint {
  const h = [...IV];
  h[0] ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ 8n;
  const block = (bytes: Uint8Array): Uint8Array => {
    const full = new Uint8Array(128);
    full.set(bytes);
    return full;
  };
  if (key.length) compress(h, block(key), 128n, false);
  compress(h, block(message), BigInt((key.length ? 128 : 0) + message.length), true);
  let out = 0n;
  for (let i = 0; i < 8; i++) out = (out << 8n) | ((h[0] >> BigInt(8 * i)) & 255n);
  return out;
}

function compress(h: bigint[], bytes: Uint8Array, count: bigint, last: boolean): void {
  const m = Array.from({ length: 16 }, (_, i) => little(bytes, i * 8));
  const v = [...h, ...IV];
  v[12] ^= count;
  if (last) v[14] ^= MASK;
  const g = (a: number, b: number, c: number, d: number, x: bigint, y: bigint): void => {
    v[a] = (v[a] + v[b] + x) & MASK;
    v[d] = spin(v[d] ^ v[a], 32n);
    v[c] = (v[c] + v[d]) & MASK;
    v[b] = spin(v[b] ^ v[c], 24n);
    v[a] = (v[a] + v[b] + y) & MASK;
    v[d] = spin(v[d] ^ v[a], 16n);
    v[c] = (v[c] + v[d]) & MASK;
    v[b] = spin(v[b] ^ v[c], 63n);
  };
  for (let round = 0; round < 12; round++) {
    const s = [...SIGMA[round % 10]].map(c => m[parseInt(c, 16)]);
    for (let i = 0; i < 4; i++) g(i, i + 4, i + 8, i + 12, s[2 * i], s[2 * i + 1]);
    for (let i = 0; i < 4; i++) g(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4), s[8 + 2 * i], s[9 + 2 * i]);
  }
  for (let i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
}

// Checking

export interface Verdict {
  kept: boolean; // the seed is the one that was promised at the start
  checked: number; // dice and draws
  wrong: { ply: number; face: number; due: number }[];
}

/** What the seed says for a draw, by its ply and its number in that ply. */
export function drawn(seed: Uint8Array, ply: number, count: number, cup: readonly number[]): number {
  return cup[Number((blake2b64(seed, encoder.encode(`${ply}:${count}`)) * BigInt(cup.length)) >> 64n)];
}

export function check(commitment: string, seed: string, dice: Dice): Verdict {
  const key = bytesOf(seed);
  const counts = new Map<number, number>();
  const wrong: Verdict['wrong'] = [];
  let checked = 0;
  for (const { ply, cup, face } of dice.draws) {
    const count = counts.get(ply) ?? 0;
    counts.set(ply, count + 1);
    if (dice.since && ply <= dice.since) continue; // they came with a record, from other dice
    checked++;
    const due = drawn(key, ply, count, cup);
    if (due !== face) wrong.push({ ply, face, due });
  }
  return { kept: sha256(key) === commitment, checked, wrong };
}
