// Who has taken part in a battle: also those who have left it since.
import type { Party, Piece } from '../types';

/** The parties as they are now, with those of before who are no longer among them; `pieces` of the board tell what became of them. */
export function withThoseWhoLeft(now: readonly Party[], before: readonly Party[], pieces: ReadonlyMap<string, Piece>, isSpace: (at: string) => boolean): Party[] {
  const fate = (f: Party['fighters'][number], left: string): Party['fighters'][number] => {
    const lost = !isSpace(pieces.get(f.piece)?.at ?? '');
    return { piece: f.piece, values: f.values, gone: lost, note: lost ? '' : left };
  };
  if (!now.length) return before.map(p => ({ ...p, total: '', fighters: p.fighters.map(f => fate(f, '')) }));
  return now.map(party => {
    const there = new Set(party.fighters.map(f => f.piece));
    const gone = before.find(p => p.side === party.side)?.fighters.filter(f => !there.has(f.piece) && f.note !== 'may join') ?? [];
    return { ...party, fighters: [...party.fighters, ...gone.map(f => fate(f, 'has left'))] };
  });
}
