// Which tiles are shown, asked for and kept. Pan and zoom never repaint: a tile is painted once for its level.
import type { Board } from '../types';
import type { Rect } from './geometry';
import { buildModel } from './model';
import { LAP, Painter, TILE, tileKey, tileRect, type TileId } from './painter';
import type { Delivery, Order, Part } from './worker';

const STEP = Math.SQRT2;
const KEPT = 260;

/** The finest level needed to show the map sharp: powers of the square root of two, at least as fine as the screen. */
export const levelFor = (pixels: number): number => Math.min(4, Math.max(0.25, STEP ** Math.ceil(Math.log(Math.max(0.01, pixels * 0.97)) / Math.log(STEP))));

export function tilesIn([x0, y0, x1, y1]: Rect, level: number, width: number, height: number): TileId[] {
  const span = TILE / level;
  const out: TileId[] = [];
  const [i1, j1] = [Math.ceil(Math.min(x1, width) / span), Math.ceil(Math.min(y1, height) / span)];
  for (let j = Math.max(0, Math.floor(y0 / span)); j < j1; j++) for (let i = Math.max(0, Math.floor(x0 / span)); i < i1; i++) out.push({ level, i, j });
  const [cx, cy] = [(x0 + x1) / 2 / span - 0.5, (y0 + y1) / 2 / span - 0.5];
  return out.sort((a, b) => Math.hypot(a.i - cx, a.j - cy) - Math.hypot(b.i - cx, b.j - cy));
}

export interface Maker {
  send(order: Order): void;
  close(): void;
}

function threadMaker(take: (d: Delivery) => void): Maker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Delivery>) => take(data);
  return { send: order => worker.postMessage(order), close: () => worker.terminate() };
}

/** Without a canvas in workers: the same painting on the page, a tile at a time. */
function pageMaker(take: (d: Delivery) => void): Maker {
  let painter: Painter | null = null;
  let size: [number, number] = [0, 0];
  let queue: TileId[] = [];
  let timer = 0;
  const canvas = (w: number, h: number) => {
    const made = Object.assign(document.createElement('canvas'), { width: w, height: h });
    return { canvas: made, ctx: made.getContext('2d')! };
  };
  const png = (from: HTMLCanvasElement): Promise<Blob> => new Promise((ok, fail) => from.toBlob(made => (made ? ok(made) : fail(new Error('no image')))));
  const preview = async (level: number): Promise<void> => {
    const { canvas: made, ctx } = canvas(Math.ceil(size[0] * level), Math.ceil(size[1] * level));
    painter!.paint(ctx, [0, 0, ...size], level);
    take({ kind: 'preview', bitmap: await createImageBitmap(made) });
  };
  const part = async ({ key, rect, level }: Part): Promise<void> => {
    const { canvas: made, ctx } = canvas(Math.ceil((rect[2] - rect[0]) * level), Math.ceil((rect[3] - rect[1]) * level));
    painter!.paint(ctx, rect, level);
    painter!.paintLabels(ctx, rect, level);
    take({ kind: 'part', key, picture: await png(made) });
  };
  const work = async (): Promise<void> => {
    const tile = queue.shift();
    timer = 0;
    if (!tile || !painter) return;
    const [x0, y0] = tileRect(tile, ...size);
    const span = (TILE + LAP) / tile.level;
    const rect: Rect = [x0, y0, Math.min(size[0], x0 + span), Math.min(size[1], y0 + span)];
    const [ground, above] = [canvas(TILE + LAP, TILE + LAP), canvas(TILE + LAP, TILE + LAP)];
    painter.paint(ground.ctx, rect, tile.level);
    const named = painter.paintLabels(above.ctx, rect, tile.level);
    take({ kind: 'tile', tile, ground: await png(ground.canvas), labels: named ? await png(above.canvas) : null });
    timer ||= window.setTimeout(work, 30);
  };
  return {
    send(order) {
      if (order.kind === 'board') {
        const model = buildModel(order.board);
        size = [model.width, model.height];
        painter = new Painter(model, canvas);
      } else if (order.kind === 'preview') {
        window.setTimeout(() => void preview(order.level), 60);
      } else if (order.kind === 'part') {
        window.setTimeout(() => void part(order), 30);
      } else {
        queue = order.tiles;
        timer ||= window.setTimeout(work, 30);
      }
    },
    close: () => window.clearTimeout(timer),
  };
}

