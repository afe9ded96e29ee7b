// One table of keys; the help shows the same.
export type KeyAct = 'back' | 'walk' | 'enter' | 'stack' | 'next' | 'previous' | 'undo' | 'again' | 'end' | 'choose' | 'help' | 'rules' | 'earlier' | 'later' | 'fit' | 'in' | 'out' | 'overlay' | 'hint';

export const KEYS: [string, string][] = [
  ['← ↑ → ↓', 'walk the map from space to space'],
  ['Enter', 'act on the focused space or counter; confirm'],
  ['Space', 'through the counters of the focused space'],
  ['N  P', 'to the next or previous place where something can be done'],
  ['Esc', 'clear the selection, close what is open'],
  ['Z', 'undo'],
  ['L', 'the same as last turn, where it is proposed'],
  ['E', 'end or stop what is being done'],
  ['1 … 9', 'the buttons of the panel, in their order'],
  [',  .', 'one move back or forward in the replay'],
  ['F  +  −', 'fit the map, zoom'],
  ['O', 'overlays: command, supply and the like, one after the other'],
  ['W', 'what now? what the computer would do in your place'],
  ['R', 'rule book, at the rule of the question'],
  ['?', 'this page'],
];

export const FILM_KEYS: [string, string][] = [
  ['Space', 'stop the film, or go on'],
  ['← →', 'the action before, or the next one'],
  ['E  Esc', 'skip what is left of it'],
  ['any other', 'finish what is being shown'],
];

const PLAIN: Record<string, KeyAct> = {
  Escape: 'back',
  ArrowLeft: 'walk',
  ArrowRight: 'walk',
  ArrowUp: 'walk',
  ArrowDown: 'walk',
  Enter: 'enter',
  ' ': 'stack',
  n: 'next',
  p: 'previous',
  z: 'undo',
  l: 'again',
  e: 'end',
  '?': 'help',
  r: 'rules',
  o: 'overlay',
  w: 'hint',
  ',': 'earlier',
  '.': 'later',
  f: 'fit',
  '+': 'in',
  '=': 'in',
  '-': 'out',
};

/** What a key means here. Fields keep their keys; buttons keep Enter and Space; sliders and tabs keep the arrows. */
export function readKey(e: KeyboardEvent): KeyAct | null {
  if (e.ctrlKey || e.metaKey || e.altKey) return null;
  const target = e.target as Element | null;
  const act = /^[1-9]$/.test(e.key) ? 'choose' : (PLAIN[e.key.length === 1 ? e.key.toLowerCase() : e.key] ?? null);
  if (act === 'back') return act;
  if (target?.closest('input:not([type=range]), textarea, select')) return null;
  const onMap = !!target?.closest('svg [data-space], svg [data-piece]');
  if ((act === 'enter' || act === 'stack') && !onMap && target?.closest('button, a, summary, [role=tab]')) return null;
  if (act === 'walk' && target?.closest('input, [role=tab], [role=dialog], .scrolls')) return null;
  return act;
}
