// Pan and zoom of one element by one CSS transform; pointers, wheel, pinch and keys. Nothing is repainted while it moves.
import { clamp, ease, type Rect } from './geometry';
import { readable } from './look';
import type { Point } from '../types';

const SETTLE = 150;
const MAX = 4;
const FLIGHT = 350;
const EDGE = 60;
const RIM = 24; // of the table beside the map
const COLUMN = 56; // of buttons at its right
const KNOWN = 1.25; // times as near as the map is ever shown by itself: counters of 25 pixels
const CAPTION = 120; // above it: what a film says stands there

export class Camera {
  x = 0;
  y = 0;
  z = 1;
  /** What is on screen, in map pixels; set when a gesture ends. */
  seen = $state.raw<Rect>([0, 0, 1, 1]);
  zoom = $state(1);
  /** How often its stage has got another size. */
  resized = $state(0);
  /** Set while a pointer does something else than move the map: it carries a counter, or draws a frame. */
  held = false;
  /** True from the first movement of a pointer until after its click. */
  dragged = false;
  /** The coach points at something: until that is done nothing but a hand takes the map elsewhere. */
  led = false;

  private world: HTMLElement | null = null;
  private stage: HTMLElement | null = null;
  private width = 1;
  private height = 1;
  private size: [number, number] = [1, 1];
  private timer = 0;
  private frame = 0;
  private pointers = new Map<number, [number, number]>();
  private moved = 0;
  private fitted = true;
  private gliding = 0; // the flight that goes on; whatever else moves the map ends it
  private bound: [number, number, number] | null = null; // that flight, and where the map lies when it is over
  private watcher: ResizeObserver | null = null;
  /** Room that other things cover: the drawer of a phone, the board of a battle, a card of the coach. */
  cover = $state.raw<{ bottom: number; left: number; right?: number; top?: number; strewn?: number }>({ bottom: 0, left: 0 }); // strewn: so much of the bottom has only switches on it, and the map is seen between them

  /** `size` of the stage, if that is known: measuring makes the browser lay out a page that is still being put together. */
  attach(stage: HTMLElement, world: HTMLElement, width: number, height: number, size: [number, number] = [0, 0]): () => void {
    [this.stage, this.world, this.width, this.height] = [stage, world, width, height];
    if (size[0] && size[1]) this.size = size;
    else this.measure();
    this.watcher = new ResizeObserver(() => {
      const [w, h] = this.size;
      this.measure();
      this.resized++;
      if (this.fitted) return this.fit();
      this.x += (this.size[0] - w) / 2; // what was in the middle stays there
      this.y += (this.size[1] - h) / 2;
      this.apply(true);
    });
    this.watcher.observe(stage);
    stage.addEventListener('pointerdown', this.down);
    stage.addEventListener('pointermove', this.move);
    stage.addEventListener('pointerup', this.up);
    stage.addEventListener('pointercancel', this.up);
    stage.addEventListener('wheel', this.wheel, { passive: false });
    this.fit();
    return () => {
      this.watcher?.disconnect();
      clearTimeout(this.timer);
      cancelAnimationFrame(this.frame);
      stage.removeEventListener('pointerdown', this.down);
      stage.removeEventListener('pointermove', this.move);
      stage.removeEventListener('pointerup', this.up);
      stage.removeEventListener('pointercancel', this.up);
      stage.removeEventListener('wheel', this.wheel);
    };
  }

  /** Measured when the stage changes, not at every movement: asking makes the browser lay the page out. */
  private measure(): void {
    const box = this.stage!.getBoundingClientRect();
    this.size = [box.width, box.height];
  }

  private smallest = 0; // at which one still knows the counters

  private room(): [number, number] {
    const [w, h] = this.size;
    return [Math.max(50, w), Math.max(50, h - this.cover.bottom)];
  }

  private least(): number {
    const [w, h] = this.room();
    return Math.min(w / this.width, h / this.height);
  }

  /** The whole map. */
  fit(): void {
    const [w, h] = this.room();
    const all = this.least();
    this.stay();
    this.gliding++;
    this.z = all;
    this.x = (w - this.width * this.z) / 2;
    this.y = (h - this.height * this.z) / 2;
    this.fitted = true;
    this.apply(true);
  }

