// How a battle came out, read from the log: its dice in order, the announcement, what followed.
import type { Announcement, Die, Entry, Sum } from '../types';

export interface Throw {
  dice: Die[];
  text: string; // what was said with them
}
export interface Decided {
  news: Announcement;
  ply: number;
  title: string; // of the battle
  throws: Throw[]; // before and with the announcement
  told: Entry[]; // what came of it, in order
  fell: Entry[]; // losses on the way to it and what they score, and who left the fight
  earlier: Entry[]; // how others came out that were decided in the same breath
  said: string; // the sentence before the announcement: totals
  sums: Sum[]; // how it was reckoned
}

/** The battle that a line belongs to; what its victory allows a side to do is an action of its own. */
export function battleOf(entry: Entry): string {
  const last = entry.under.findLast(h => h.level === 'battle' || h.level === 'action');
  return last?.level === 'battle' ? last.name : '';
}
const textOf = (entry: Entry): string => entry.words.map(w => w.text).join('');

/** What was drawn from a cup has a number, too, but it is no die. */
const rolled = (entry: Entry): boolean => entry.dice.some(d => d.of);

/** What the other side did about a die that says nothing itself: it had it rolled again. */
function undone(told: readonly Entry[], die: Entry): Entry | undefined {
  const next = told[told.indexOf(die) + 1];
  const answered = next && next.ply > die.ply && next.side !== die.side && !next.role && !next.dice.length && !next.sum;
  return answered && / rolls$/.test(textOf(die)) ? next : undefined;
}

/** The last battle that was decided after a ply, if one was. */
export function decidedAfter(log: readonly Entry[], ply: number): Decided | null {
  const at = log.findLastIndex(e => e.news && e.ply > ply);
  if (at < 0) return null;
  const title = battleOf(log[at]);
  const same = (e: Entry): boolean => e.ply > ply && battleOf(e) === title;
  const before = log.slice(0, at + 1).filter(same);
  const entry = (log[at].news!.slight && before.findLast(e => e.news && !e.news.slight)) || log[at]; // of several shots one that hit
  const throws = before.filter(rolled).map(e => ({ dice: e.dice.filter(d => d.of), text: e === entry ? '' : textOf(undone(before, e) ?? e) }));
  const last = before[before.indexOf(entry) - 1];
  const foretold = last && !last.news && last.role !== 'points' && !/ rolls$/.test(textOf(last)) && !last.words.some(w => w.is === 'piece') ? textOf(last) : ''; // totals, and not what befell somebody
  const beside = throws.length > 1 && throws.some(t => t.text === foretold && t.dice.length === 1); // among several a die has its own words; totals are no die's
  const said = beside ? '' : foretold;
  return {
    news: entry.news!,
    ply: entry.ply,
    title,
    throws: throws.map(t => (t.text === said ? { ...t, text: '' } : t)), // it is said with the announcement
    told: log.slice(at + 1).filter(same),
    fell: before.filter(e => e.role === 'loss' || e.role === 'retreat' || (e.role === 'points' && !e.sum)),
    earlier: log.slice(0, at).filter(e => e.news && (e.news.verdict || (e.news.winner ?? -1) >= 0) && e.ply > ply && battleOf(e) !== title),
    said,
    sums: before.flatMap(e => (e.sum && e.role !== 'points' ? [e.sum] : [])),
  };
}

/** What was told of a battle that goes on since its viewer last decided in it, that decision included: dice and losses. */
export function latelyIn(log: readonly Entry[], viewer: number): Entry[] {
  const title = log.length ? battleOf(log.at(-1)!) : '';
  const begun = log.findLastIndex(e => battleOf(e) !== title) + 1;
  const own = log.findLast(e => e.side === viewer)?.ply ?? 0;
  return title ? log.slice(begun).filter(e => e.ply >= own && (rolled(e) || e.role === 'loss') && !e.sum) : [];
}

/** The dice of the viewer's own decision outside a fight, until somebody decides anew: no board and no film shows them. */
export function thrownAt(log: readonly Entry[], viewer: number): Entry[] {
  const last = log.at(-1);
  return viewer >= 0 && last?.side === viewer ? log.filter(e => e.ply === last.ply && rolled(e) && !battleOf(e)) : [];
}

/** The dice of the viewer's own decision that a part of the battle follows: nobody has shown them yet. */
export function rolledBefore(log: readonly Entry[], part: readonly Entry[], viewer: number): Entry[] {
  const before = part.length && viewer >= 0 ? log.filter(e => e.ply < part[0].ply) : [];
  return before.at(-1)?.side === viewer && battleOf(before.at(-1)!) === battleOf(part[0]) ? latelyIn(before, viewer).filter(rolled) : [];
}

/** All that is told of the battle of an entry, from its beginning. */
export function wholeOf(log: readonly Entry[], entry: Entry): Entry[] {
  const title = battleOf(entry);
  const end = log.findLastIndex(e => e.ply <= entry.ply && battleOf(e) === title);
  const begun = log.slice(0, end + 1).findLastIndex(e => battleOf(e) !== title) + 1;
  return log.slice(begun, end + 1);
}

/** Who attacks in a battle that is told: the side of which it opens, whoever decided last before it; or whoever was first told to
 * do something in it. */
export function attackerIn(log: readonly Entry[], entry: Entry): number {
  const first = wholeOf(log, entry)[0] ?? entry;
  return (first.role === 'opens' || first === entry) && (first.by ?? -1) >= 0 ? first.by! : first.side;
}

/** The same of a battle of which a part is told: it may have begun before that. */
export function attackerOf(part: { side: number; from: number; title: string }, log: readonly Entry[]): number {
  const last = log.findLast(e => e.ply < part.from);
  return last && battleOf(last) === part.title ? attackerIn(log, last) : part.side;
}

/** Whose attack a result is of: that of the battle on the board, or of another that came in between, as a flight in support of it does. */
export function attackerAt(decided: Decided, battle: { title: string; side: number }, log: readonly Entry[]): number {
  const other = decided.title === battle.title ? undefined : log.findLast(e => e.news && e.ply === decided.ply && battleOf(e) === decided.title);
  return other ? attackerIn(log, other) : battle.side;
}

/** The announcement's colour: by whom it favours, from the reader's seat. */
export function favours(news: Announcement, attacker: number, viewer: number): 'good' | 'mixed' | 'bad' | 'plain' {
  const mine = viewer === attacker;
  if (news.winner !== undefined && news.winner >= 0) return viewer < 0 ? 'plain' : news.winner === viewer ? 'good' : 'bad';
  if (news.verdict === 'both' || !news.verdict) return 'mixed';
  if (viewer < 0 || attacker < 0) return 'plain';
  const forAttacker = news.verdict === 'gone' || news.verdict === 'back';
  return forAttacker === mine ? 'good' : 'bad';
}
