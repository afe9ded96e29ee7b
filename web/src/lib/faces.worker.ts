// Draws counters to bitmaps away from the page: hundreds of SVG images would hold it up for seconds.
import { drawCounter, FRAME, type Look } from './counters';
import { CanvasPen } from './pens';
import type { Face } from './types';

export interface FaceOrder {
  key: string;
  face: Face;
  look: Look;
  level: number;
}
export interface FaceDelivery {
  key: string;
  level: number;
  address: string;
}

const BATCH = 24;
let queue: FaceOrder[] = [];
let busy = false;

async function draw({ key, face, look, level }: FaceOrder): Promise<FaceDelivery> {
  const size = Math.round(FRAME.size * level);
  const canvas = new OffscreenCanvas(size, size);
  const ctx = canvas.getContext('2d')!;
  ctx.scale(size / FRAME.size, size / FRAME.size);
  ctx.translate(-FRAME.x, -FRAME.y);
  drawCounter(new CanvasPen(ctx), face, look);
  return { key, level, address: URL.createObjectURL(await canvas.convertToBlob()) };
}

async function work(): Promise<void> {
  busy = true;
  while (queue.length) {
    const batch = queue.slice(0, BATCH);
    queue = queue.slice(BATCH);
    (self as unknown as DedicatedWorkerGlobalScope).postMessage(await Promise.all(batch.map(draw)));
  }
  busy = false;
}

self.onmessage = ({ data }: MessageEvent<FaceOrder[]>) => {
  queue.push(...data);
  if (!busy) void work();
};
