// Strokes on a 2D canvas, in map pixels: roads, escarpments, minefields, forts, names.
import type { Point } from '../types';
import { jitter, walk, type Rect } from './geometry';
import { lettersOf, type Weight } from './letters';
import { hash } from './noise';
import { INK } from './palette';

export type Ctx = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export function trace(ctx: Ctx, points: readonly Point[], closed = false): void {
  ctx.beginPath();
  points.forEach((p, i) => (i ? ctx.lineTo(p[0], p[1]) : ctx.moveTo(p[0], p[1])));
  if (closed) ctx.closePath();
}

export function stroke(ctx: Ctx, points: readonly Point[], style: string, width: number, dash: number[] = []): void {
  ctx.setLineDash(dash);
  ctx.strokeStyle = style;
  ctx.lineWidth = width;
  trace(ctx, points);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Escarpment: soft shadow on the low side, tapered hachures, crest, a light line above. `low` = 1: the left normal points down-hill. */
export function escarpment(ctx: Ctx, raw: readonly Point[], low: number, seed: number, size = 1): void {
  const points = jitter(raw, 4.2 * size, seed);
  const shifted = (by: number): Point[] => walk(points, 4).map(({ p, n }) => [p[0] + n[0] * by, p[1] + n[1] * by]);
  const foot = shifted(low * 5 * size);
  for (const [width, alpha] of [[15, 0.07], [11, 0.1], [7, 0.13], [4, 0.12]]) stroke(ctx, foot, `rgba(70,44,18,${alpha})`, width * size);
  ctx.fillStyle = INK.hachure;
  walk(points, 3.1, 1).forEach(({ p, n, t }, i) => {
    const length = (6 + hash(i, 2, seed) * 4.6) * size * low;
    ctx.beginPath();
    ctx.moveTo(p[0] - t[0] * 1.15, p[1] - t[1] * 1.15);
    ctx.lineTo(p[0] + n[0] * length, p[1] + n[1] * length);
    ctx.lineTo(p[0] + t[0] * 1.15, p[1] + t[1] * 1.15);
    ctx.fill();
  });
  stroke(ctx, points, INK.escarpment, 2.3 * size);
  stroke(ctx, shifted(-low * 1.7), 'rgba(255,240,206,.55)', 1);
}

/** A ridge: hachures to both sides of a broad crest. */
export function ridge(ctx: Ctx, raw: readonly Point[], seed: number, size = 1): void {
  const points = jitter(raw, 3.6 * size, seed);
  for (const [width, alpha] of [[16, 0.06], [11, 0.09], [7, 0.11]]) stroke(ctx, points, `rgba(84,54,22,${alpha})`, width * size);
  ctx.fillStyle = 'rgba(116,78,38,.85)';
  for (const way of [1, -1]) {
    walk(points, 4.2, way > 0 ? 1 : 3).forEach(({ p, n, t }, i) => {
      const length = (4 + hash(i, way + 3, seed) * 3.4) * size * way;
      ctx.beginPath();
      ctx.moveTo(p[0] - t[0], p[1] - t[1]);
      ctx.lineTo(p[0] + n[0] * length, p[1] + n[1] * length);
      ctx.lineTo(p[0] + t[0], p[1] + t[1]);
      ctx.fill();
    });
  }
  stroke(ctx, points, 'rgba(134,94,48,.9)', 2 * size);
  stroke(ctx, points, 'rgba(244,224,178,.8)', 0.8 * size);
}

/** A dry valley: a pale bed between two broken banks. */
export function wadi(ctx: Ctx, raw: readonly Point[], seed: number, size = 1): void {
  const points = jitter(raw, 5 * size, seed, 8);
  stroke(ctx, points, 'rgba(96,72,40,.28)', 8 * size);
  stroke(ctx, points, 'rgba(240,228,196,.85)', 4.2 * size);
  stroke(ctx, points, INK.wadi, 1.3 * size, [5, 3]);
}

export function mainRoad(ctx: Ctx, points: readonly Point[], k = 1): void {
  stroke(ctx, points, 'rgba(255,246,222,.55)', 7.5 * k);
  stroke(ctx, points, INK.roadCase, 4.8 * k);
  stroke(ctx, points, INK.roadCore, 2.5 * k);
}
export function minorRoad(ctx: Ctx, points: readonly Point[], k = 1): void {
  stroke(ctx, points, INK.halo, 5.4 * k);
  stroke(ctx, points, '#7a4a24', 3 * k);
  stroke(ctx, points, '#f1dfb4', 1.2 * k);
}
export function track(ctx: Ctx, points: readonly Point[], k = 1): void {
  stroke(ctx, points, INK.halo, 4 * k);
  stroke(ctx, points, INK.track, 1.9 * k, [7, 5]);
}
export function railway(ctx: Ctx, points: readonly Point[]): void {
  stroke(ctx, points, INK.halo, 5);
  stroke(ctx, points, INK.rail, 1.6);
  stroke(ctx, points, INK.rail, 6.4, [1.4, 6.6]);
}

const cross = (ctx: Ctx, [x, y]: Point, r: number): void => {
  ctx.moveTo(x - r, y - r);
  ctx.lineTo(x + r, y + r);
  ctx.moveTo(x + r, y - r);
  ctx.lineTo(x - r, y + r);
};

/** Frontier wire: dash-dot line with small crosses. */
export function frontier(ctx: Ctx, points: readonly Point[]): void {
  stroke(ctx, points, 'rgba(150,50,34,.55)', 1.6, [11, 4, 2, 4]);
  ctx.beginPath();
  for (const { p } of walk(points, 21, 10)) cross(ctx, p, 2.6);
  ctx.strokeStyle = 'rgba(120,40,28,.7)';
  ctx.lineWidth = 1.1;
  ctx.stroke();
}

/** Fortified line just inside a boundary, with teeth to the outside; `out` = 1: the left normal points outwards. */
export function fortLine(ctx: Ctx, points: readonly Point[], out: number, k = 1): void {
  const inset = walk(points, 3).map(({ p, n }): Point => [p[0] - n[0] * out * 5 * k, p[1] - n[1] * out * 5 * k]);
  if (inset.length < 2) return;
  stroke(ctx, inset, 'rgba(255,244,214,.45)', 5 * k);
  stroke(ctx, inset, INK.fort, 2.1 * k);
  for (const { p, n } of walk(inset, 8 * k, 3)) stroke(ctx, [p, [p[0] + n[0] * out * 4.2 * k, p[1] + n[1] * out * 4.2 * k]], INK.fort, 1.9 * k);
}

/** Minefield belt: a red band and two rows of crosses. */
export function minefield(ctx: Ctx, points: readonly Point[], k = 1): void {
  stroke(ctx, points, 'rgba(150,40,28,.17)', 14 * k);
  ctx.beginPath();
  for (const o of [-3.8 * k, 3.8 * k]) for (const { p, n } of walk(points, 6.2 * k, 3)) cross(ctx, [p[0] + n[0] * o, p[1] + n[1] * o], 1.8 * k);
  ctx.strokeStyle = INK.mine;
  ctx.lineWidth = 1.3 * k;
  ctx.stroke();
}

/** Rough ground: open chevrons scattered round a centre. */
export function rough(ctx: Ctx, [cx, cy]: Point, r: number, seed: number, count = 50): void {
  ctx.strokeStyle = 'rgba(104,76,40,.55)';
  ctx.fillStyle = 'rgba(120,88,48,.16)';
  ctx.lineWidth = 0.95;
  for (let i = 0; i < count; i++) {
    const a = hash(i, seed * 31, 3) * Math.PI * 2;
    const q = Math.sqrt(hash(i, seed * 17, 5)) * r;
    const [x, y] = [cx + q * Math.cos(a), cy + q * Math.sin(a) * 0.9];
    const z = 1.1 + hash(i, seed, 8) * 2.6;
    ctx.beginPath();
    ctx.moveTo(x - z, y + z * 0.5);
    ctx.lineTo(x - z * 0.2, y - z * 0.75);
    ctx.lineTo(x + z, y + z * 0.35);
    ctx.stroke();
    ctx.fill();
  }
}

/** Salt marsh: pale lenses with a thin water line. */
export function salt(ctx: Ctx, [cx, cy]: Point, r: number, seed: number): void {
  for (let i = 0; i < 26; i++) {
    const a = hash(i, seed * 31, 3) * Math.PI * 2;
    const q = Math.sqrt(hash(i, seed * 17, 5)) * r;
    const [x, y] = [cx + q * Math.cos(a), cy + q * Math.sin(a) * 0.85];
    ctx.fillStyle = 'rgba(250,246,232,.5)';
    ctx.beginPath();
    ctx.ellipse(x, y, 7 + 6 * hash(i, 2, 2), 1.7, 0, 0, Math.PI * 2);
    ctx.fill();
    stroke(ctx, [[x - 4, y], [x + 4, y]], 'rgba(90,130,130,.4)', 0.8);
  }
}

/** Village or town: dark blocks. */
export function town(ctx: Ctx, [x, y]: Point, seed: number, count = 6, spread = 18): void {
  ctx.fillStyle = '#3c2c1c';
  for (let i = 0; i < count; i++) ctx.fillRect(x + (hash(i, seed, 1) - 0.5) * spread, y + (hash(i, seed, 2) - 0.5) * spread * 0.66, 4.2, 3.5);
}

const outlines = new Map<string, Path2D>();
function glyphPath(outline: string): Path2D {
  let path = outlines.get(outline);
  if (!path) outlines.set(outline, (path = new Path2D(outline)));
  return path;
}

export interface TextStyle {
  size?: number;
  weight?: Weight;
  fill?: string;
  halo?: number;
  haloFill?: string;
  spacing?: number;
  anchor?: 'start' | 'middle' | 'end';
}

/** A text drawn from outlines, with a paper halo when asked for. */
export function drawText(ctx: Ctx, text: string, x: number, y: number, style: TextStyle = {}): void {
  const { size = 13.5, weight = 600, fill = INK.name, halo = 0, haloFill = INK.nameHalo, spacing = 0.3, anchor = 'middle' } = style;
  const letters = lettersOf(text, x, { size, weight, spacing, anchor });
  const k = size / 1000;
  const each = (draw: (path: Path2D) => void): void => {
    for (const { at, outline } of letters) {
      ctx.save();
      ctx.translate(at, y);
      ctx.scale(k, k);
      draw(glyphPath(outline));
      ctx.restore();
    }
  };
  if (halo) {
    ctx.strokeStyle = haloFill;
    ctx.lineJoin = 'round';
    ctx.lineWidth = halo / k;
    each(path => ctx.stroke(path));
  }
  ctx.fillStyle = fill;
  each(path => ctx.fill(path));
}

/** Sea or region name: wide letters, faint, no halo. */
export function regionName(ctx: Ctx, text: string, [x, y]: Point, size: number, angle: number, tone: 'land' | 'sea'): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(angle);
  drawText(ctx, text, 0, 0, { size, spacing: size * (tone === 'sea' ? 0.36 : 0.6), fill: tone === 'sea' ? 'rgba(36,80,96,.62)' : 'rgba(110,78,38,.42)' });
  ctx.restore();
}

export function vignette(ctx: Ctx, [x0, y0, x1, y1]: Rect, strength: number): void {
  const [w, h] = [x1 - x0, y1 - y0];
  const g = ctx.createRadialGradient(x0 + w / 2, y0 + h / 2, Math.min(w, h) * 0.55, x0 + w / 2, y0 + h / 2, Math.max(w, h) * 0.8);
  g.addColorStop(0, 'rgba(60,40,10,0)');
  g.addColorStop(1, `rgba(60,40,10,${strength})`);
  ctx.fillStyle = g;
  ctx.fillRect(x0, y0, w, h);
}
