import { expect, test } from 'vitest';
import { allowsAssistant, type AssistantReaders } from './assistant-readers.ts';

test.each([
  ['members', true, true],
  ['owners', true, false],
  ['none', false, false],
  [undefined, false, false],
  ['everyone' as AssistantReaders, false, false],
] as const)('%s: owners %s, members %s', (chosen, owner, member) => {
  expect(allowsAssistant(chosen, 'owner')).toBe(owner);
  expect(allowsAssistant(chosen, 'member')).toBe(member);
});
