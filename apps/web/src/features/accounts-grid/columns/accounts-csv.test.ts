import { expect, test } from 'vitest';
import { sampleRow } from '#test/grid-samples.ts';
import { accountsCsv } from './accounts-csv.ts';

const lines = (csv: string) => csv.trimEnd().split('\r\n');

test('the columns are those shown, in their order', () => {
  const acme = sampleRow('Acme', {
    createdBy: 'Ann',
    timeline: { external: [1, 2], internal: [0, 4] },
  });
  expect(lines(accountsCsv([acme], ['name', 'createdBy', 'recentActivity']))).toEqual([
    'Account,Domain,Created By,External (21 days),Internal (21 days)',
    'Acme,acme.example,Ann,3,4',
  ]);
});

test('missing people and values are empty cells', () => {
  const bare = sampleRow('Bare', { domain: undefined });
  expect(lines(accountsCsv([bare], ['name', 'lastTouchPoint', 'contributors']))[1]).toBe(
    'Bare,,,,,',
  );
});

test('no text of others becomes a formula', () => {
  const evil = sampleRow('=HYPERLINK("https://evil.example","Acme")', {
    domain: undefined,
    lastActivity: { title: '@SUM(A1)', type: 'email', occurredAt: '2026-11-19T12:00:00.000Z' },
    contributors: [{ name: '+1', email: 'x@us.example' }],
    createdBy: '-2+3',
  });
  const csv = accountsCsv([evil], ['name', 'lastTouchPoint', 'contributors', 'createdBy']);
  expect(lines(csv)[1]).toBe(
    `"'=HYPERLINK(""https://evil.example"",""Acme"")",,"'@SUM(A1)",email,2026-11-19T12:00:00.000Z,"'+1","'-2+3"`,
  );
});

test.each(['שלום עולם', '👩‍👩‍👧 Family', 'Ünïcode ﷽'])('%s stays as it is', (name) => {
  const row = sampleRow('x', { domain: undefined, name });
  expect(lines(accountsCsv([row], ['name']))[1]).toBe(`${name},`);
});

test('commas, quotes and new lines stay within their cell', () => {
  const row = sampleRow('x', { domain: undefined, name: 'A, "B"\nC' });
  expect(accountsCsv([row], ['name'])).toBe('Account,Domain\r\n"A, ""B""\nC",\r\n');
});
