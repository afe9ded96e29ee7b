import { describe, expect, it } from 'vitest';
import type { Party, Piece } from '../types';
import { withThoseWhoLeft } from './parties';

const party = (side: number, ...pieces: string[]): Party => ({ side, title: `side ${side}`, fighters: pieces.map(piece => ({ piece })), total: '8' });
const piece = (id: string, at: string): [string, Piece] => [id, { id, at, side: 0, face: id }];
const onMap = (at: string): boolean => /^\d+$/.test(at);

describe('those who have left a battle', () => {
  const pieces = new Map([piece('2RTR', '9'), piece('33PAK', 'eliminated'), piece('15MC', '13')]);
  it('are still shown, as lost or as gone elsewhere', () => {
    const found = withThoseWhoLeft([party(0, '2RTR'), party(1)], [party(0, '2RTR'), party(1, '33PAK', '15MC')], pieces, onMap);
    expect(found[1].fighters).toMatchObject([{ piece: '33PAK', gone: true }, { piece: '15MC', gone: false, note: 'has left' }]);
    expect(found[0].fighters).toHaveLength(1);
  });
  it('are all that is known of a battle that was never seen going on', () => {
    const found = withThoseWhoLeft([], [party(0, '2RTR'), party(1, '33PAK')], pieces, onMap);
    expect(found.map(p => p.fighters.map(f => f.gone))).toEqual([[false], [true]]);
    expect(found[0].total).toBe('');
  });
});
