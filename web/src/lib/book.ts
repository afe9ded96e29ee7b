// The rule book for reading: finding a rule in it, searching it, and its text as it is shown.
import { api } from './api';
import { counterImage, counterName } from './counters';
import { capital } from './play/words';
import type { Block, Board, Book, Chapter, Picture, Section } from './types';

/** A block, where it stands, and its words. */
export interface Passage {
  chapter: Chapter;
  section: Section;
  block: Block;
  key: string; // the id of its element
  words: string;
}

/** Where something leads: an element, and the rows that are marked in it (none: the heading itself). */
export interface Target {
  key: string;
  rows: string[];
}

export const chapterKey = (c: number): string => `chapter-${c}`;
export const sectionKey = (c: number, s: number): string => `section-${c}-${s}`;
export const blockKey = (c: number, s: number, b: number): string => `block-${c}-${s}-${b}`;

export const passages = (book: Book): Passage[] =>
  book.chapters.flatMap((chapter, c) => chapter.sections.flatMap((section, s) => section.blocks.map((block, b) => ({ chapter, section, block, key: blockKey(c, s, b), words: wordsOf(block) }))));

const NUMBERS = /<span class="rows">.*?<\/span>/gs;

const parsed = (html: string): DocumentFragment => {
  const made = document.createElement('template');
  made.innerHTML = html;
  return made.content;
};
const plain = (part: DocumentFragment): string => (part.textContent ?? '').replace(/\s+/g, ' ').trim();
const asText = (html: string): string => plain(parsed(html));
/** A text in a line: paragraphs, cells and rows of a table stay apart in it. */
function inLine(html: string): string {
  const made = parsed(html.replace(NUMBERS, ''));
  for (const row of made.querySelectorAll('tr')) {
    const cells = [...row.children].map(cell => cell.textContent?.trim()).filter(Boolean).join(' · ');
    row.textContent = cells && row.matches(':last-child:not(thead > *)') ? `${cells} ` : cells && `${cells}; `;
  }
  for (const part of made.querySelectorAll('li, p')) part.append(' ');
  return plain(made);
}
const wordsOf = (block: Block): string => [block.title, block.kind === 'diagram' ? '' : inLine(block.html)].filter(Boolean).join(/[.?!:]$/.test(block.title ?? '') ? ' ' : '. ');

/** Whether a row of the ledger belongs to a number: 11.4.4-a to 11.4, and not 11.40. */
export const isPart = (row: string, number: string): boolean => row.startsWith(number) && !/^\d/.test(row.slice(number.length));

/** What a number opens: the paragraph that says that row; the section or chapter of that number; the first paragraph of a part of it; else what is next above. */
export function find(book: Book, all: readonly Passage[], to: string): Target | null {
  const chapter = book.chapters.findIndex(c => to === `chapter-${c.id}`);
  if (chapter >= 0) return { key: chapterKey(chapter), rows: [] };
  for (let number = to; number; number = number.replace(/[-.]?([0-9]+|[A-Za-z]+)$/, '')) {
    const found = exactly(book, all, number);
    if (found || !/[0-9A-Za-z]$/.test(number)) return found;
  }
  return null;
}

function exactly(book: Book, all: readonly Passage[], number: string): Target | null {
  const said = all.find(p => p.block.rows?.includes(number));
  if (said) return { key: said.key, rows: [number] };
  for (const [c, chapter] of book.chapters.entries()) {
    const s = chapter.sections.findIndex(section => section.id === number);
    if (s >= 0) return { key: sectionKey(c, s), rows: [] };
  }
  const parts = all.find(p => p.block.rows?.some(row => isPart(row, number)));
  if (parts) return { key: parts.key, rows: parts.block.rows!.filter(row => isPart(row, number)) };
  const chapter = book.chapters.findIndex(c => c.id === number);
  return chapter >= 0 ? { key: chapterKey(chapter), rows: [] } : null;
}

