// Who holds what: a tint over each space and a band along the front. It changes in play, so it has a canvas of its own.
import { stroke, trace } from './features';
import { chain } from './geometry';
import type { Model } from './model';

const TINT: Record<number, string> = { 0: 'rgba(206,110,40,.11)', 1: 'rgba(70,92,74,.13)' };
const BAND: Record<number, [string, string]> = { 0: ['rgba(196,84,32,.28)', 'rgba(196,84,32,.48)'], 1: ['rgba(52,72,60,.32)', 'rgba(52,72,60,.52)'] };

export function paintControl(ctx: CanvasRenderingContext2D, model: Model, holder: ReadonlyMap<string, number>, level: number): void {
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.setTransform(level, 0, 0, level, 0, 0);
  ctx.lineJoin = 'round';
  const band = model.grid ? 0.55 : 1;
  for (const place of model.polygons) {
    const side = holder.get(place.id) ?? -1;
    if (side < 0) continue;
    trace(ctx, place.outline, true);
    ctx.fillStyle = TINT[side] ?? TINT[0];
    ctx.fill();
    const front = (model.sidesOf.get(place.id) ?? []).filter(s => s.spaces.some(id => id !== place.id && (holder.get(id) ?? -1) >= 0 && holder.get(id) !== side));
    if (!front.length) continue;
    ctx.save();
    trace(ctx, place.outline, true);
    ctx.clip();
    for (const points of chain(front)) {
      stroke(ctx, points, BAND[side][0], 22 * band);
      stroke(ctx, points, BAND[side][1], 9 * band);
    }
    ctx.restore();
  }
}
