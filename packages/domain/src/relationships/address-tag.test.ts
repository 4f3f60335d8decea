import { expect, it } from 'vitest';
import { withoutTag } from './address-tag.ts';

it.each([
  ['anna+sales@acme.com', 'anna@acme.com'],
  ['anna.berg+crm+2@acme.com', 'anna.berg@acme.com'],
  ['anna+@acme.com', 'anna@acme.com'],
  ['anna@acme.com', 'anna@acme.com'],
  ['+anna@acme.com', '+anna@acme.com'],
  ['anna@a+b.example', 'anna@a+b.example'],
  ['reply+9f3c@acme.com', 'reply+9f3c@acme.com'],
  ['support+id4711@acme.com', 'support+id4711@acme.com'],
  ['sales-bounces+anna=home.net@acme.com', 'sales-bounces+anna=home.net@acme.com'],
  ['"anna+b c"@acme.com', '"anna+b c"@acme.com'],
  ['anna+sales', 'anna+sales'],
])('%s is the mailbox %s', (address, mailbox) => {
  expect(withoutTag(address)).toBe(mailbox);
});