/** The first sentence of what is said about a rule. */
export function saying(book: Book, all: readonly Passage[], rule: string): string {
  const target = find(book, all, rule);
  const passage = target && (all.find(p => p.key === target.key) ?? all.find(p => p.key.startsWith(target.key.replace(/^(section|chapter)/, 'block') + '-')));
  if (!passage) return '';
  const made = parsed(passage.block.html.replace(NUMBERS, ''));
  const row = target.rows[0] ?? passage.block.rows?.[0];
  const element = row ? [...made.querySelectorAll('[data-rows]')].find(e => e.getAttribute('data-rows')!.split(' ').includes(row)) : null;
  if (element?.querySelector('td .counter')) return passage.section.name || passage.chapter.name; // counters in a row of a table are no sentence
  const cells = element ? [...element.querySelectorAll('td')] : [];
  const told = cells.map(cell => asText(cell.innerHTML)).filter(cell => cell && !/^[A-Z]$/.test(cell)); // but the letter that a row has
  const text = cells.length ? [told.slice(0, -1).join(', '), told.at(-1)].filter(Boolean).join(': ') : asText((element ?? made.firstElementChild)?.innerHTML ?? '');
  const first = (cells.length ? /^.{15,}?[.;](?=\s|$)/ : /^.{15,}?[.:;](?=\s|$)/).exec(text)?.[0] ?? text; // a row of a table is said with what stands in it
  const whole = !!cells.length || /[.!?)]$/.test(first) || /[,:;]$/.test(first); // else a list goes on with it
  return capital(whole ? first.replace(/[,:;]$/, '.') : `${first} …`);
}

/** A word of the game, and what it means. */
export interface Term {
  name: string;
  text: string;
}

const GLOSSARY = 'Words'; // the chapter of every book that has one

/** The words of a book's glossary. */
export function glossary(book: Book): Term[] {
  const made = parsed(book.chapters.filter(c => c.name === GLOSSARY).flatMap(c => c.sections.flatMap(s => s.blocks.map(b => b.html.replace(NUMBERS, '')))).join(''));
  return [...made.querySelectorAll('li')].flatMap(item => {
    const name = item.querySelector('strong')?.textContent ?? '';
    const text = asText(item.innerHTML).slice(name.length).replace(/\s*See \d+\.$/, '').trim();
    return name.endsWith(':') ? [{ name: name.slice(0, -1), text }] : [];
  });
}

/** The words of the glossary that a chapter uses, at most so many: those that it uses most, in the order of the alphabet. Of
 *  "Action Points (AP)" any part will do. */
export function usedIn(terms: readonly Term[], words: string, most = Infinity): Term[] {
  const said = words.toLowerCase();
  const parts = (name: string): string[] => name.toLowerCase().split(/[,()]/).map(part => part.trim()).filter(Boolean);
  const times = (part: string): number => said.match(new RegExp(`(?<![\\p{L}-])${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}s?(?![\\p{L}])`, 'gu'))?.length ?? 0;
  const used = new Map(terms.map(term => [term, parts(term.name).reduce((n, part) => n + times(part), 0)]));
  const chosen = new Set(terms.filter(term => used.get(term)).sort((a, b) => used.get(b)! - used.get(a)!).slice(0, most));
  return terms.filter(term => chosen.has(term));
}

export interface Hit {
  passage: Passage;
  before: string;
  match: string;
  after: string;
}

const AROUND = 70;

/** Passages that hold all the words, or the number of a rule; with the first of the words in its surroundings. Those that are
 *  about it, by the name of their section or chapter, stand first. */
