import { expect, test } from 'vitest';
import { hours, lengthOf } from './length';

const scenario = (turns: number, minutes: number) => ({ id: '', name: '', text: '', turns, minutes });

test('minutes as people say them', () => {
  expect([12, 30, 60, 95, 240].map(hours)).toEqual(['10 minutes', '30 minutes', '1 hour', '1½ hours', '4 hours']);
});
test('a title is as long as its scenarios; what nobody has measured is not said', () => {
  expect(lengthOf([scenario(1, 20), scenario(8, 300)])).toEqual(['20 minutes to 5 hours', '1 to 8 turns']);
  expect(lengthOf([scenario(6, 60), scenario(12, 120)])[0]).toBe('1 to 2 hours');
  expect(lengthOf([scenario(3, 0), scenario(4, 0)])).toEqual(['3 to 4 turns', '']);
  expect(lengthOf([scenario(0, 0)])).toEqual(['As long as it takes', '']);
});
