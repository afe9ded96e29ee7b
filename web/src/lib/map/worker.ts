// The painter's own thread: gets the board once, then lists of tiles in the order in which they are wanted. When nothing is wanted
// it paints the whole board, a strip at a time, if that was asked for.
import type { Board } from '../types';
import type { Rect } from './geometry';
import { buildModel } from './model';
import { LAP, Painter, WEBP, type Picture, type TileId } from './painter';

export type Order = { kind: 'board'; board: Board } | { kind: 'preview'; level: number } | { kind: 'picture'; level: number } | { kind: 'want'; tiles: TileId[] } | Part;
/** A part of the map as one picture, names and all. */
export interface Part {
  kind: 'part';
  key: string;
  rect: Rect;
  level: number;
}
export type Delivery =
  | { kind: 'preview'; bitmap: ImageBitmap }
  | { kind: 'picture'; picture: Picture }
  | { kind: 'part'; key: string; picture: Blob }
  | { kind: 'tile'; tile: TileId; ground: Blob; labels: Blob | null };

const STRIP = 128;

let painter: Painter | null = null;
let queue: TileId[] = [];
let busy = false;
let whole: { ground: OffscreenCanvas; names: OffscreenCanvas; level: number; done: number } | null = null;

const canvas = (w: number, h: number): { canvas: OffscreenCanvas; ctx: OffscreenCanvasRenderingContext2D } => {
  const made = new OffscreenCanvas(w, h);
  return { canvas: made, ctx: made.getContext('2d')! };
};
const deliver = (made: Delivery): void => (self as unknown as DedicatedWorkerGlobalScope).postMessage(made, made.kind === 'preview' ? [made.bitmap] : []);

async function work(): Promise<void> {
  const tile = queue.shift();
  busy = true;
  if (tile && painter) {
    const { ground, labels } = painter.tile(tile);
    deliver({ kind: 'tile', tile, ground: await ground.convertToBlob(WEBP), labels: labels && (await labels.convertToBlob(WEBP)) });
  } else if (whole && painter) await strip(painter, whole);
  else return void (busy = false);
  setTimeout(work); // lets a newer list in between
}

async function strip(by: Painter, now: NonNullable<typeof whole>): Promise<void> {
  const { width, height } = now.ground;
  const { level } = now;
  const [y0, y1] = [now.done, Math.min(height, now.done + STRIP)];
  const part = canvas(width, y1 - y0 + LAP);
  by.paint(part.ctx, [0, y0 / level, width / level, (y1 + LAP) / level], level);
  now.ground.getContext('2d')!.drawImage(part.canvas, 0, y0);
  now.done = y1;
  if (y1 < height) return;
  by.paintLabels(now.names.getContext('2d')!, [0, 0, width / level, height / level], level);
  whole = null;
  deliver({ kind: 'picture', picture: { ground: await now.ground.convertToBlob(WEBP), names: await now.names.convertToBlob(WEBP) } });
}

async function part(by: Painter, { key, rect, level }: Part): Promise<void> {
  deliver({ kind: 'part', key, picture: await by.part(rect, level).convertToBlob(WEBP) });
}

self.onmessage = ({ data }: MessageEvent<Order>) => {
  if (data.kind === 'board') painter = new Painter(buildModel(data.board), canvas);
  if (!painter) return;
  const [width, height] = painter.size;
  if (data.kind === 'preview') {
    const { canvas: made, ctx } = canvas(Math.ceil(width * data.level), Math.ceil(height * data.level));
    painter.paint(ctx, [0, 0, width, height], data.level);
    deliver({ kind: 'preview', bitmap: made.transferToImageBitmap() });
  } else if (data.kind === 'part') void part(painter, data);
  else if (data.kind === 'picture') {
    const size = [width, height].map(n => Math.ceil(Math.ceil(n) * data.level)) as [number, number];
    whole = { ground: new OffscreenCanvas(...size), names: new OffscreenCanvas(...size), level: data.level, done: 0 };
  } else if (data.kind === 'want') queue = data.tiles;
  if (!busy) void work();
};
