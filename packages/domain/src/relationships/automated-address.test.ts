import { expect, test } from 'vitest';
import { isAutomatedAddress } from './automated-address.ts';

test.each([
  'no-reply@acme.com',
  'noreply+42@acme.com',
  'DoNotReply@acme.com',
  'newsletter@acme.com',
  'news-eu@acme.com',
  'jira.no-reply@acme.com',
  'mailer-daemon@acme.com',
  'bounces+ann=home.net@acme.com',
  'sales-bounces+ann=home.net@lists.acme.com',
  'jira.no-reply+42@acme.com',
  'acme-notifications+id7@acme.com',
  'support+id4711@acme.com',
  'reply+9f3c@acme.com',
  'ticket-4711@acme.com',
])('%s is automated', (address) => {
  expect(isAutomatedAddress(address)).toBe(true);
});

test.each([
  'ann@acme.com',
  'support@acme.com',
  'ann.newsom@acme.com',
  'newton@acme.com',
  'alerta.ruiz@acme.com',
  'casey@acme.com',
  'ann+bounces.list@acme.com',
  'no-reply',
  '',
])('%s is a person or a shared mailbox', (address) => {
  expect(isAutomatedAddress(address)).toBe(false);
});
