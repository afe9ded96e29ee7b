import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Camera } from './camera.svelte';

const frames: FrameRequestCallback[] = [];
/** A window of 500 by 400 on a map of 2000 by 1500, at its own size. */
function looking(): Camera {
  const stage = { addEventListener: () => undefined, getBoundingClientRect: () => ({ width: 500, height: 400 }) };
  const camera = new Camera();
  camera.attach(stage as unknown as HTMLElement, { style: {} } as HTMLElement, 2000, 1500);
  camera.centre(250, 200, 1);
  return camera;
}
const run = (now: number): void => frames.splice(0).forEach(frame => frame(now));

beforeEach(() => {
  frames.length = 0;
  vi.stubGlobal('ResizeObserver', class { observe() {} disconnect() {} });
  vi.stubGlobal('window', { setTimeout: () => 0 });
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
});

afterEach(() => void vi.unstubAllGlobals());

describe('the camera', () => {
  it('goes by itself to what is out of sight', () => {
    const camera = looking();
    camera.goTo([[1000, 700]], false);
    expect(camera.sees([1000, 700])).toBe(true);
  });

  it('shows all of some places, from further away where it must, and goes back to where it was', () => {
    const camera = looking();
    camera.showAll([[300, 200], [600, 300]], 30);
    expect([camera.z, camera.sees([300, 200]), camera.sees([600, 300])]).toEqual([1, true, true]);
    camera.showAll([[900, 700], [1400, 900]], 30);
    expect([camera.z < 1, camera.sees([900, 700], 30), camera.sees([1400, 900], 30)]).toEqual([true, true, true]);
    camera.goBack(false);
    expect([camera.x, camera.y, camera.z]).toEqual([0, 0, 1]);
  });

  it('shows those next to the last, where all of them would have to be seen from too far', () => {
    const camera = looking();
    camera.open(44, () => [250, 200]);
    camera.cover = { bottom: 0, left: 0, right: 250 };
    const [near, far, fight]: [number, number][] = [[700, 300], [1900, 1400], [600, 300]];
    camera.showAll([far, near, fight], 30);
    expect([camera.z > 0.5, camera.sees(near), camera.sees(fight), camera.sees(far)]).toEqual([true, true, true, false]);
  });

  it('goes to what is cut by the edge, where it is asked for whole', () => {
    const camera = looking();
    camera.goTo([[10, 200]], false);
    expect(camera.x).toBe(0);
    camera.goTo([[490, 200]], false, 30);
    expect(camera.sees([490, 200], 30)).toBe(true);
  });

  it('shows little of what lies beyond the edge of the map', () => {
    const camera = looking();
    camera.goTo([[1990, 1490]], false);
    expect([camera.sees([1990, 1490]), camera.sees([1999, 1499])]).toEqual([true, true]);
    expect([camera.x + 2000, camera.y + 1500]).toEqual([500 - 24, 400]);
  });

  it('shows nothing of it under switches that lie on the map, and no point that it goes to', () => {
    const camera = looking();
    camera.cover = { bottom: 80, left: 0, strewn: 80 };
    camera.goTo([[1000, 1300]], false);
    expect(camera.y + 1500).toBe(400);
    camera.goTo([[1000, 1490]], false);
    expect(camera.sees([1000, 1490])).toBe(true);
  });

  it('opens with nothing under them, if the middle that was chosen asks for the edge of the map', () => {
    const camera = looking();
    camera.cover = { bottom: 80, left: 0, strewn: 80 };
    camera.open(44, ([, high]) => [1000, 1500 - high / 2]);
    expect(camera.y + 1500).toBe(400 - 80);
  });

  it('keeps the whole of a map that fits, and brings it back when nothing covers it any more', () => {
    const camera = looking();
    camera.centre(1000, 750, 0.2); // 400 by 300
    camera.cover = { bottom: 0, left: 0, right: 250 };
    camera.goTo([[1990, 700]], false);
    expect(camera.sees([1990, 700])).toBe(true);
    camera.cover = { bottom: 0, left: 0 };
    camera.goTo([[1990, 700]], false);
    expect([camera.sees([0, 700]), camera.sees([2000, 700])]).toEqual([true, true]);
  });

  it('goes back from there, unless a hand has moved it since', () => {
    const camera = looking();
    const before = [camera.x, camera.y];
    camera.goTo([[1000, 700]], false);
    camera.goTo([[1500, 1000]], true);
    camera.goBack(false);
    expect([camera.x, camera.y, camera.z]).toEqual([...before, 1]);
    camera.keep([[490, 200]]);
    camera.goBack(false);
    expect([camera.x, camera.y]).toEqual(before);
    camera.goTo([[1000, 700]], false);
    camera.zoomAt(1.1);
    camera.goBack(false);
    expect(camera.sees([1000, 700])).toBe(true);
  });

  it('stays with what the coach points at, whatever else asks for it', () => {
    const camera = looking();
    camera.led = true;
    camera.goTo([[1000, 700]], false);
    camera.keep([[1000, 700]]);
    expect(camera.sees([250, 200])).toBe(true);
  });

  it('judges by where it flies what would be in sight', () => {
    const camera = looking();
    camera.goTo([[450, 200], [650, 200]], true);
    camera.cover = { bottom: 0, left: 0, right: 300 };
    camera.goTo([[450, 200]], false);
    run(performance.now() + 10_000);
    expect(camera.sees([450, 200])).toBe(true);
    expect(camera.x + 450).toBeLessThan(200);
  });

  it('ends a flight when something else is brought into sight', () => {
    const camera = looking();
    camera.goTo([[1000, 700]], true);
    camera.bring([200, 150, 300, 250]);
    run(performance.now() + 10_000);
    run(performance.now() + 20_000);
    expect(camera.sees([250, 200])).toBe(true);
  });
});
