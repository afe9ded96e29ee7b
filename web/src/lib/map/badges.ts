// Printed marks of spaces: number and terrain modifier, victory star, port, airfield, depot, fort, supply source.
import type { Badge, BadgeKind, Point } from '../types';
import { drawText, stroke, trace, type Ctx } from './features';
import { textWidth } from './letters';

const disc = (ctx: Ctx, [x, y]: Point, r: number, fill: string, edge: string, width = 1.4): void => {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, Math.PI * 2);
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.strokeStyle = edge;
  ctx.lineWidth = width;
  ctx.stroke();
};

const hexagon = ([x, y]: Point, r: number): Point[] =>
  Array.from({ length: 6 }, (_, i): Point => [x + r * Math.sin((i * Math.PI) / 3), y - r * Math.cos((i * Math.PI) / 3)]);

/** The number above, the terrain modifier below a line. */
function identifier(ctx: Ctx, [x, y]: Point, badge: Badge, red: boolean): void {
  const ink = red ? '#b3261e' : '#17130c';
  const r = 13.5;
  const { text: top = '', below = '' } = badge;
  const shape = (dx: number, dy: number): void => {
    if (badge.kind === 'hexagon') trace(ctx, hexagon([x + dx, y + dy], r * 1.18), true);
    else {
      ctx.beginPath();
      ctx.arc(x + dx, y + dy, r, 0, Math.PI * 2);
    }
  };
  shape(1, 1.6);
  ctx.fillStyle = 'rgba(42,28,8,.35)';
  ctx.fill();
  shape(0, 0);
  ctx.fillStyle = '#fffaf0';
  ctx.fill();
  ctx.strokeStyle = ink;
  ctx.lineWidth = 2;
  ctx.stroke();
  if (!below) return drawText(ctx, top, x, y + 4.8, { size: 14, weight: 700, fill: ink, spacing: 0 });
  stroke(ctx, [[x - r + 2.5, y + 0.8], [x + r - 2.5, y + 0.8]], ink, 1);
  drawText(ctx, top, x, y - 1.4, { size: 13.5, weight: 700, fill: ink, spacing: 0 });
  drawText(ctx, below, x, y + 10.4, { size: 9.5, weight: 600, fill: ink, spacing: 0 });
}

function star(ctx: Ctx, [x, y]: Point, text: string): void {
  const big = text.length > 2;
  const points = Array.from({ length: 10 }, (_, i): Point => {
    const a = -Math.PI / 2 + (i * Math.PI) / 5;
    const q = i % 2 ? (big ? 5 : 4.5) : big ? 10.8 : 9.8;
    return [x + q * Math.cos(a), y + q * Math.sin(a)];
  });
  trace(ctx, points, true);
  ctx.fillStyle = '#b3261e';
  ctx.fill();
  ctx.strokeStyle = '#fff3dc';
  ctx.lineWidth = 1.2;
  ctx.stroke();
  if (text.length <= 4) drawText(ctx, text, x, y + 3.2, { size: big ? 7.5 : 9, weight: 700, fill: '#fff', spacing: 0 });
}

function anchorMark(ctx: Ctx, [x, y]: Point): void {
  disc(ctx, [x, y], 8.4, '#17556b', '#fff');
  ctx.beginPath();
  ctx.moveTo(x, y - 5);
  ctx.lineTo(x, y + 5);
  ctx.moveTo(x - 3, y - 2.5);
  ctx.lineTo(x + 3, y - 2.5);
  ctx.moveTo(x - 5, y + 0.5);
  ctx.arc(x, y + 0.5, 5, Math.PI, 0, true);
  ctx.strokeStyle = '#fff';
  ctx.lineWidth = 1.5;
  ctx.stroke();
}

function airfield(ctx: Ctx, [x, y]: Point): void {
  disc(ctx, [x, y], 7.8, '#f8edcf', '#3c2c1c', 1.3);
  ctx.fillStyle = '#3c2c1c';
  ctx.fillRect(x - 0.9, y - 5, 1.8, 10);
  ctx.fillRect(x - 5, y - 1.6, 10, 2);
  ctx.fillRect(x - 2.4, y + 3, 4.8, 1.4);
}

function crates(ctx: Ctx, [x, y]: Point, px: number, fill: string, edge: string): void {
  const k = px / 24;
  ctx.save();
  ctx.translate(x - px / 2, y - px / 2);
  ctx.scale(k, k);
  ctx.beginPath();
  ctx.roundRect(1, 1.6, 24, 24, 4);
  ctx.fillStyle = 'rgba(42,28,8,.35)';
  ctx.fill();
  ctx.beginPath();
  ctx.roundRect(0, 0, 24, 24, 4);
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.strokeStyle = edge;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.fillStyle = '#fff3d6';
  for (const [bx, by] of [[4, 12.5], [13, 12.5], [8.5, 4]]) ctx.fillRect(bx, by, 7, 7);
  ctx.restore();
}

function pill(ctx: Ctx, [x, y]: Point, text: string, fill: string, ink = '#fff'): void {
  const w = textWidth(text, 10.5, 700, 0.3) + 12;
  ctx.beginPath();
  ctx.roundRect(x - w / 2, y - 7.5, w, 15, 7.5);
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.strokeStyle = '#fff';
  ctx.lineWidth = 1.2;
  ctx.stroke();
  drawText(ctx, text, x, y + 3.7, { size: 10.5, weight: 700, fill: ink });
}

const PILL: Partial<Record<BadgeKind, [string, string]>> = {
  depot: ['#2b2419', '#ffe9b0'],
  note: ['#55702f', '#fff'],
  fort: ['#3a3327', '#fff'],
  entry: ['#17556b', '#fff'],
};

/** Width that a mark needs beside a name. */
export const badgeWidth = (badge: Badge): number => (badge.kind === 'circle' || badge.kind === 'hexagon' ? 30 : 20);

export function drawBadge(ctx: Ctx, at: Point, badge: Badge, side = -1): void {
  const text = badge.text ?? '';
  switch (badge.kind) {
    case 'circle':
    case 'hexagon':
      return identifier(ctx, at, badge, side === 0);
    case 'vp':
      return star(ctx, at, text);
    case 'port':
      anchorMark(ctx, at);
      if (text) drawText(ctx, text, at[0] - 12, at[1] + 4, { size: 11.5, weight: 700, fill: '#123f50', halo: 2.6, haloFill: '#eaf2ee', anchor: 'end' });
      return;
    case 'airfield':
      return airfield(ctx, at);
    case 'source':
      return (badge.side ?? -1) === 1 ? crates(ctx, at, 17, '#5c6a55', '#2f392b') : crates(ctx, at, 17, '#a8762f', '#5e3f12');
    default: {
      if (!text) return;
      const [fill, ink] = PILL[badge.kind] ?? ['#6a5c45', '#fff'];
      return pill(ctx, at, text, fill, ink);
    }
  }
}
