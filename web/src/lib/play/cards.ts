// The log in groups: by turn, phase and action, as the headings say.
import type { Entry, Heading } from '../types';

export interface Group {
  title: string; // the turn
  text: string; // phase and action
  entries: Entry[];
}

const at = (entry: Entry, ...levels: Heading['level'][]): string[] => entry.under.filter(h => levels.includes(h.level)).map(h => h.name);

/** Entries that follow each other under the same headings; what was told before play stands under none. */
export function groupsOf(entries: readonly Entry[]): Group[] {
  const found: Group[] = [];
  for (const entry of entries) {
    const title = at(entry, 'turn').join(' · ') || 'Before play';
    const text = at(entry, 'phase', 'action').join(' · ');
    const last = found.at(-1);
    if (last?.title === title && last.text === text) last.entries.push(entry);
    else found.push({ title, text, entries: [entry] });
  }
  return found;
}
