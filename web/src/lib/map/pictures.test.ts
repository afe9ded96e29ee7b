import { afterEach, describe, expect, it, vi } from 'vitest';
import { AREAS } from '../../test/boards';
import type { Board } from '../types';
import { boardKey, Shelf } from './pictures';

describe('the key of a board', () => {
  const badged = (text: string, title: string): Board => ({ ...AREAS, spaces: AREAS.spaces.map((s, i) => (i ? s : { ...s, badges: [{ kind: 'circle', text, title }] })) });
  it('is of what is painted, not of what is said of it', () => {
    expect(boardKey(badged('6', '6 points'))).toBe(boardKey(badged('6', '6 points, none in this scenario')));
    expect(boardKey(badged('6', '6 points'))).not.toBe(boardKey(badged('7', '6 points')));
  });
});

describe('the shelf', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** The browser's storage, as far as the shelf asks it; `open` tells whether its table is still there. */
  const storage = (still: { open: boolean }): unknown => {
    const answer = <T>(result: T): unknown => {
      const request = { result, onsuccess: (): void => undefined };
      queueMicrotask(() => request.onsuccess());
      return request;
    };
    const tiles = { count: () => answer(0), get: () => answer('a tile'), put: () => answer('kept') };
    const transaction = (): unknown => {
      if (!still.open) throw new Error('The database connection is closing.');
      return { objectStore: () => tiles };
    };
    return { open: () => answer({ transaction, close: () => undefined }) };
  };

  it('finds nothing and keeps nothing once its table was left', async () => {
    const still = { open: true };
    vi.stubGlobal('indexedDB', storage(still));
    const shelf = new Shelf('a board');
    expect(await shelf.get('1/1')).toBe('a tile');
    still.open = false;
    expect(await shelf.get('1/1')).toBeNull();
    await expect(shelf.put('1/1', 'a tile')).resolves.toBeUndefined();
  });
});