  /** The first look: the whole map if its counters can be read then, else the part of it that is chosen for a window of that size. */
  open(counter: number, look: (window: Point) => Point): void {
    const least = readable(counter);
    this.smallest = least / 2;
    if (this.least() >= least * 0.91) return this.fit(); // 40 pixels and more
    const [[w, h], zoom] = [this.room(), Math.min(MAX, least)];
    const [mx, my] = look([(w - this.cover.left - this.right - COLUMN) / zoom, (h - this.top) / zoom]);
    this.centre(mx + COLUMN / 2 / zoom, my, zoom, 0); // no counter lies under switches
    this.apply(true);
  }

  /** Where it is, to be put back there. */
  place(): [number, number, number, boolean] {
    return [this.x, this.y, this.z, this.fitted];
  }

  putBack(place: ReturnType<Camera['place']>): void {
    this.gliding++;
    [this.x, this.y, this.z, this.fitted] = place;
    this.apply();
  }

  zoomAt(factor: number, px?: number, py?: number): void {
    const [w, h] = this.room();
    const [cx, cy] = [px ?? w / 2, py ?? h / 2];
    const z = clamp(this.z * factor, this.least() * 0.8, MAX);
    this.gliding++;
    this.stay();
    this.x = cx - ((cx - this.x) * z) / this.z;
    this.y = cy - ((cy - this.y) * z) / this.z;
    this.z = z;
    this.fitted = false;
    this.apply();
  }

  panBy(dx: number, dy: number): void {
    this.gliding++;
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this.apply();
  }

  /** Brings a point into the middle of the free part. */
  centre(mx: number, my: number, zoom = this.z, strewn?: number): void {
    this.gliding++;
    this.z = zoom;
    [this.x, this.y] = this.centred(mx, my, strewn);
    this.fitted = false;
    this.apply();
  }

  /** Where the map lies when a point of it is in the middle of the free part, or as near to that as the map's own edges let it: what lies beyond them is nothing to look at. */
  private centred(mx: number, my: number, strewn = this.cover.strewn ?? 0): Point {
    const [w, h] = this.room();
    const within = (at: number, from: number, to: number, long: number): number => clamp(at, Math.min(from, to - long), Math.max(from, to - long)); // a map that fits stays whole
    const low = within((h + this.top) / 2 - my * this.z, this.top + CAPTION, h + strewn, this.height * this.z);
    return [
      within((w + this.cover.left - this.right) / 2 - mx * this.z, this.cover.left + RIM, w - this.right - RIM, this.width * this.z),
      Math.min(low, Math.max(h - EDGE - my * this.z, h - this.height * this.z)), // the point itself lies under no switch
    ];
  }

  /** A point of the window as a point of the map. */
  toMap(clientX: number, clientY: number): [number, number] {
    const box = this.stage!.getBoundingClientRect();
    return [(clientX - box.left - this.x) / this.z, (clientY - box.top - this.y) / this.z];
  }

  private get right(): number {
    return this.cover.right ?? 0;
  }

  private get top(): number {
    return this.cover.top ?? 0;
  }

  /** All of a part of the map: from further away where it does not fit, from nearer where counters could not be read, else no more
   * movement than needed. */
  bring([x0, y0, x1, y1]: Rect, margin = 70): void {
    const [w, h] = this.free(margin);
    this.gliding++;
    const most = Math.min(w / (x1 - x0 || 1), h / (y1 - y0 || 1));
    if (most < this.z) return this.centre((x0 + x1) / 2, (y0 + y1) / 2, Math.max(most, this.least() * 0.8, Math.min(this.z, this.smallest)));
    const readable = Math.min(2 * this.smallest, most);
    if (this.z < readable * 0.8) return this.centre((x0 + x1) / 2, (y0 + y1) / 2, readable);
    this.reveal(x0, y0, margin);
    this.reveal(x1, y1, margin);
  }

  /** Whether a point of the map is on screen, or will be when the map has come to rest. */
  sees([mx, my]: [number, number], rim = 0): boolean {
    const [w, h] = this.room();
    const [, x, y] = this.bound?.[0] === this.gliding ? this.bound : [0, this.x, this.y];
    const [sx, sy] = [mx * this.z + x, my * this.z + y];
    return sx > this.cover.left + rim && sy > this.top + rim && sx < w - this.right - rim && sy < h - rim;
  }

