import type { ImportedRow, ImportRow } from '@repo/contract/account-import';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { brokenConnection, failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleUser, sampleWorkspace } from '#test/samples.ts';

const PAGE = '/northwind/sales/import-accounts';
const IMPORT = '/api/workspaces/{workspaceId}/account-import';
const sales = sampleWorkspace('Sales');

let sent: ImportRow[][];
let capacity: number;

beforeEach(() => {
  serveAtLevel('full');
  sent = [];
  capacity = 100_000;
  mockEndpoint(`POST ${IMPORT}/preview`, ({ body }) => ({
    rows: rowsOf(body).map(plan),
    capacity,
  }));
  mockEndpoint(`POST ${IMPORT}`, ({ body }) => {
    sent.push(rowsOf(body));
    return { rows: rowsOf(body).map(plan) };
  });
});

const rowsOf = (body: unknown) => (body as { rows: ImportRow[] }).rows;

function plan({ domain: typed, name, owner }: ImportRow): ImportedRow {
  const domain = typed.replace(/^https:\/\/www\./, '');
  const row = { domain, name: name || 'Suggested', owner: null };
  if (!domain.includes('.')) {
    return { ...row, domain: '', outcome: 'invalid', problem: `“${typed}” is not a valid domain.` };
  }
  if (domain === 'known.example') return { ...row, name: 'Known', outcome: 'existing' };
  return { ...row, outcome: 'new', owner: owner === '' ? null : { name: owner } };
}

const open = () => renderApp(PAGE, { as: sampleUser(), workspaces: [sales] });
const csv = (...lines: string[]) =>
  new File([`${lines.join('\r\n')}\r\n`], 'companies.csv', { type: 'text/csv' });
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const table = (name: string) => screen.findByRole('table', { name });

async function choose(file: File) {
  const app = open();
  await app.user.upload(await screen.findByLabelText('CSV file'), file);
  return app;
}

test('the page does not exist where the server does not offer it', async () => {
  serveAtLevel('specification');
  open();
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
});

test('the empty grid leads to the page, where the server offers it', async () => {
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  const grid = '/northwind/sales/accounts';
  renderApp(grid, { as: sampleUser(), workspaces: [sales] });
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Import from CSV' });
  expect(new URL(link.href).pathname).toBe(PAGE);
  cleanup();
  serveAtLevel('specification');
  renderApp(grid, { as: sampleUser(), workspaces: [sales] });
  expect(await screen.findByText('No accounts yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Import from CSV' })).toBeNull();
});

test('a file is matched, checked, and only then creates accounts', async () => {
  const { user } = await choose(
    csv(
      'Company,Website,Owner',
      'Acme,https://www.acme.example,Ann',
      'Again,acme.example,',
      'Known Inc.,known.example,',
      'Wrong,nonsense,',
      ',globex.example,',
    ),
  );
  expect(await screen.findByText(/Website → Domain|→ Domain/)).toBeTruthy();
  await expectAccessible();
  await user.click(await button('Check File'));

  expect(
    await screen.findByRole('heading', { name: 'companies.csv: 2 new accounts' }),
  ).toBeTruthy();
  const created = within(await table('New accounts'));
  expect(created.getAllByRole('row').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Line'),
    expect.stringMatching(/^2acme\.examplefrom https:\/\/www\.acme\.example/),
    expect.stringMatching(/^6globex\.example/),
  ]);
  expect(screen.getByText('1 account exists already and stays as it is.')).toBeTruthy();
  expect(screen.getByText('1 row repeats an earlier domain and is left out.')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('radio', { name: 'Problems 2' }));
  const problems = within(await table('Rows with problems'));
  expect(problems.getAllByText('The same domain as in line 2.')).not.toEqual([]);
  expect(problems.getAllByText('“nonsense” is not a valid domain.')).not.toEqual([]);
  await expectAccessible();

  await user.click(await button('Create 2 Accounts'));
  expect(await screen.findByText(/2 accounts were created in Sales\./)).toBeTruthy();
  expect(sent.flat().map(({ domain }) => domain)).toEqual([
    'https://www.acme.example',
    'globex.example',
  ]);
  expect(document.activeElement?.textContent).toBe('companies.csv was imported');
  expect(screen.getByRole('link', { name: 'Open Accounts' }).getAttribute('href')).toBe(
    '/northwind/sales/accounts',
  );
  await expectAccessible();
});

