import { expect, test } from 'vitest';
import { suggestAccountName } from './suggest-account-name.ts';

test.each([
  ['acme.com', 'Acme'],
  ['mail.acme-labs.co.uk', 'Acme Labs'],
  ['ibm.com', 'IBM'],
  ['3m.com', '3M'],
  ['münchen-bräu.de', 'München Bräu'],
  ['kestrel_aero.example', 'Kestrel Aero'],
  ['1password.com', '1password'],
  ['--.example', '--.example'],
])('%s is called %s', (domain, name) => {
  expect(suggestAccountName(domain)).toBe(name);
});
