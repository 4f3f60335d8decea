import { expect, test } from 'vitest';
import { offer } from '../../test/offer.ts';
import { hasFeature } from './features.ts';

test('a page offers what its meta tag names, and nothing that is only part of a name', () => {
  offer('paged-accounts', 'members');
  expect(hasFeature('members')).toBe(true);
  expect(hasFeature('paged-accounts')).toBe(true);
  expect(hasFeature('paged-timeline')).toBe(false);
});

test('a page without the meta tag offers nothing', () => {
  offer();
  expect(hasFeature('members')).toBe(false);
  document.head.innerHTML = '';
  expect(hasFeature('members')).toBe(false);
});