export function search(all: readonly Passage[], query: string): Hit[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  const holds = (p: Passage, word: string): boolean => p.words.toLowerCase().includes(word) || !!p.block.rows?.some(row => isPart(row.toLowerCase(), word)) || p.section.id?.toLowerCase() === word || !!p.section.name?.toLowerCase().includes(word);
  const isAbout = (p: Passage): boolean => [p.section.name, p.chapter.name].some(name => wanted.every(word => name?.toLowerCase().includes(word)));
  return all
    .filter(p => wanted.every(word => holds(p, word)))
    .sort((a, b) => Number(isAbout(b)) - Number(isAbout(a)))
    .map(passage => {
      const at = Math.max(0, ...wanted.map(word => passage.words.toLowerCase().indexOf(word)));
      const word = wanted.find(w => passage.words.toLowerCase().startsWith(w, at)) ?? '';
      const from = at > AROUND ? passage.words.indexOf(' ', at - AROUND) + 1 : 0;
      const end = at + word.length;
      const shown = passage.words.slice(end, end + 2 * AROUND);
      const after = passage.words.length > end + 2 * AROUND ? `${shown.slice(0, shown.lastIndexOf(' '))} …` : shown; // whole words
      return { passage, before: (from ? '… ' : '') + passage.words.slice(from, at), match: passage.words.slice(at, end), after };
    });
}

// The text as it is shown

const COUNTER = /<span class="counter" data-face="([^"]*)">([^<]*)<\/span>/g;
const DIE = /<span class="die">(\d+)<\/span>/g;
const EMPTY_CELL = /<th[^>]*><\/th>/g; // no heading
const EMPTY_HEAD = /<thead>\s*<tr>\s*(<th[^>]*><\/th>\s*)+<\/tr>\s*<\/thead>/g;
const PIPS: Record<string, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

const unescape = (text: string): string => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" })[name]!);
const escape = (text: string): string => text.replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);

const die = (face: string): string => {
  const pips = PIPS[face];
  if (!pips) return `<span class="die plain">${face}</span>`;
  return `<svg class="die" viewBox="-8 -8 16 16" role="img" aria-label="${face}"><rect x="-7" y="-7" width="14" height="14" rx="3"/>${pips.map(([x, y]) => `<circle cx="${x * 3.6}" cy="${y * 3.6}" r="1.5"/>`).join('')}</svg>`;
};

function counter(board: Board, key: string, name: string): string {
  const face = board.faces[key];
  return face ? `<img class="counter" src="${escape(counterImage(key, face))}" alt="${escape(name)}" title="${escape(counterName(face, { id: name }))}">` : name;
}

/** Counters and dice are drawn; a number stands in the margin once for what belongs to it. */
export function dress(section: Section, board: Board): string[] {
  let last = section.id ?? '';
  return section.blocks.map(block =>
    block.html
      .replace(EMPTY_HEAD, '')
      .replace(EMPTY_CELL, '<td></td>')
      .replace(COUNTER, (_, face: string, name: string) => counter(board, unescape(face), unescape(name)))
      .replace(DIE, (_, face: string) => die(face))
      .replace(/<span class="rows">(.*?)<\/span>/gs, (_, numbers: string) => {
        const fresh = [...numbers.matchAll(/<b>(.*?)<\/b>/g)].map(m => m[1]).filter(n => n !== last);
        last = fresh.at(-1) ?? last;
        const shown = fresh.length > 2 ? [fresh[0], `– ${fresh.at(-1)}`] : fresh; // more would be higher than what they stand beside
        return shown.length ? `<span class="rows">${shown.map(n => `<b>${n}</b>`).join(' ')}</span>` : '';
      }),
  );
}

// From the server, once

const books = new Map<string, Promise<Book>>();
const pictures = new Map<string, Promise<Picture>>();

function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  let found = known.get(key);
  if (!found) {
    found = ask();
    found.catch(() => known.delete(key));
    known.set(key, found);
  }
  return found;
}

export const bookOf = (slug: string): Promise<Book> => once(books, slug, () => api.book(slug));
export const pictureOf = (slug: string, name: string): Promise<Picture> => once(pictures, `${slug}/${name}`, () => api.diagram(slug, name));
