// What was pressed is what was meant. When news moves something away between the press and the release of a pointer, a browser tells
// the click to whatever is round both places, and nobody hears it: it is told to what was pressed instead.
const PRESSED = 'button, a, label, summary, [role=button], [role=tab], [data-piece], [data-space]';
const STILL = 6; // pixels that a hand moves without meaning to

export function keepPresses(): () => void {
  let pressed: { on: Element; x: number; y: number } | null = null;

  const down = (e: PointerEvent): void => {
    const on = e.isPrimary && e.button === 0 && e.target instanceof Element ? e.target.closest(PRESSED) : null;
    pressed = on && { on, x: e.clientX, y: e.clientY };
  };
  const click = (e: MouseEvent): void => {
    if (!pressed || !e.detail || !e.isTrusted) return; // by keyboard, or by a program
    const { on, x, y } = pressed;
    pressed = null;
    if (on.contains(e.target as Node) || !on.isConnected || Math.hypot(e.clientX - x, e.clientY - y) > STILL) return;
    e.stopImmediatePropagation();
    e.preventDefault();
    const { detail, clientX, clientY, shiftKey, ctrlKey, altKey, metaKey } = e;
    on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, view: window, detail, clientX, clientY, shiftKey, ctrlKey, altKey, metaKey }));
  };
  addEventListener('pointerdown', down, true);
  addEventListener('click', click, true);
  return () => {
    removeEventListener('pointerdown', down, true);
    removeEventListener('click', click, true);
  };
}
