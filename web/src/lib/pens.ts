// Two ways to draw the same thing: as SVG text, and on a canvas.
import type { Ctx } from './map/features';

export interface Ink {
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
}

export interface Pen {
  rect(x: number, y: number, w: number, h: number, round: number, ink: Ink): void;
  circle(x: number, y: number, r: number, ink: Ink): void;
  path(d: string, ink: Ink): void;
  /** What is drawn inside is turned by degrees round a point, then moved. */
  turned(degrees: number, x: number, y: number, draw: () => void): void;
  moved(x: number, y: number, draw: () => void): void;
  /** A vertical gradient over the whole counter, to be used as a fill. */
  shade(top: string, bottom: string, height: number): string;
  /** Half the colour, a fifth darker: over what was drawn so far within a rounded square. */
  fade(size: number, round: number): void;
}

const look = ({ fill = 'none', stroke, width, opacity }: Ink): string =>
  `fill="${fill}"${stroke ? ` stroke="${stroke}" stroke-width="${width ?? 1}" stroke-linejoin="round"` : ''}${opacity === undefined ? '' : ` opacity="${opacity}"`}`;

export class SvgPen implements Pen {
  private defs = '';
  private body = '';

  rect(x: number, y: number, w: number, h: number, round: number, ink: Ink): void {
    this.body += `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${round}" ${look(ink)}/>`;
  }
  circle(x: number, y: number, r: number, ink: Ink): void {
    this.body += `<circle cx="${x}" cy="${y}" r="${r}" ${look(ink)}/>`;
  }
  path(d: string, ink: Ink): void {
    if (d) this.body += `<path d="${d}" ${look(ink)}/>`;
  }
  turned(degrees: number, x: number, y: number, draw: () => void): void {
    this.body += `<g transform="rotate(${degrees} ${x} ${y})">`;
    draw();
    this.body += '</g>';
  }
  moved(x: number, y: number, draw: () => void): void {
    this.body += `<g transform="translate(${x} ${y})">`;
    draw();
    this.body += '</g>';
  }
  shade(top: string, bottom: string): string {
    this.defs += `<linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;
    return 'url(#g)';
  }
  fade(): void {
    const slope = ['R', 'G', 'B'].map(c => `<feFunc${c} type="linear" slope=".8" intercept=".04"/>`).join('');
    this.defs += `<filter id="s"><feColorMatrix type="saturate" values=".5"/><feComponentTransfer>${slope}</feComponentTransfer></filter>`;
    this.body = `<g filter="url(#s)">${this.body}</g>`;
  }
  svg(box: string, size: number): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${box}"><defs>${this.defs}</defs>${this.body}</svg>`;
  }
}

export class CanvasPen implements Pen {
  private fills = new Map<string, CanvasGradient>();

  constructor(private readonly ctx: Ctx) {}

  rect(x: number, y: number, w: number, h: number, round: number, ink: Ink): void {
    this.ctx.beginPath();
    if (round) this.ctx.roundRect(x, y, w, h, round);
    else this.ctx.rect(x, y, w, h);
    this.use(ink);
  }
  circle(x: number, y: number, r: number, ink: Ink): void {
    this.ctx.beginPath();
    this.ctx.arc(x, y, r, 0, Math.PI * 2);
    this.use(ink);
  }
  path(d: string, ink: Ink): void {
    if (d) this.use(ink, new Path2D(d));
  }
  turned(degrees: number, x: number, y: number, draw: () => void): void {
    this.ctx.save();
    this.ctx.translate(x, y);
    this.ctx.rotate((degrees * Math.PI) / 180);
    this.ctx.translate(-x, -y);
    draw();
    this.ctx.restore();
  }
  moved(x: number, y: number, draw: () => void): void {
    this.ctx.save();
    this.ctx.translate(x, y);
    draw();
    this.ctx.restore();
  }
  shade(top: string, bottom: string, height: number): string {
    const gradient = this.ctx.createLinearGradient(0, 0, 0, height);
    gradient.addColorStop(0, top);
    gradient.addColorStop(1, bottom);
    this.fills.set('shade', gradient);
    return 'shade';
  }
  fade(size: number, round: number): void {
    this.ctx.save();
    this.ctx.beginPath();
    this.ctx.roundRect(-0.5, -0.5, size + 1, size + 1, round);
    this.ctx.clip();
    this.ctx.globalCompositeOperation = 'saturation';
    this.ctx.fillStyle = 'rgba(128,128,128,.5)';
    this.ctx.fillRect(-1, -1, size + 2, size + 2);
    this.ctx.globalCompositeOperation = 'source-over';
    this.ctx.fillStyle = 'rgba(24,20,12,.2)';
    this.ctx.fillRect(-1, -1, size + 2, size + 2);
    this.ctx.restore();
  }

  private use({ fill, stroke, width, opacity }: Ink, path?: Path2D): void {
    const { ctx } = this;
    ctx.globalAlpha = opacity ?? 1;
    if (fill && fill !== 'none') {
      ctx.fillStyle = this.fills.get(fill) ?? fill;
      if (path) ctx.fill(path);
      else ctx.fill();
    }
    if (stroke) {
      ctx.strokeStyle = stroke;
      ctx.lineWidth = width ?? 1;
      ctx.lineJoin = 'round';
      if (path) ctx.stroke(path);
      else ctx.stroke();
    }
    ctx.globalAlpha = 1;
  }
}
