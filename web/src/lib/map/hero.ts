// The picture of the first page: a coast, an escarpment and a road, painted in steps by the map's own brushes.
import type { Point } from '../types';
import { paintBase } from './base';
import * as draw from './features';
import { coastField } from './field';
import { spline, walk } from './geometry';
import { fbm } from './noise';

const STRIP = 24;

/** A smooth line made uneven. */
const rugged = (line: Point[]): Point[] =>
  walk(line, 4).map(({ p, n }): Point => {
    const j = (fbm(p[0] / 30, p[1] / 30, 9, 4) - 0.47) * 26;
    return [p[0] + n[0] * j, p[1] + n[1] * j];
  });

export function paintHero(canvas: HTMLCanvasElement): void {
  const box = canvas.getBoundingClientRect();
  const [w, h] = [Math.max(320, Math.round(box.width)), Math.max(200, Math.round(box.height))];
  [canvas.width, canvas.height] = [w, h];
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  const at = (list: Point[]): Point[] => spline(list.map(([x, y]): Point => [x * w, y * h]), 12);
  const coast = rugged(at([[-0.05, 0.1], [0.1, 0.16], [0.22, 0.11], [0.34, 0.2], [0.44, 0.17], [0.53, 0.26], [0.6, 0.17], [0.7, 0.12], [0.82, 0.22], [0.93, 0.17], [1.06, 0.28]]));
  const land: Point[][] = [[...coast, [w * 1.1, h * 1.4], [-w * 0.1, h * 1.4]]];
  const field = coastField(land, w, h, 0.5);
  let y = 0;
  const step = (): void => {
    const rows = Math.min(STRIP, h - y);
    ctx.putImageData(new ImageData(paintBase(0, y, w, rows, { coast: field, ground: null, seed: 11, grain: 0.9, step: 1 }), w, rows), 0, y);
    y += rows;
    if (y < h) requestAnimationFrame(step);
    else finish();
  };
  const finish = (): void => {
    ctx.lineJoin = ctx.lineCap = 'round';
    draw.stroke(ctx, coast, '#5d5438', 1.8);
    draw.escarpment(ctx, at([[0.42, 0.86], [0.52, 0.72], [0.6, 0.76], [0.69, 0.66], [0.8, 0.74], [0.92, 0.68], [1.05, 0.76]]), 1, 4, 1.15);
    draw.track(ctx, at([[-0.02, 0.66], [0.15, 0.72], [0.35, 0.6], [0.55, 0.66], [0.8, 0.56], [1.03, 0.62]]));
    draw.mainRoad(ctx, at([[-0.02, 0.35], [0.12, 0.38], [0.28, 0.42], [0.4, 0.46], [0.56, 0.54], [0.66, 0.42], [0.78, 0.42], [0.9, 0.5], [1.03, 0.56]]));
    draw.rough(ctx, [w * 0.3, h * 0.8], 60, 3, 90);
    draw.vignette(ctx, [0, 0, w, h], 0.2);
    canvas.dataset.painted = 'true';
  };
  step();
}
