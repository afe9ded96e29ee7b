// Build step: the outlines of the lettering on counters and maps. Counters are images and the map is painted by a worker:
// neither can use the page's fonts, so the letters become paths, with their exact widths.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';
import type { Plugin } from 'vite';

const NAME = 'virtual:glyphs';
const WEIGHTS = [500, 600, 700];
const LETTERS = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)),
  ...'ÄÖÜäöüßÀÁÂÇÈÉÊËÌÍÎÏÑÒÓÔÙÚÛàáâçèéêëìíîïñòóôùúû½¼¾×·°±²³–—‘’“”…−',
];

type Glyphs = Record<string, Record<string, [number, string]>>;

function outlines(weight: number): Record<string, [number, string]> {
  const file = createRequire(import.meta.url).resolve(`@fontsource/barlow-condensed/files/barlow-condensed-latin-${weight}-normal.woff`);
  const bytes = readFileSync(file);
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const table: Record<string, [number, string]> = {};
  for (const letter of LETTERS) {
    const glyph = font.charToGlyph(letter);
    if (glyph.index === 0 && letter !== ' ') continue;
    const advance = ((glyph.advanceWidth ?? 0) * 1000) / font.unitsPerEm;
    table[letter] = [Math.round(advance), glyph.getPath(0, 0, 1000).toPathData(0)];
  }
  return table;
}

export function glyphs(): Plugin {
  return {
    name: 'glyphs',
    resolveId: id => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      const all: Glyphs = {};
      for (const weight of WEIGHTS) all[weight] = outlines(weight);
      return `export default ${JSON.stringify(all)}`;
    },
  };
}
