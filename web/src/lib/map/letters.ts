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

/** A text as SVG. */
export function textSvg(text: string, x: number, y: number, style: Lettering & { fill: string; attributes?: string }): string {
  const k = style.size / 1000;
  const paths = lettersOf(text, x, style).map(l => `<path transform="translate(${l.at.toFixed(2)} ${y}) scale(${k})" d="${l.outline}"/>`);
  return paths.length ? `<g fill="${style.fill}" ${style.attributes ?? ''}>${paths.join('')}</g>` : '';
}
