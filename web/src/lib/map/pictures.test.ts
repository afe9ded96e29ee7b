import { describe, expect, it } from 'vitest';
import { AREAS } from '../../test/boards';
import type { Board } from '../types';
import { boardKey } from './pictures';

describe('the key of a board', () => {
  const badged = (text: string, title: string): Board => ({ ...AREAS, spaces: AREAS.spaces.map((s, i) => (i ? s : { ...s, badges: [{ kind: 'circle', text, title }] })) });
  it('is of what is painted, not of what is said of it', () => {
    expect(boardKey(badged('6', '6 points'))).toBe(boardKey(badged('6', '6 points, none in this scenario')));
    expect(boardKey(badged('6', '6 points'))).not.toBe(boardKey(badged('7', '6 points')));
  });
});
