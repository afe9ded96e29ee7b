// Distance fields: depth colour and surf lines for a coast of any shape.

const FAR = 1e12;

/** Exact distance of every cell to the nearest cell where the mask is 0 (two passes of lower envelopes of parabolas). */
export function distanceField(mask: Uint8Array, w: number, h: number): Float32Array {
  const f = new Float64Array(w * h);
  for (let i = 0; i < f.length; i++) f[i] = mask[i] ? FAR : 0;
  const n = Math.max(w, h);
  const g = new Float64Array(n);
  const v = new Int32Array(n);
  const z = new Float64Array(n + 1);
  const pass = (length: number, from: number, step: number): void => {
    for (let q = 0; q < length; q++) g[q] = f[from + q * step];
    let k = 0;
    v[0] = 0;
    z[0] = -FAR;
    z[1] = FAR;
    for (let q = 1; q < length; q++) {
      let s: number;
      do {
        const p = v[k];
        s = (g[q] + q * q - g[p] - p * p) / (2 * q - 2 * p);
      } while (s <= z[k] && --k >= 0);
      v[++k] = q;
      z[k] = s;
      z[k + 1] = FAR;
    }
    k = 0;
    for (let q = 0; q < length; q++) {
      while (z[k + 1] < q) k++;
      f[from + q * step] = (q - v[k]) ** 2 + g[v[k]];
    }
  };
  for (let x = 0; x < w; x++) pass(h, x, w);
  for (let y = 0; y < h; y++) pass(w, y * w, 1);
  const out = new Float32Array(w * h);
  for (let i = 0; i < out.length; i++) out[i] = Math.sqrt(f[i]);
  return out;
}

/** Even-odd fill of rings into a mask, cell centres at half coordinates; no canvas needed. */
export function fillMask(rings: readonly (readonly [number, number])[][], w: number, h: number, scale: number): Uint8Array {
  const mask = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    const at = (y + 0.5) / scale;
    const cuts: number[] = [];
    for (const ring of rings) {
      for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
        const [xi, yi] = ring[i];
        const [xj, yj] = ring[j];
        if (yi > at !== yj > at) cuts.push((((xj - xi) * (at - yi)) / (yj - yi) + xi) * scale);
      }
    }
    cuts.sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      const from = Math.max(0, Math.round(cuts[i]));
      const to = Math.min(w, Math.round(cuts[i + 1]));
      for (let x = from; x < to; x++) mask[y * w + x] = 1;
    }
  }
  return mask;
}

/** A field kept at a coarser scale, read with interpolation. */
export class Field {
  constructor(
    readonly cells: Float32Array,
    readonly w: number,
    readonly h: number,
    readonly scale: number,
  ) {}

  at(x: number, y: number): number {
    const gx = Math.max(0, Math.min(this.w - 1.001, x * this.scale - 0.5));
    const gy = Math.max(0, Math.min(this.h - 1.001, y * this.scale - 0.5));
    const i = Math.floor(gx);
    const j = Math.floor(gy);
    const [u, v] = [gx - i, gy - j];
    const k = j * this.w + i;
    const below = Math.min(this.h - 1, j + 1) * this.w + i;
    const a = this.cells[k] + (this.cells[k + 1] - this.cells[k]) * u;
    const b = this.cells[below] + (this.cells[below + 1] - this.cells[below]) * u;
    return (a + (b - a) * v) / this.scale;
  }
}

/** Signed distance to the coast in map pixels: positive at sea, negative on land. */
export function coastField(land: readonly (readonly [number, number])[][], width: number, height: number, scale: number): Field {
  const w = Math.max(2, Math.ceil(width * scale));
  const h = Math.max(2, Math.ceil(height * scale));
  const isLand = fillMask(land, w, h, scale);
  const isSea = isLand.map(v => 1 - v);
  const toLand = distanceField(isSea, w, h);
  const toSea = distanceField(isLand, w, h);
  const cells = new Float32Array(w * h);
  for (let i = 0; i < cells.length; i++) cells[i] = isSea[i] ? toLand[i] - 0.5 : 0.5 - toSea[i];
  return new Field(cells, w, h, scale);
}
