import { expect, it } from 'vitest';
import { durationLabel } from './duration-label.ts';

it.each([
  [0.2, '1 min'],
  [45, '45 min'],
  [59.6, '1 h 00 min'],
  [65, '1 h 05 min'],
  [180, '3 h 00 min'],
])('%s minutes are %s', (minutes, label) => {
  expect(durationLabel(minutes)).toBe(label);
});
