import { beforeEach, describe, expect, it } from 'vitest';
import { keep, whenOf } from './lessons';

const at = (when: string, lesson = true): { id: string; when: string; lesson: boolean } => ({ id: 'g', when, lesson });

describe('where a lesson goes on', () => {
  beforeEach(() => localStorage.clear());
  it('is the card after those that were read, or that waits for a deed', () => {
    expect(whenOf(at('step 1 of 25'))).toBe('step 1 of 25');
    keep('g', { read: 1, away: false });
    expect(['step 1 of 25', 'step 9 of 25', 'lesson done'].map(when => whenOf(at(when)))).toEqual(['step 3 of 25', 'step 9 of 25', 'lesson done']);
    expect(whenOf(at('step 1 of 25', false))).toBe('step 1 of 25');
  });
});
