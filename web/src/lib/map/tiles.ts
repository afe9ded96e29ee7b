// Which tiles are shown, asked for and kept. Pan and zoom never repaint: a tile is painted once for its level, and kept for the next
// visit. Under the tiles lies a picture of the whole board, so that no part of it is ever blank; while that is sharp enough, as it is
// when a game is opened, there are no tiles at all.
import type { Board } from '../types';
import type { Rect } from './geometry';
import { readable } from './look';
import { buildModel } from './model';
import { LAP, Painter, TILE, tileKey, WEBP, type Picture, type TileId } from './painter';
import { boardKey, builtPicture, imageAt, Shelf, type Kept } from './pictures';
import type { Delivery, Order, Part } from './worker';

const STEP = Math.SQRT2;
const KEPT = 260;
const PICTURE = 'picture';
const ROUND = 0.35; // of what is seen, painted beyond it before anybody pans there
const BLUR = 0.97; // nobody sees a picture that is larger by so little
const FAR = 0.6; // from farther away less is painted
const SEEN = 60; // the board is seen before its small picture is made

/** The finest level needed to show the map sharp: powers of the square root of two, at least as fine as the screen. */
export const levelFor = (pixels: number): number => Math.min(4, Math.max(0.25, STEP ** Math.ceil(Math.log(Math.max(0.01, pixels * BLUR)) / Math.log(STEP))));

/** How fine the picture of a whole board is: as sharp as the first look at it. */
export const pictureLevel = (counter: number): number => Math.min(STEP, Math.max(1, readable(counter)));

export function tilesIn([x0, y0, x1, y1]: Rect, level: number, width: number, height: number): TileId[] {
  const span = TILE / level;
  const out: TileId[] = [];
  const [i1, j1] = [Math.ceil(Math.min(x1, width) / span), Math.ceil(Math.min(y1, height) / span)];
  for (let j = Math.max(0, Math.floor(y0 / span)); j < j1; j++) for (let i = Math.max(0, Math.floor(x0 / span)); i < i1; i++) out.push({ level, i, j });
  const [cx, cy] = [(x0 + x1) / 2 / span - 0.5, (y0 + y1) / 2 / span - 0.5];
  return out.sort((a, b) => Math.hypot(a.i - cx, a.j - cy) - Math.hypot(b.i - cx, b.j - cy));
}

const widened = ([x0, y0, x1, y1]: Rect): Rect => {
  const [dx, dy] = [(x1 - x0) * ROUND, (y1 - y0) * ROUND];
  return [x0 - dx, y0 - dy, x1 + dx, y1 + dy];
};

export interface Maker {
  send(order: Order): void;
  close(): void;
}

function threadMaker(take: (d: Delivery) => void): Maker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Delivery>) => take(data);
  return { send: order => worker.postMessage(order), close: () => worker.terminate() };
}

