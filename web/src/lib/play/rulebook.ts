// Finding rows of the rule book: by number (also when a part of it is meant) and by words.
import type { RuleInfo } from '../types';

/** The row of a number: itself, else the nearest row above it or the first below it ("11.4.2A" -> 11.4.2-A, 11.4.2, 11.4). */
export function findRule(rules: readonly RuleInfo[], id: string): RuleInfo | null {
  const tidy = (s: string): string => s.toLowerCase().replace(/[^0-9a-z.]/g, '');
  const wanted = tidy(id);
  if (!wanted) return null;
  for (let key = wanted; key; key = key.replace(/(\.?[0-9]+|[a-z])$/, '')) {
    const exact = rules.find(r => tidy(r.id) === key);
    if (exact) return exact;
    const below = rules.find(r => tidy(r.id).startsWith(key) && !/^[0-9]/.test(tidy(r.id).slice(key.length)));
    if (below) return below;
    if (!/(\.?[0-9]+|[a-z])$/.test(key)) break;
  }
  return null;
}

export function search(rules: readonly RuleInfo[], query: string): readonly RuleInfo[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return rules;
  return rules.filter(r => {
    const text = `${r.id} ${r.topic} ${r.requirement} ${r.ruling} ${r.case}`.toLowerCase();
    return words.every(w => text.includes(w));
  });
}

/** A text cut at the numbers of rules that it names. */
export function splitRefs(text: string, known: ReadonlySet<string>): { text: string; rule?: string }[] {
  const out: { text: string; rule?: string }[] = [];
  let at = 0;
  for (const m of text.matchAll(/\b\d+\.\d+(?:\.\d+)*(?:-?[A-Za-z]\b)?/g)) {
    if (!known.has(m[0]) && ![...known].some(k => k.startsWith(`${m[0]}-`) || k.startsWith(`${m[0]}.`))) continue;
    if (m.index > at) out.push({ text: text.slice(at, m.index) });
    out.push({ text: m[0], rule: m[0] });
    at = m.index + m[0].length;
  }
  if (at < text.length) out.push({ text: text.slice(at) });
  return out;
}
