import { describe, expect, it } from 'vitest';
import { forget, keep, rivalIn, wantedFor, wantedTitle, type Wanted } from './wanted';

const CHOSEN: Wanted = { slug: 'tigercubs', scenario: 'campaign', settings: { scale: 1 }, seats: ['person', 'computer recruit'], edition: '', explains: true, resigns: false };

describe('what was chosen before the briefing', () => {
  it('is there again for the same title, until a game is made', () => {
    keep(CHOSEN);
    expect([wantedTitle(), wantedFor('tigercubs'), wantedFor('gazala')]).toEqual(['tigercubs', CHOSEN, null]);
    forget();
    expect([wantedTitle(), wantedFor('tigercubs')]).toEqual(['', null]);
  });
  it('names the computer that is played against', () => {
    expect([rivalIn(CHOSEN), rivalIn({ ...CHOSEN, seats: ['person', 'friend'] }), rivalIn(null)]).toEqual(['recruit', '', '']);
  });
});
