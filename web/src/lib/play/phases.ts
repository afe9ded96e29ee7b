// Which names of the bar of phases are shown where not all have room: whole ones, the current among them.

/** From the first to behind the last: the current one, then in turns what comes next and what came before, as far as there is room. */
export function shownOf(widths: readonly number[], now: number, room: number, gap = 0): [number, number] {
  const at = Math.max(0, now);
  let [from, to, used] = [at, at + 1, widths[at] ?? 0];
  const fits = (n: number): boolean => n >= 0 && n < widths.length && used + gap + widths[n] <= room;
  for (let grown = true; grown; ) {
    grown = false;
    if (fits(to)) [used, to, grown] = [used + gap + widths[to], to + 1, true];
    if (fits(from - 1)) [used, from, grown] = [used + gap + widths[from - 1], from - 1, true];
  }
  return [from, to];
}
