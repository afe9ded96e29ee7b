// A rule book that is being read: what is open, what is looked for, which section is in sight.
import { reasonOf } from './api';
import { bookOf, chapterKey, find, passages, saying, search, type Passage, type Target } from './book';
import { sheetOf, type Sheet } from './sheets';
import type { Book } from './types';

export class Reading {
  book = $state.raw<Book | null>(null);
  sheet = $state.raw<Sheet | null>(null);
  problem = $state('');
  target = $state.raw<Target | null>(null);
  missing = $state(''); // a number that the book does not have
  query = $state('');
  at = $state(chapterKey(0)); // the section that is read
  private wanted = '';

  readonly all: Passage[] = $derived(this.book ? passages(this.book) : []);
  readonly hits = $derived(search(this.all, this.query));

  async load(slug: string): Promise<void> {
    if (this.book?.title === slug) return;
    try {
      [this.book, this.sheet] = await Promise.all([bookOf(slug), sheetOf(slug)]);
      this.problem = '';
      if (this.wanted) this.open(this.wanted);
    } catch (error) {
      this.problem = reasonOf(error);
    }
  }

  /** Opens a row, a section or a chapter by its number. */
  open(to: string): void {
    this.wanted = to;
    if (!this.book || !to) return;
    const target = find(this.book, this.all, to);
    this.missing = target ? '' : to;
    if (target) this.go(target.key, target.rows);
  }

  go(key: string, rows: string[] = []): void {
    this.query = '';
    this.at = key.startsWith('block') ? key.replace('block', 'section').replace(/-\d+$/, '') : key;
    this.target = { key, rows };
  }

  /** What is said about a rule, in one sentence. */
  says(rule: string): string {
    return this.book ? saying(this.book, this.all, rule) : '';
  }

  /** The chapter that is read. */
  readonly chapter = $derived(this.book?.chapters[Number(this.at.split('-')[1])] ?? null);
}