  /** Moves only as far as needed to have a point well inside. */
  reveal(mx: number, my: number, margin = 90): void {
    const [w, h] = this.room();
    const edge = Math.min(margin, w / 5, h / 5);
    const sx = mx * this.z + this.x;
    const sy = my * this.z + this.y;
    const least = this.cover.left + edge;
    const most = w - this.right - edge;
    const dx = sx < least ? least - sx : sx > most ? most - sx : 0;
    const dy = sy < this.top + edge ? this.top + edge - sy : sy > h - edge ? h - edge - sy : 0;
    if (dx || dy) this.panBy(dx, dy);
  }

  /** Keeps points well inside, by itself. */
  keep(points: readonly Point[]): void {
    if (this.led) return;
    const [x, y] = [this.x, this.y];
    for (const [mx, my] of points) this.reveal(mx, my);
    if (this.x !== x || this.y !== y) this.left ??= [x, y, this.z];
  }

  private left: [number, number, number] | null = null; // where a hand had put the map before it went elsewhere by itself

  /** Where it has come to by itself is where one wants to be. */
  stay(): void {
    this.left = null;
  }

  /** Back to where it was before it went elsewhere by itself, if no hand has moved it since. */
  goBack(glides: boolean): void {
    if (this.led || !this.left) return;
    const [x, y, z] = this.left;
    this.left = null;
    if (glides && z === this.z) return this.glide(x, y);
    this.gliding++;
    [this.x, this.y, this.z] = [x, y, z];
    this.apply();
  }

  /** Whether a part of the map is out of sight at one side, while at the other there is much of the table: something has covered that, and is gone. */
  private isAstray(): boolean {
    const [from, to] = [this.cover.left, this.room()[0] - this.right];
    const [left, right] = [this.x, this.x + this.width * this.z];
    return (left < from || right > to) && Math.max(left - from, to - right) > 2 * EDGE;
  }

  /** Goes by itself to where all of some points are in sight, from further away if need be; but no further than counters are known
   * from: of what would have to be seen from there only that which lies next to the last of the points. */
  showAll(all: readonly Point[], rim: number): void {
    if (this.led || !all.length || all.every(p => this.sees(p, rim))) return;
    const points = this.together(all, rim + 10);
    if (points.length < all.length && points.every(p => this.sees(p, rim))) return;
    const [xs, ys] = [points.map(p => p[0]), points.map(p => p[1])];
    const left: [number, number, number] = [this.x, this.y, this.z];
    this.bring([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], rim + 10);
    this.left ??= left;
  }

  /** As many of some points as can be in sight at once with counters that are known, and at least two: what lies next to the last of them. */
  private together(points: readonly Point[], margin: number): readonly Point[] {
    const [to, least] = [points.at(-1)!, KNOWN * this.smallest];
    const near = points.toSorted((a, b) => Math.hypot(a[0] - to[0], a[1] - to[1]) - Math.hypot(b[0] - to[0], b[1] - to[1]));
    const [w, h] = this.free(margin);
    const long = (list: readonly Point[], axis: 0 | 1): number => Math.max(...list.map(p => p[axis])) - Math.min(...list.map(p => p[axis]));
    while (near.length > 2 && (long(near, 0) * least > w || long(near, 1) * least > h)) near.pop();
    return near;
  }

  /** How much room there is inside a margin. */
  private free(margin: number): [number, number] {
    const [[w, h], across] = [this.room(), this.cover.left + this.right];
    return [w - across - 2 * Math.min(margin, (w - across) / 6), h - this.top - 2 * Math.min(margin, (h - this.top) / 6)];
  }

  /** Goes by itself to where points are, if any of them is out of sight, or nearer to its edge than `rim`: to all of them if they
   * fit, else to the last. */
  goTo(points: readonly Point[], glides: boolean, rim = 0): void {
    if (this.led || !points.length || (points.every(p => this.sees(p, rim)) && !this.isAstray())) return;
    this.left ??= [this.x, this.y, this.z];
    const [w, h] = this.room();
    const [xs, ys] = [points.map(p => p[0]), points.map(p => p[1])];
    const fits = (Math.max(...xs) - Math.min(...xs)) * this.z < w - this.cover.left - this.right - 2 * EDGE && (Math.max(...ys) - Math.min(...ys)) * this.z < h - this.top - 2 * EDGE;
    const shown = fits ? points : points.slice(-1);
    const middle = (list: number[]): number => (Math.min(...list) + Math.max(...list)) / 2;
    const [mx, my] = [middle(shown.map(p => p[0])), middle(shown.map(p => p[1]))];
    if (glides) this.glide(...this.centred(mx, my));
    else this.centre(mx, my);
  }

