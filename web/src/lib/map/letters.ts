// Lettering as paths: the same letters, with the same widths, in images, in the worker and in tests.
import glyphs from 'virtual:glyphs';

export type Weight = 500 | 600 | 700;

const glyph = (letter: string, weight: Weight): [number, string] => glyphs[weight][letter] ?? glyphs[weight]['?'];

/** Width of a text in the unit of `size`. */
export function textWidth(text: string, size: number, weight: Weight = 600, spacing = 0): number {
  let width = 0;
  for (const letter of text) width += (glyph(letter, weight)[0] * size) / 1000 + spacing;
  return width && width - spacing;
}

export interface Lettering {
  size: number;
  weight?: Weight;
  spacing?: number;
  anchor?: 'start' | 'middle' | 'end';
}

/** Each letter of a text with the place where it stands. */
export function lettersOf(text: string, x: number, { size, weight = 600, spacing = 0, anchor = 'start' }: Lettering): { at: number; outline: string }[] {
  const width = textWidth(text, size, weight, spacing);
  let at = anchor === 'middle' ? x - width / 2 : anchor === 'end' ? x - width : x;
  const out: { at: number; outline: string }[] = [];
  for (const letter of text) {
    const [advance, outline] = glyph(letter, weight);
    if (outline) out.push({ at, outline });
    at += (advance * size) / 1000 + spacing;
  }
  return out;
}

type Step = [command: string, numbers: number[]];
const parsed = new Map<string, Step[]>();

/** An outline as steps; all of them are absolute, so that scaling is a matter of numbers. */
function stepsOf(outline: string): Step[] {
  let steps = parsed.get(outline);
  if (!steps) {
    steps = [...outline.matchAll(/([MLQCZ])([^MLQCZ]*)/g)].map(([, command, rest]): Step => [command, (rest.match(/-?[\d.]+/g) ?? []).map(Number)]);
    parsed.set(outline, steps);
  }
  return steps;
}

/** A text as the data of one path: images of counters have few elements and are quick to make. */
export function textPath(text: string, x: number, y: number, style: Lettering): string {
  const k = style.size / 1000;
  let d = '';
  for (const { at, outline } of lettersOf(text, x, style)) {
    for (const [command, numbers] of stepsOf(outline)) d += command + numbers.map((n, i) => Math.round(((i % 2 ? y : at) + n * k) * 100) / 100).join(' ');
  }
  return d;
}

/** A text as SVG. */
export function textSvg(text: string, x: number, y: number, style: Lettering & { fill: string; attributes?: string }): string {
  const d = textPath(text, x, y, style);
  return d && `<path fill="${style.fill}" ${style.attributes ?? ''} d="${d}"/>`;
}
