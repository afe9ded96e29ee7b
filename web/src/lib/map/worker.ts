// The painter's own thread: gets the board once, then lists of tiles in the order in which they are wanted.
import type { Board } from '../types';
import type { Rect } from './geometry';
import { buildModel } from './model';
import { LAP, Painter, TILE, tileRect, type TileId } from './painter';

export type Order = { kind: 'board'; board: Board } | { kind: 'preview'; level: number } | { kind: 'want'; tiles: TileId[] } | Part;
/** A part of the map as one picture, names and all. */
export interface Part {
  kind: 'part';
  key: string;
  rect: Rect;
  level: number;
}
export type Delivery = { kind: 'preview'; bitmap: ImageBitmap } | { kind: 'part'; key: string; picture: Blob } | { kind: 'tile'; tile: TileId; ground: Blob; labels: Blob | null };

let painter: Painter | null = null;
let size: [number, number] = [0, 0];
let queue: TileId[] = [];
let busy = false;

const canvas = (w: number, h: number): { canvas: OffscreenCanvas; ctx: OffscreenCanvasRenderingContext2D } => {
  const made = new OffscreenCanvas(w, h);
  return { canvas: made, ctx: made.getContext('2d')! };
};
const deliver = (made: Delivery): void => (self as unknown as DedicatedWorkerGlobalScope).postMessage(made, made.kind === 'preview' ? [made.bitmap] : []);

async function work(): Promise<void> {
  const tile = queue.shift();
  if (!tile || !painter) {
    busy = false;
    return;
  }
  busy = true;
  const { canvas: made, ctx } = canvas(TILE + LAP, TILE + LAP);
  const [x0, y0] = tileRect(tile, ...size);
  const span = (TILE + LAP) / tile.level;
  const rect: Rect = [x0, y0, Math.min(size[0], x0 + span), Math.min(size[1], y0 + span)];
  painter.paint(ctx, rect, tile.level);
  const above = canvas(TILE + LAP, TILE + LAP);
  const labels = painter.paintLabels(above.ctx, rect, tile.level) ? await above.canvas.convertToBlob() : null;
  deliver({ kind: 'tile', tile, ground: await made.convertToBlob(), labels });
  setTimeout(work); // lets a newer list in between
}

async function part({ key, rect, level }: Part): Promise<void> {
  const { canvas: made, ctx } = canvas(Math.ceil((rect[2] - rect[0]) * level), Math.ceil((rect[3] - rect[1]) * level));
  painter!.paint(ctx, rect, level);
  painter!.paintLabels(ctx, rect, level);
  deliver({ kind: 'part', key, picture: await made.convertToBlob() });
}

self.onmessage = ({ data }: MessageEvent<Order>) => {
  if (data.kind === 'board') {
    const model = buildModel(data.board);
    size = [model.width, model.height];
    painter = new Painter(model, canvas);
  } else if (data.kind === 'preview' && painter) {
    const { canvas: made, ctx } = canvas(Math.ceil(size[0] * data.level), Math.ceil(size[1] * data.level));
    painter.paint(ctx, [0, 0, ...size], data.level);
    deliver({ kind: 'preview', bitmap: made.transferToImageBitmap() });
  } else if (data.kind === 'part') {
    void part(data);
  } else if (data.kind === 'want') {
    queue = data.tiles;
    if (!busy) void work();
  }
};