  private glide(x1: number, y1: number): void {
    const [x0, y0, begun] = [this.x, this.y, performance.now()];
    const run = ++this.gliding;
    this.bound = [run, x1, y1];
    const step = (now: number): void => {
      if (run !== this.gliding) return;
      const t = clamp((now - begun) / FLIGHT, 0, 1);
      const share = ease(t);
      this.x = x0 + (x1 - x0) * share;
      this.y = y0 + (y1 - y0) * share;
      this.fitted = false;
      this.apply();
      if (t < 1) requestAnimationFrame(step);
      else this.bound = null;
    };
    requestAnimationFrame(step);
  }

  private apply(now = false): void {
    const [w, h] = this.room();
    const slackX = Math.max(60, this.right + 60, (w - this.width * this.z) / 2);
    const slackY = Math.max(60 + this.top, (h - this.height * this.z) / 2);
    this.x = clamp(this.x, Math.min(slackX, w - this.width * this.z - slackX), Math.max(slackX, w - this.width * this.z - slackX));
    this.y = clamp(this.y, Math.min(slackY, h - this.height * this.z - slackY), Math.max(slackY, h - this.height * this.z - slackY));
    clearTimeout(this.timer);
    if (now) return this.settle();
    this.timer = window.setTimeout(() => this.settle(), SETTLE);
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      if (!this.world) return;
      this.world.style.willChange = 'transform';
      this.world.style.transform = `translate(${Math.round(this.x)}px,${Math.round(this.y)}px) scale(${this.z})`; // whole pixels are copied, others blended
    });
  }

  /** The gesture is over: whole pixels, sharp text, and the tiles for what is seen. */
  private settle(): void {
    if (!this.world) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.x = Math.round(this.x);
    this.y = Math.round(this.y);
    this.world.style.willChange = '';
    this.world.style.transform = `translate(${this.x}px,${this.y}px) scale(${this.z})`;
    const [w, h] = this.size;
    this.seen = [-this.x / this.z, -this.y / this.z, (w - this.x) / this.z, (h - this.y) / this.z];
    this.zoom = this.z;
  }

  private readonly down = (e: PointerEvent): void => {
    if (!this.pointers.size) this.dragged = false; // a drag that ended elsewhere gave no click
    if (this.held || e.button > 1 || (e.target as Element).closest('.hud')) return;
    this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    this.gliding++;
    if (this.pointers.size === 1) this.moved = 0;
  };

  private readonly move = (e: PointerEvent): void => {
    const last = this.pointers.get(e.pointerId);
    if (!last) return;
    if (e.pointerType === 'mouse' && e.buttons === 0) return this.up(e);
    const now: [number, number] = [e.clientX, e.clientY];
    if (this.pointers.size === 1) {
      this.moved += Math.hypot(now[0] - last[0], now[1] - last[1]);
      if (this.moved > 5) {
        if (!this.dragged) {
          this.stage!.setPointerCapture(e.pointerId);
          this.world!.classList.add('dragged'); // nobody asks what lies under a pointer that drags
        }
        this.dragged = true;
        this.stay();
        this.panBy(now[0] - last[0], now[1] - last[1]);
      }
    } else if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== e.pointerId)![1];
      const box = this.stage!.getBoundingClientRect();
      const before = Math.hypot(last[0] - other[0], last[1] - other[1]);
      const after = Math.hypot(now[0] - other[0], now[1] - other[1]);
      this.dragged = true;
      this.panBy((now[0] - last[0]) / 2, (now[1] - last[1]) / 2);
      if (before > 0) this.zoomAt(after / before, (now[0] + other[0]) / 2 - box.left, (now[1] + other[1]) / 2 - box.top);
    }
    this.pointers.set(e.pointerId, now);
  };

  private readonly up = (e: PointerEvent): void => {
    this.pointers.delete(e.pointerId);
    if (this.world && !this.pointers.size) this.world.classList.remove('dragged');
  };

  private readonly wheel = (e: WheelEvent): void => {
    if ((e.target as Element).closest('.hud')) return;
    e.preventDefault();
    const box = this.stage!.getBoundingClientRect();
    const by = e.deltaMode === 1 ? e.deltaY * 20 : e.deltaY;
    this.stay();
    if (e.shiftKey) this.panBy(-by, 0);
    else this.zoomAt(Math.exp(-clamp(by, -240, 240) * 0.0016), e.clientX - box.left, e.clientY - box.top);
  };
}
