// The ground: sand by slow noise, hill-shade, dunes and green uplands, sea by its distance to the coast.
import { clamp } from './geometry';
import type { Field } from './field';
import { fbm, hash, noise } from './noise';
import { DUNE, FOAM, GREEN, SALT, SAND_DARK, SAND_LIGHT, SEA_DEEP, SEA_SHORE, type Rgb } from './palette';

/** How much of a cover lies at a place, 0..1. */
export interface Ground {
  green: number;
  dunes: number;
  salt: number;
}
export interface BaseOptions {
  coast: Field | null;
  ground: ((x: number, y: number) => Ground) | null;
  seed: number;
  grain: number; // size of the relief
  step: number; // map pixels a sample: 1 for the map, 4 for the preview
}

const SURF: [number, number][] = [
  [5.5, 0.42],
  [11, 0.27],
  [17.5, 0.17],
  [25, 0.09],
];

const blend = (a: Rgb, b: Rgb, t: number): Rgb => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];

function heightAt(x: number, y: number, seed: number): number {
  const ridge = 1 - Math.abs(2 * fbm(x / 150, y / 105, seed + 31, 4) - 1); // dry valleys
  return fbm(x / 120, y / 90, seed + 20, 6) * 95 + noise(x / 22, y / 19, seed + 41) * 15 + noise(x / 9, y / 8, seed + 43) * 5 + ridge * ridge * 30;
}

function seaAt(x: number, y: number, d: number): Rgb {
  const swell = (fbm(x / 60, y / 14, 77, 3) - 0.5) * 9;
  const c = blend(SEA_SHORE, SEA_DEEP, clamp(d / 170) ** 0.6);
  let surf = 0;
  if (d < 30) {
    const wobble = (noise(x / 21, y / 21, 5) - 0.5) * 2.2;
    for (const [at, strength] of SURF) surf = Math.max(surf, strength * clamp(1.25 - Math.abs(d - at - wobble)));
  }
  return blend([c[0] + swell, c[1] + swell, c[2] + swell], FOAM, surf);
}

function landAt(x: number, y: number, slope: number, near: number, o: BaseOptions): Rgb {
  let shade = clamp(slope * 5.4, -21, 18);
  let c = blend(SAND_LIGHT, SAND_DARK, clamp((fbm(x / 170 / o.grain, y / 150 / o.grain, o.seed + 4, 4) - 0.3) * 2.3));
  if (o.ground) {
    const { green, dunes, salt } = o.ground(x, y);
    if (green > 0) {
      c = blend(c, GREEN, green * 0.7);
      shade *= 1 + green * 0.45;
    }
    if (dunes > 0) {
      const ripple = Math.sin((y * 1.15 + x * 0.28 + 28 * fbm(x / 70, y / 60, 13, 3)) / 4.6);
      c = blend(c, DUNE, dunes * 0.75);
      shade = shade * (1 - dunes * 0.6) + ripple * 3.6 * dunes;
    }
    if (salt > 0) {
      c = blend(c, SALT, salt * 0.8);
      shade *= 1 - salt * 0.7;
    }
  }
  const shore = near < 16 ? (1 - near / 16) * 12 : 0;
  return [c[0] + shade + shore, c[1] + shade * 0.97 + shore, c[2] + shade * 0.86 + shore * 0.8];
}

/** Pixels of a part of the map, one for every `step` map pixels; x0 and y0 in map pixels. */
export function paintBase(x0: number, y0: number, w: number, h: number, o: BaseOptions): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(w * h * 4);
  const reach = Math.max(1, Math.round(1.6 / o.step)); // the hill-shade looks this many samples to the south-east
  const wide = w + reach;
  const heights = new Float32Array(wide * (h + reach));
  for (let j = 0; j < h + reach; j++) {
    for (let i = 0; i < wide; i++) {
      const x = x0 + i * o.step;
      const y = y0 + j * o.step;
      if (o.coast && o.coast.at(x, y) > 4) continue;
      heights[j * wide + i] = heightAt(x / o.grain, y / o.grain, o.seed);
    }
  }
  for (let j = 0; j < h; j++) {
    for (let i = 0; i < w; i++) {
      const x = x0 + i * o.step;
      const y = y0 + j * o.step;
      const d = o.coast ? o.coast.at(x, y) : -99;
      let c: Rgb;
      if (d > 0) c = seaAt(x, y, d);
      else {
        const far = heights[(j + reach) * wide + i + reach];
        const slope = far ? (heights[j * wide + i] - far) / (o.step > 1 ? o.step * 0.7 : 1) : 0;
        c = landAt(x, y, slope, -d, o);
      }
      const speck = (hash(Math.round(x / o.step), Math.round(y / o.step), 1) - 0.5) * (d > 0 ? 1.6 : 5.2);
      const k = (j * w + i) * 4;
      out[k] = c[0] + speck;
      out[k + 1] = c[1] + speck;
      out[k + 2] = c[2] + speck;
      out[k + 3] = 255;
    }
  }
  return out;
}
