// Boards that were painted when the program was made, and a place in the browser for all that is painted later.
import type { Board } from '../types';
import { PAINT } from './paint';

export interface Kept {
  ground: Blob;
  labels: Blob | null;
}

const BUILT = import.meta.glob<string>('../../pictures/boards/*.webp', { eager: true, query: '?url', import: 'default' });
const NAME = `sandtable-tiles-${PAINT}`;
const MOST = 1500; // tiles, about 100 MB

const KEYS = new WeakMap<Board, string>();

/** The key of a board, worked out once. */
export function boardKey(board: Board): string {
  const key = KEYS.get(board) ?? keyOf(board);
  KEYS.set(board, key);
  return key;
}

/** Boards that are drawn alike have the same key: whatever the eye needs is in it, and how the painter paints. What a badge says when it is pointed at is not painted. */
function keyOf(board: Board): string {
  const { kind, size, spaces, edges, links, lines, land, regions, scale } = board;
  const seen = spaces.map(space => (space.badges ? { ...space, badges: space.badges.map(badge => ({ ...badge, title: undefined })) } : space));
  const text = JSON.stringify([PAINT, kind, size, seen, edges, links, lines, land, regions, scale]);
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b) ^ (b >>> 13);
  }
  return [a, b].map(n => (n >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The addresses of the two pictures of a board that came with the program. */
export function builtPicture(key: string): { ground: string; names: string } | null {
  const [ground, names] = ['ground', 'names'].map(what => BUILT[`../../pictures/boards/${key}-${what}.webp`]);
  return ground && names ? { ground, names } : null;
}

const EARLY = new Map<string, HTMLImageElement>(); // on their way before anybody has asked for them

/** The pictures of a board will be needed soon: they come while the rest of the game is made ready. */
export function fetchEarly(board: Board): void {
  if (KEYS.has(board)) return; // they are on their way
  const built = builtPicture(boardKey(board));
  for (const src of built ? [built.ground, built.names] : []) {
    const image = Object.assign(new Image(), { src });
    image.decode().catch(() => undefined); // whoever lays it finds out
    EARLY.set(src, image);
  }
}

/** An image of its own from an address: the one that is on its way, if there is one. */
export function imageAt(src: string): HTMLImageElement {
  const image = EARLY.get(src) ?? Object.assign(new Image(), { src });
  EARLY.delete(src);
  return image;
}

/** What this browser has painted before, by board. Without a place to keep things it finds nothing and keeps nothing. */
export class Shelf {
  private readonly db: Promise<IDBDatabase | null>;

  constructor(private readonly key: string) {
    this.db = open().catch(() => null);
  }

  async get<T>(name: string): Promise<T | null> {
    return this.among<T>('readonly', tiles => tiles.get(`${this.key}/${name}`));
  }

  async put(name: string, thing: unknown): Promise<void> {
    await this.among('readwrite', tiles => tiles.put(thing, `${this.key}/${name}`));
  }

  /** What comes of a look at the tiles; nothing without a place for them, and when the table was left in the meantime. */
  private async among<T>(mode: IDBTransactionMode, look: (tiles: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
    const db = await this.db;
    try {
      return db ? await ask(look(db.transaction('tiles', mode).objectStore('tiles'))) : null;
    } catch {
      return null;
    }
  }

  async close(): Promise<void> {
    (await this.db)?.close();
  }
}

const ask = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

async function open(): Promise<IDBDatabase | null> {
  if (typeof indexedDB === 'undefined') return null;
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore('tiles');
  const db = await ask(request);
  for (const { name } of (await indexedDB.databases?.()) ?? []) if (name?.startsWith('sandtable-tiles-') && name !== NAME) indexedDB.deleteDatabase(name); // another painter's
  const tiles = db.transaction('tiles', 'readwrite').objectStore('tiles');
  if ((await ask(tiles.count())) > MOST) tiles.clear();
  return db;
}