/**
 * An image, not a canvas: a canvas is a layer of its own, which is blended into every frame of a drag. Images share one layer with
 * all that lies on the map, and that layer is only copied.
 */
async function tileImage(tile: TileId, png: Blob): Promise<HTMLImageElement> {
  const image = Object.assign(new Image(), { className: 'tile', alt: '', src: URL.createObjectURL(png) });
  const span = 1 / tile.level;
  image.dataset.level = String(tile.level);
  image.style.cssText = `left:${tile.i * TILE * span}px;top:${tile.j * TILE * span}px;width:${(TILE + LAP) * span}px;height:${(TILE + LAP) * span}px;z-index:${Math.round(tile.level * 100)}`;
  await image.decode();
  return image;
}

interface Baked {
  ground: HTMLImageElement;
  labels: HTMLImageElement | null;
}

const forget = ({ ground, labels }: Baked): void => [ground, labels].forEach(image => image && URL.revokeObjectURL(image.src));

/** Keeps two elements, the ground and the names above the highlights, filled with the tiles that are to be seen. */
export class TileLayer {
  private readonly maker: Maker;
  private readonly done = new Map<string, Baked>();
  private shown = 0;
  private wanted: TileId[] = [];

  constructor(
    private readonly ground: HTMLElement,
    private readonly labels: HTMLElement,
    private readonly width: number,
    private readonly height: number,
    board: Board,
    private readonly onPreview: (bitmap: ImageBitmap) => void,
    private readonly onSettled: () => void = () => undefined,
  ) {
    this.maker = newMaker(d => void this.take(d));
    this.maker.send({ kind: 'board', board });
    this.maker.send({ kind: 'preview', level: previewLevel(width, height, 420) });
  }

  /** The part of the map on screen and how many device pixels a map pixel has there. */
  show(rect: Rect, pixels: number): void {
    const level = levelFor(pixels);
    this.wanted = tilesIn(rect, level, this.width, this.height);
    const missing = this.wanted.filter(t => !this.done.has(tileKey(t)));
    this.maker.send({ kind: 'want', tiles: missing });
    this.shown = level;
    if (!missing.length) this.arrange();
  }

  close(): void {
    this.maker.close();
    this.done.forEach(forget);
    this.done.clear();
  }

  private async take(made: Delivery): Promise<void> {
    if (made.kind === 'preview') return this.onPreview(made.bitmap);
    if (made.kind === 'part') return;
    const { tile, ground, labels } = made;
    const baked: Baked = { ground: await tileImage(tile, ground), labels: labels && (await tileImage(tile, labels)) };
    this.done.set(tileKey(tile), baked);
    if (tile.level === this.shown) this.put(baked);
    if (this.wanted.every(t => this.done.has(tileKey(t)))) this.arrange();
  }

  private put({ ground, labels }: Baked): void {
    if (!ground.isConnected) this.ground.append(ground);
    if (labels && !labels.isConnected) this.labels.append(labels);
    for (const old of [...this.labels.children] as HTMLElement[]) if (Number(old.dataset.level) !== this.shown) old.remove(); // no names twice
  }

  /** All tiles of the level are there: show them, drop other levels, forget the oldest. */
  private arrange(): void {
    for (const host of [this.ground, this.labels]) for (const old of [...host.children] as HTMLElement[]) if (Number(old.dataset.level) !== this.shown) old.remove();
    for (const t of this.wanted) this.put(this.done.get(tileKey(t))!);
    for (const [key, baked] of this.done) {
      if (this.done.size <= KEPT) break;
      if (baked.ground.isConnected) continue;
      this.done.delete(key);
      forget(baked);
    }
    this.onSettled();
  }
}

/** The address of a small picture, which lies under the tiles until they are painted. */
export function pictureOf(bitmap: ImageBitmap): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  return canvas.toDataURL();
}

const previewLevel = (width: number, height: number, most: number): number => Math.min(0.5, most / Math.max(width, height));

export function newMaker(take: (d: Delivery) => void): Maker {
  return typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined' ? threadMaker(take) : pageMaker(take);
}

/** One small picture of a whole board. */
export function paintPreview(board: Board, width: number, height: number, most: number, take: (bitmap: ImageBitmap) => void): () => void {
  const maker = newMaker(d => {
    if (d.kind === 'preview') take(d.bitmap);
    maker.close();
  });
  maker.send({ kind: 'board', board });
  maker.send({ kind: 'preview', level: previewLevel(width, height, most) });
  return () => maker.close();
}