/** Without a canvas in workers: the same painting on the page, a tile at a time. The whole board is not painted there. */
function pageMaker(take: (d: Delivery) => void): Maker {
  let painter: Painter<HTMLCanvasElement> | null = null;
  let queue: TileId[] = [];
  let timer = 0;
  const canvas = (w: number, h: number) => {
    const made = Object.assign(document.createElement('canvas'), { width: w, height: h });
    return { canvas: made, ctx: made.getContext('2d')! };
  };
  const webp = (from: HTMLCanvasElement): Promise<Blob> => new Promise((ok, fail) => from.toBlob(made => (made ? ok(made) : fail(new Error('no image'))), WEBP.type, WEBP.quality));
  const preview = async (level: number): Promise<void> => {
    const [width, height] = painter!.size;
    const { canvas: made, ctx } = canvas(Math.ceil(width * level), Math.ceil(height * level));
    painter!.paint(ctx, [0, 0, width, height], level);
    take({ kind: 'preview', bitmap: await createImageBitmap(made) });
  };
  const part = async ({ key, rect, level }: Part): Promise<void> => take({ kind: 'part', key, picture: await webp(painter!.part(rect, level)) });
  const work = async (): Promise<void> => {
    const tile = queue.shift();
    timer = 0;
    if (!tile || !painter) return;
    const { ground, labels } = painter.tile(tile);
    take({ kind: 'tile', tile, ground: await webp(ground), labels: labels && (await webp(labels)) });
    timer ||= window.setTimeout(work, 30);
  };
  return {
    send(order) {
      if (order.kind === 'board') painter = new Painter(buildModel(order.board), canvas);
      else if (order.kind === 'preview') window.setTimeout(() => void preview(order.level), 60);
      else if (order.kind === 'part') window.setTimeout(() => void part(order), 30);
      else if (order.kind === 'want') {
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
async function tileImage(tile: TileId, made: Blob): Promise<HTMLImageElement> {
  const image = Object.assign(new Image(), { className: 'tile', alt: '', src: URL.createObjectURL(made) });
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

/** Keeps two elements, the ground and the names above the highlights, filled with what is to be seen. */
export class TileLayer {
  /** Which board this is. */
  readonly key: string;
  private maker: Maker | null = null;
  private readonly shelf: Shelf;
  private readonly done = new Map<string, Baked>();
  private readonly asked = new Map<string, boolean>(); // tiles that the shelf was asked for: whether it has them
  private shown = 0;
  private wanted: TileId[] = [];
  private spare: TileId[] = []; // round what is seen
  private names: HTMLImageElement | null = null; // of the whole board
  private sharp = 0; // the level of the picture, once it lies there
  private pixels = 1;
  private waits = false; // the picture that came with the program is on its way
  private closed = false;

  constructor(
    private readonly ground: HTMLElement,
    private readonly labels: HTMLElement,
    private readonly width: number,
    private readonly height: number,
    private readonly level: number, // of the picture
    private readonly board: Board,
    private readonly onPreview: (bitmap: ImageBitmap, under: boolean) => void,
    private readonly onSettled: (is: boolean) => void = () => undefined,
  ) {
    this.key = boardKey(board);
    this.shelf = new Shelf(this.key);
    void this.unfold();
  }

  /** The part of the map on screen and how many device pixels a map pixel has there. */
  show(rect: Rect, pixels: number): void {
    const level = levelFor(pixels);
    this.wanted = tilesIn(rect, level, this.width, this.height);
    const seen = new Set(this.wanted.map(tileKey));
    this.spare = tilesIn(widened(rect), level, this.width, this.height).filter(t => !seen.has(tileKey(t)));
    [this.shown, this.pixels] = [level, pixels];
    if (this.suffices()) return this.bare();
    if (this.isWhole()) this.arrange();
    else {
      if (this.names) this.labels.append(this.names);
      this.onSettled(false);
    }
    if (!this.waits) void this.fetch();
  }

  /** The picture of the whole board is sharp enough for what is seen. */
  private suffices(): boolean {
    return this.pixels * BLUR <= this.sharp && this.shown >= FAR;
  }

  /** The picture and no tiles. */
  private bare(): void {
    [this.wanted, this.spare] = [[], []];
    if (this.maker) this.order({ kind: 'want', tiles: [] });
    this.labels.append(this.names!);
    for (const host of [this.ground, this.labels]) for (const old of [...host.children] as HTMLElement[]) if (old.dataset.level !== '0') old.remove();
    this.onSettled(true);
  }

  close(): void {
    this.closed = true;
    this.maker?.close();
    void this.shelf.close();
    this.done.forEach(forget);
    this.done.clear();
  }

  /** The picture under the tiles: as it came with the program, as it was kept here, or a small one first and the whole one later. */
  private async unfold(): Promise<void> {
    const built = builtPicture(this.key);
    if (built) {
      this.waits = true;
      await this.lay(built.ground, built.names, () => fetch(built.ground).then(file => file.blob())).catch(() => undefined); // without it there are the tiles
      this.waits = false;
      return this.suffices() ? undefined : this.fetch();
    }
    const kept = await this.shelf.get<Picture>(PICTURE);
    if (kept) return await this.layBlobs(kept);
    this.order({ kind: 'preview', level: previewLevel(this.width, this.height, 420) });
    this.order({ kind: 'picture', level: this.level });
  }

  private layBlobs(picture: Picture): Promise<void> {
    return this.lay(URL.createObjectURL(picture.ground), URL.createObjectURL(picture.names), () => Promise.resolve(picture.ground));
  }

  private async lay(ground: string, names: string, file: () => Promise<Blob>): Promise<void> {
    const [under, above] = [ground, names].map(src => Object.assign(imageAt(src), { className: 'tile whole', alt: '' }));
    for (const image of [under, above]) {
      image.dataset.level = '0';
      image.style.cssText = `left:0;top:0;width:${Math.ceil(this.width)}px;height:${Math.ceil(this.height)}px`;
    }
    await Promise.all([under.decode(), above.decode()]);
    if (this.closed) return;
    this.ground.append(under);
    this.names = above;
    this.sharp = under.naturalWidth / Math.ceil(this.width);
    if (this.suffices()) this.bare();
    else if (!this.isWhole()) this.labels.append(above);
    requestAnimationFrame(() => setTimeout(() => void this.preview(file).catch(() => undefined), SEEN));
  }

  /** A small picture of the whole board. From its file: that is read beside the page, while an image on the page would hold it up. */
  private async preview(file: () => Promise<Blob>): Promise<void> {
    if (this.closed) return;
    const small = await createImageBitmap(await file(), { resizeWidth: Math.min(640, Math.ceil(this.width)), resizeQuality: 'medium' });
    if (!this.closed) this.onPreview(small, false);
  }

  private order(order: Order): void {
    if (this.closed) return;
    if (!this.maker) {
      this.maker = newMaker(d => void this.take(d));
      this.maker.send({ kind: 'board', board: this.board });
    }
    this.maker.send(order);
  }

  private missing(): TileId[] {
    return [...this.wanted, ...this.spare].filter(t => !this.done.has(tileKey(t)));
  }

  /** From the shelf what is there, from the painter the rest. */
  private async fetch(): Promise<void> {
    const unasked = this.missing().filter(t => !this.asked.has(tileKey(t)));
    await Promise.all(
      unasked.map(async tile => {
        this.asked.set(tileKey(tile), true);
        const kept = await this.shelf.get<Kept>(tileKey(tile));
        if (kept) await this.bake(tile, kept);
        else this.asked.set(tileKey(tile), false);
      }),
    );
    const rest = this.missing().filter(t => this.asked.get(tileKey(t)) === false);
    if (rest.length || this.maker) this.order({ kind: 'want', tiles: rest });
  }

  private async take(made: Delivery): Promise<void> {
    if (this.closed) return;
    if (made.kind === 'preview') return this.onPreview(made.bitmap, !this.names);
    if (made.kind === 'part') return;
    if (made.kind === 'picture') {
      await this.shelf.put(PICTURE, made.picture);
      return await this.layBlobs(made.picture);
    }
    const { tile, ground, labels } = made;
    void this.shelf.put(tileKey(tile), { ground, labels } satisfies Kept);
    await this.bake(tile, { ground, labels });
  }

  private async bake(tile: TileId, { ground, labels }: Kept): Promise<void> {
    const baked: Baked = { ground: await tileImage(tile, ground), labels: labels && (await tileImage(tile, labels)) };
    if (this.closed) return forget(baked);
    this.done.set(tileKey(tile), baked);
    this.asked.delete(tileKey(tile));
    if (this.suffices()) return;
    if (tile.level === this.shown) this.put(baked);
    if (this.isWhole()) this.arrange();
  }

  private isWhole(): boolean {
    return this.wanted.length > 0 && this.wanted.every(t => this.done.has(tileKey(t)));
  }

  private put({ ground, labels }: Baked): void {
    if (!ground.isConnected) this.ground.append(ground);
    if (labels && !labels.isConnected) this.labels.append(labels);
    this.clear(this.labels, true); // no names twice
  }

  private clear(host: HTMLElement, whole: boolean): void {
    for (const old of [...host.children] as HTMLElement[]) if (Number(old.dataset.level) !== this.shown && (whole ? old !== this.names : old.dataset.level !== '0')) old.remove();
  }

  /** All tiles of the level are there: show them, drop other levels, forget the oldest. */
  private arrange(): void {
    this.clear(this.ground, false);
    this.clear(this.labels, false);
    this.names?.remove();
    for (const t of [...this.wanted, ...this.spare]) {
      const baked = this.done.get(tileKey(t));
      if (baked) this.put(baked);
    }
    for (const [key, baked] of this.done) {
      if (this.done.size <= KEPT) break;
      if (baked.ground.isConnected) continue;
      this.done.delete(key);
      forget(baked);
    }
    this.onSettled(true);
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