test('rows are sent in parts, and one whose result is lost is sent again', async () => {
  const known = new Set<string>();
  mockEndpoint(`POST ${IMPORT}`, ({ body }) => {
    const part = rowsOf(body);
    const isRepeated = part.every(({ domain }) => known.has(domain));
    sent.push(part);
    for (const { domain } of part) known.add(domain);
    if (sent.length === 2) return brokenConnection();
    return {
      rows: part
        .map(plan)
        .map((row) => (isRepeated ? { ...row, outcome: 'existing' as const } : row)),
    };
  });
  const domains = Array.from({ length: 1_201 }, (_, index) => `c${index}.example`);
  const { user } = await choose(csv('Domain', ...domains));
  await user.click(await button('Check File'));
  await user.click(await button('Create 1,201 Accounts'));
  expect(await screen.findByText('Network error occurred')).toBeTruthy();
  expect(sent.map((part) => part.length)).toEqual([500, 500]);
  await user.click(await button('Try Again'));
  expect((await screen.findByText(/1,201 accounts were created/)).textContent).not.toContain(
    'problem',
  );
  expect(sent.map((part) => part.length)).toEqual([500, 500, 500, 201]);
});

test('what the server refuses is shown, and nothing is lost', async () => {
  mockEndpoint(`POST ${IMPORT}`, () => failure('RATE_LIMITED', 'Try again in an hour.'));
  const { user } = await choose(csv('Domain', 'acme.example'));
  await user.click(await button('Check File'));
  await user.click(await button('Create 1 Account'));
  expect(await screen.findByText('Try again in an hour.')).toBeTruthy();
  await user.click(await button('Stop'));
  expect(await button('Choose CSV File')).toBeTruthy();
  expect(await screen.findByText('0 accounts were created')).toBeTruthy();
});

test('says when the workspace cannot have as many accounts', async () => {
  capacity = 1;
  const { user } = await choose(csv('Domain', 'acme.example', 'globex.example'));
  await user.click(await button('Check File'));
  expect(
    await screen.findByText(/Sales can have 1 more account \(of 100,000\)\. The last 1 row/),
  ).toBeTruthy();
});

test('a file without domains is not checked until a column is chosen', async () => {
  const { user } = await choose(csv('A,B', 'one,two'));
  expect((await button('Check File')).getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('combobox', { name: 'Domain' }));
  await user.click(await screen.findByRole('option', { name: 'Column 2' }));
  await waitFor(async () =>
    expect((await button('Check File')).getAttribute('aria-disabled')).toBeNull(),
  );
});

test('a workbook and an empty file are refused with what to do', async () => {
  const { user } = await choose(new File([Uint8Array.from([0x50, 0x4b, 3, 4])], 'book.csv'));
  expect((await screen.findByRole('alert')).textContent).toContain('save it as “CSV UTF-8”');
  await user.upload(screen.getByLabelText('CSV file'), csv(''));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The file is empty.'));
});

test('New Account leads here, and the focus goes along', async () => {
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  const app = renderApp('/northwind/sales/accounts', { as: sampleUser(), workspaces: [sales] });
  await app.user.click(
    (await screen.findAllByRole('button', { name: 'New Account' }))[0] as Element,
  );
  await app.user.click(await screen.findByRole('link', { name: 'Import from CSV' }));
  expect(await button('Choose CSV File')).toBeTruthy();
  expect(app.address()).toBe(PAGE);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement?.closest('main')).not.toBeNull();
});
