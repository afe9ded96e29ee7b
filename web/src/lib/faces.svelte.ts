// The images of counters on the map: bitmaps, made once for each look and zoom level; a plain tile until they are there.
import { SvelteMap } from 'svelte/reactivity';
import { counterImage, FRAME, lookKey, UNKNOWN, type Look } from './counters';
import { canDraw, takeDrawing } from './drawing';
import type { FaceDelivery, FaceOrder } from './faces.worker';
import { SvgPen } from './pens';
import type { Face } from './types';

const LEVELS = [1, 1.5, 2, 3, 4, 6];

/** The level at which a counter of so many device pixels is sharp. */
export const faceLevel = (pixels: number): number => LEVELS.find(level => level * 46 >= pixels * 0.98) ?? LEVELS[LEVELS.length - 1];

function plainTile(): string {
  const pen = new SvgPen();
  pen.rect(0, 0, 46, 46, 5, { fill: '#cdb98c', stroke: '#6a5c45', width: 1.1 });
  return `data:image/svg+xml,${encodeURIComponent(pen.svg(`${FRAME.x} ${FRAME.y} ${FRAME.size} ${FRAME.size}`, 100))}`;
}

export class FaceImages {
  private readonly ready = new SvelteMap<string, { level: number; address: string }>();
  private readonly asked = new Map<string, number>();
  private orders: FaceOrder[] = [];
  private readonly worker: Worker | null = null;
  private readonly blank = plainTile();

  constructor() {
    if (!canDraw()) return;
    this.worker = takeDrawing();
    this.worker.onmessage = ({ data }: MessageEvent<FaceDelivery[]>) => {
      for (const { key, level, address } of data) this.ready.set(key, { level, address });
    };
  }

  /** The best image there is; a better one is asked for. */
  address(name: string, face: Face = UNKNOWN, look: Look, level: number): string {
    if (!this.worker) return counterImage(name, face, look);
    const key = lookKey(name, face, look);
    if ((this.asked.get(key) ?? 0) < level) {
      this.asked.set(key, level);
      if (!this.orders.length) queueMicrotask(() => this.send());
      const { states, spent, side } = look;
      this.orders.push({ key, face, look: { states, spent, side }, level });
    }
    return this.ready.get(key)?.address ?? this.blank;
  }

  private send(): void {
    this.worker?.postMessage(this.orders);
    this.orders = [];
  }

  close(): void {
    this.worker?.terminate();
  }
}
