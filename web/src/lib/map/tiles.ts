// Which tiles are shown, asked for and kept. Pan and zoom never repaint: a tile is painted once for its level.
import type { Board } from '../types';
import type { Rect } from './geometry';
import { buildModel } from './model';
import { LAP, Painter, TILE, tileKey, tileRect, type TileId } from './painter';
import type { Delivery, Order } from './worker';

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

interface Maker {
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
  const paint = async (kind: Delivery['kind'], tile: TileId, w: number, h: number, rect: Rect): Promise<void> => {
    const { canvas: made, ctx } = canvas(w, h);
    painter!.paint(ctx, rect, tile.level);
    const above = canvas(w, h);
    const named = kind === 'tile' && painter!.paintLabels(above.ctx, rect, tile.level);
    take({ kind, tile, bitmap: await createImageBitmap(made), labels: named ? await createImageBitmap(above.canvas) : null });
  };
  const work = async (): Promise<void> => {
    const tile = queue.shift();
    timer = 0;
    if (!tile || !painter) return;
    const [x0, y0] = tileRect(tile, ...size);
    const span = (TILE + LAP) / tile.level;
    await paint('tile', tile, TILE + LAP, TILE + LAP, [x0, y0, Math.min(size[0], x0 + span), Math.min(size[1], y0 + span)]);
    timer ||= window.setTimeout(work, 30);
  };
  return {
    send(order) {
      if (order.kind === 'board') {
        const model = buildModel(order.board);
        size = [model.width, model.height];
        painter = new Painter(model, canvas);
      } else if (order.kind === 'preview') {
        const w = Math.ceil(size[0] * order.level);
        const h = Math.ceil(size[1] * order.level);
        window.setTimeout(() => void paint('preview', { level: order.level, i: 0, j: 0 }, w, h, [0, 0, ...size]), 60);
      } else {
        queue = order.tiles;
        timer ||= window.setTimeout(work, 30);
      }
    },
    close: () => window.clearTimeout(timer),
  };
}

/** A canvas that is painted as part of what it lies in, together with the SVG around it: one layer less for every frame. */
export const plainContext = (canvas: HTMLCanvasElement): CanvasRenderingContext2D | null => canvas.getContext('2d', { willReadFrequently: true });

function tileCanvas(tile: TileId, bitmap: ImageBitmap, plain: boolean): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height, className: 'tile' });
  if (plain) plainContext(canvas)?.drawImage(bitmap, 0, 0);
  else canvas.getContext('bitmaprenderer')!.transferFromImageBitmap(bitmap);
  const span = 1 / tile.level;
  canvas.dataset.level = String(tile.level);
  canvas.style.cssText = `left:${tile.i * TILE * span}px;top:${tile.j * TILE * span}px;width:${(TILE + LAP) * span}px;height:${(TILE + LAP) * span}px;z-index:${Math.round(tile.level * 100)}`;
  return canvas;
}

interface Baked {
  ground: HTMLCanvasElement;
  labels: HTMLCanvasElement | null;
}

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
    this.maker = newMaker(d => this.take(d));
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
    this.done.clear();
  }

  private take({ kind, tile, bitmap, labels }: Delivery): void {
    if (kind === 'preview') return this.onPreview(bitmap);
    const baked: Baked = { ground: tileCanvas(tile, bitmap, false), labels: labels && tileCanvas(tile, labels, true) };
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
      if (!baked.ground.isConnected) this.done.delete(key);
    }
    this.onSettled();
  }
}

const previewLevel = (width: number, height: number, most: number): number => Math.min(0.5, most / Math.max(width, height));

function newMaker(take: (d: Delivery) => void): Maker {
  return typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined' ? threadMaker(take) : pageMaker(take);
}

/** One small picture of a whole board. */
export function paintPreview(board: Board, width: number, height: number, most: number, take: (bitmap: ImageBitmap) => void): () => void {
  const maker = newMaker(d => {
    take(d.bitmap);
    maker.close();
  });
  maker.send({ kind: 'board', board });
  maker.send({ kind: 'preview', level: previewLevel(width, height, most) });
  return () => maker.close();
}
