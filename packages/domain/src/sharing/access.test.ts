import { expect, test } from 'vitest';
import { accessState, isOpened, type RequestedCopy } from './access.ts';

const now = new Date('2026-11-29T12:00:00Z');
const granted: RequestedCopy = {
  isGranted: true,
  endsAt: null,
  isAsked: true,
  isInConversation: true,
  isForOwnerAlone: false,
  protection: null,
};

test.each<[string, Partial<RequestedCopy>, boolean, string]>([
  ['a grant', {}, true, 'granted'],
  ['a later email of the conversation', { isAsked: false }, true, 'granted'],
  ['an open request', { isGranted: null }, false, 'asked'],
  ['a declined one', { isGranted: false }, false, 'declined'],
  ['another conversation', { isAsked: false, isInConversation: false }, false, 'none'],
  ['a grant that ends later', { endsAt: new Date('2026-11-29T12:00:01Z') }, true, 'granted'],
  ['a grant that ends now', { endsAt: now }, false, 'none'],
  ['what is kept private', { isForOwnerAlone: true }, false, 'asked'],
  ['what is protected at the level activity', { protection: 0 }, false, 'asked'],
  ['what is protected completely', { protection: -1 }, false, 'asked'],
])('%s', (_, given, opened, state) => {
  const copy = { ...granted, ...given };
  expect(isOpened(copy, now)).toBe(opened);
  expect(accessState(copy, now)).toBe(state);
});
