// Paints tiles of the map: in a worker where there is one, else on the page in steps.
import { paintBase, type BaseOptions, type Ground } from './base';
import { vignette, type Ctx } from './features';
import { coastField, type Field } from './field';
import { clamp, overlaps, type Rect } from './geometry';
import type { Model } from './model';
import { fbm } from './noise';
import { buildScene, type Scene } from './scene';

export const TILE = 512; // device pixels
export const LAP = 1; // each tile is this much larger on the right and below, so that no seam shows

export const WEBP = { type: 'image/webp', quality: 0.86 };

/** The ground and the names of a whole board, at one device pixel a map pixel. */
export interface Picture {
  ground: Blob;
  names: Blob;
}

export interface TileId {
  level: number; // device pixels a map pixel
  i: number;
  j: number;
}

export const tileKey = (t: TileId): string => `${t.level.toFixed(3)}/${t.i},${t.j}`;

/** Which part of the map a tile shows, in map pixels. */
export function tileRect(t: TileId, width: number, height: number): Rect {
  const span = TILE / t.level;
  return [t.i * span, t.j * span, Math.min(width, (t.i + 1) * span), Math.min(height, (t.j + 1) * span)];
}

type Surface = CanvasImageSource & { width: number; height: number };
export type NewCanvas<C extends Surface> = (w: number, h: number) => { canvas: C; ctx: Ctx };

export class Painter<C extends Surface = OffscreenCanvas> {
  private readonly scene: Scene;
  private coast: Field | null | undefined;
  private readonly ground: BaseOptions['ground'];

  constructor(
    private readonly model: Model,
    private readonly newCanvas: NewCanvas<C>,
  ) {
    this.scene = buildScene(model);
    this.ground = groundOf(model);
  }

  get size(): [number, number] {
    return [this.model.width, this.model.height];
  }

  /** The ground of a tile, and its names and marks if it has any. */
  tile(tile: TileId): { ground: C; labels: C | null } {
    const [x0, y0] = tileRect(tile, ...this.size);
    const span = (TILE + LAP) / tile.level;
    const rect: Rect = [x0, y0, Math.min(this.model.width, x0 + span), Math.min(this.model.height, y0 + span)];
    const [ground, above] = [this.newCanvas(TILE + LAP, TILE + LAP), this.newCanvas(TILE + LAP, TILE + LAP)];
    this.paint(ground.ctx, rect, tile.level);
    return { ground: ground.canvas, labels: this.paintLabels(above.ctx, rect, tile.level) ? above.canvas : null };
  }

  /** A part of the map as one picture, names and all. */
  part(rect: Rect, level: number): C {
    const { canvas, ctx } = this.newCanvas(Math.ceil((rect[2] - rect[0]) * level), Math.ceil((rect[3] - rect[1]) * level));
    this.paint(ctx, rect, level);
    this.paintLabels(ctx, rect, level);
    return canvas;
  }

  /** Draws a rectangle of the map into a context of the right size. */
  paint(ctx: Ctx, [x0, y0, x1, y1]: Rect, level: number): void {
    const samples = Math.min(1, level); // the ground is never finer than one sample a map pixel
    const w = Math.max(1, Math.ceil((x1 - x0 + 2) * samples));
    const h = Math.max(1, Math.ceil((y1 - y0 + 2) * samples));
    const ground = this.newCanvas(w, h);
    const pixels = paintBase(x0, y0, w, h, { coast: this.coastline(), ground: this.ground, seed: 11, grain: 0.9, step: 1 / samples });
    ground.ctx.putImageData(new ImageData(pixels, w, h), 0, 0);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.imageSmoothingEnabled = true;
    ctx.imageSmoothingQuality = 'high';
    ctx.drawImage(ground.canvas, 0, 0, (w / samples) * level, (h / samples) * level);
    ctx.setTransform(level, 0, 0, level, -x0 * level, -y0 * level);
    ctx.lineJoin = 'round';
    ctx.lineCap = 'round';
    const here: Rect = [x0, y0, x1, y1];
    for (const stroke of this.scene.ground) if (overlaps(stroke.box, here)) stroke.paint(ctx, level);
    vignette(ctx, [0, 0, this.model.width, this.model.height], 0.16);
  }

  /** Draws names and marks on a clear context; false if there are none here. */
  paintLabels(ctx: Ctx, rect: Rect, level: number): boolean {
    const here = this.scene.labels.filter(stroke => overlaps(stroke.box, rect));
    ctx.setTransform(level, 0, 0, level, -rect[0] * level, -rect[1] * level);
    for (const stroke of here) stroke.paint(ctx, level);
    return here.length > 0;
  }

  private coastline(): Field | null {
    if (this.coast === undefined) {
      const { land, width, height } = this.model;
      const scale = width * height > 2e6 ? 0.5 : 0.75;
      this.coast = land ? coastField(land, width, height, scale) : null;
    }
    return this.coast;
  }
}

/** Green, dunes and salt by the spaces that have them, with soft rims. */
function groundOf(model: Model): ((x: number, y: number) => Ground) | null {
  const patches = model.places.filter(p => ['green', 'dunes', 'salt'].includes(p.cover));
  if (!patches.length) return null;
  const reach = Math.max(70, model.grid * 1.5);
  const cells = new Map<string, typeof patches>();
  for (const p of patches) {
    const [ci, cj] = [Math.floor(p.centre[0] / reach), Math.floor(p.centre[1] / reach)];
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        const key = `${ci + i},${cj + j}`;
        cells.set(key, [...(cells.get(key) ?? []), p]);
      }
    }
  }
  return (x, y) => {
    const out: Ground = { green: 0, dunes: 0, salt: 0 };
    const near = cells.get(`${Math.floor(x / reach)},${Math.floor(y / reach)}`);
    if (!near) return out;
    for (const p of near) {
      const d = 1 - Math.hypot(x - p.centre[0], (y - p.centre[1]) * 1.1) / reach;
      if (d <= 0) continue;
      const key = p.cover as keyof Ground;
      out[key] = Math.max(out[key], clamp(d * 1.7 + (fbm(x / 40, y / 40, 66, 3) - 0.5) * 0.7));
    }
    return out;
  };
}
