// The thread that draws counters: it takes its time to start, so it is started before there is anything to draw.
const newWorker = (): Worker => new Worker(new URL('./faces.worker.ts', import.meta.url), { type: 'module' });

let ready: Worker | null = null; // started, and nobody's yet
export const canDraw = (): boolean => typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined';

/** Counters will be drawn soon: what draws them gets ready while the game is fetched. */
export function wakeDrawing(): void {
  if (canDraw()) ready ??= newWorker();
}

export function takeDrawing(): Worker {
  const worker = ready ?? newWorker();
  ready = null;
  return worker;
}
