import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Integration } from '@repo/contract/integrations';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mockEndpoint, brokenConnection, failure, neverResponds } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleIntegration, sampleTrackedDomain, sampleUser } from '#test/samples.ts';

const WIZARD = '/import-preferences/import';

const gmail = sampleIntegration();

beforeEach(() => {
  tracks();
  // A server that does not count beforehand: only what discovery found can be shown.
  mockEndpoint('POST /api/accounts/preview', () => failure('NOT_FOUND', 'Not found'));
});
afterEach(() => sessionStorage.clear());

function tracks(...domains: string[]) {
  mockEndpoint('GET /api/accounts', () => ({
    domains: domains.map((domain) => sampleTrackedDomain(domain)),
  }));
}

function connectedAs(...integrations: Integration[]) {
  mockEndpoint('GET /api/integrations', () => ({
    integrations,
    availableProviders: [gmail.provider],
  }));
}

function discovers(
  counts: Record<string, number>,
  more?: Partial<EndpointResponse<'GET /api/accounts/discover'>>,
) {
  mockEndpoint('GET /api/accounts/discover', ({ query }) => {
    expect(query).toEqual({ days: '14', progress: 'true' });
    const domains = Object.entries(counts).map(([domain, activityCount]) => ({
      domain,
      activityCount,
    }));
    return { domains, ...more };
  });
}

const open = (path: string) => renderApp(path, { as: sampleUser(), workspaces: [] });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('says that it checks the connection', async () => {
  mockEndpoint('GET /api/integrations', neverResponds);
  open(WIZARD);
  expect(await screen.findByRole('heading', { name: 'Checking Gmail connection...' })).toBeTruthy();
});

test.each([
  ['there is none', () => ({ integrations: [], availableProviders: [] })],
  [
    'it needs a new grant',
    () => ({
      integrations: [{ ...gmail, needsReauth: true }],
      availableProviders: [],
    }),
  ],
  ['it cannot be checked', () => failure('FORBIDDEN', 'No')],
])('asks to connect Gmail when %s', async (_, reply) => {
  mockEndpoint('GET /api/integrations', reply);
  const { user, address } = open(WIZARD);
  expect(await screen.findByRole('heading', { name: 'Connect Your Gmail' })).toBeTruthy();
  expect(
    screen.getByText('We never read email content or store sensitive information.'),
  ).toBeTruthy();
  await user.click(await button('Connect Gmail'));
  await waitFor(() => expect(address()).toBe('/integrations'));
});

test('says what is stored afterwards where the server offers the preview of it', async () => {
  serveAtLevel('full');
  mockEndpoint('GET /api/integrations', () => ({ integrations: [], availableProviders: [] }));
  open(WIZARD);
  expect(await screen.findByText(/emails and meetings are stored with their text/)).toBeTruthy();
});

test('leads back from the integrations, straight to the discovery', async () => {
  connectedAs();
  const { user, address } = open(WIZARD);
  await user.click(await button('Connect Gmail'));
  expect(await screen.findByText('Connect Gmail to import accounts.')).toBeTruthy();
  connectedAs({ ...gmail, progress: { phase: 'waiting', processed: 0, total: null } });
  discovers({ 'acme.com': 2 });
  expect(address()).toBe('/integrations');
  // As after the return from Google: the page is new, the tab is the same.
  cleanup();
  const again = renderApp('/integrations', { as: sampleUser() });
  await again.user.click(await screen.findByRole('link', { name: 'Continue Import' }));
  await waitFor(() => expect(again.address()).toBe(`${WIZARD}?step=2`));
  expect(await screen.findByText('Discovery Complete!')).toBeTruthy();
  expect(sessionStorage.length).toBe(0);
});

test('goes through all three steps', async () => {
  connectedAs(gmail);
  discovers({ 'one.com': 1, 'most.com': 40, 'two.com': 2, 'three.com': 3, 'four.com': 4 });
  const { user, address } = open(WIZARD);
  expect(await screen.findByText('Gmail Connected!')).toBeTruthy();
  await user.click(await button('Continue to Discovery'));
  expect(await screen.findByText('Discovery Complete!')).toBeTruthy();
  expect(
    screen.getByText('Found 5 potential accounts from 50 email activities in the last 14 days.'),
  ).toBeTruthy();
  const top = within(screen.getByRole('region', { name: 'Discovery Complete!' })).getAllByRole(
    'listitem',
  );
  expect(top.map((item) => item.textContent)).toEqual([
    'most.com40 activities',
    'four.com4 activities',
    'three.com3 activities',
  ]);
  expect(screen.getByText('+2 more domains')).toBeTruthy();
  await user.click(await button('Select Accounts'));
  expect((await button('Import 0 Domains')).disabled).toBe(true);
  await user.click(await button('Select All'));
  expect(screen.getByText('5 of 5 selected')).toBeTruthy();
  await user.click(await button('Deselect All'));
  await user.click(screen.getByRole('checkbox', { name: /most\.com/ }));
  expect(screen.getByText('1 of 5 selected')).toBeTruthy();
  const imports: unknown[] = [];
  mockEndpoint('POST /api/accounts/import', ({ body }) => {
    imports.push(body);
    const domain = { id: sampleId(), domain: 'most.com', addedAt: '2026-11-20T09:00:00Z' };
    return { results: [{ domain }] };
  });
  const importing = await button('Import 1 Domain');
  act(() => [1, 2].forEach(() => importing.click()));
  expect(await screen.findByText('Import Successful!')).toBeTruthy();
  expect(imports).toEqual([{ domains: ['most.com'], source: 'discovered' }]);
  expect(
    screen.getByText('Successfully imported 1 domain to your personal tracking.'),
  ).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'View Import Preferences' }));
  await waitFor(() => expect(address()).toBe('/import-preferences'));
});

test('shows the step, and goes back one at a time, also from the last', async () => {
  connectedAs(gmail);
  discovers({ 'one.com': 1 });
  mockEndpoint('POST /api/accounts/import', () => ({ results: [] }));
  const { user, goBack } = open(WIZARD);
  await user.click(await button('Continue to Discovery'));
  await user.click(await button('Select Accounts'));
  const current = () => document.querySelector('[aria-current="step"]')?.textContent;
  expect(current()).toContain('Import Accounts');
  await user.click(screen.getByRole('checkbox'));
  await user.click(await button('Back'));
  expect(current()).toContain('Discover Accounts');
  const select = await button('Select Accounts');
  act(() => [1, 2].forEach(() => select.click()));
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  await user.click(await button('Import 1 Domain'));
  expect(await screen.findByText('Import Successful!')).toBeTruthy();
  await goBack();
  // To pick more.
  await user.click(await button('Select Accounts'));
  expect(await button('Import 0 Domains')).toBeTruthy();
  await user.click(await button('Back'));
  await user.click(await button('Back'));
  expect(current()).toContain('Connect to Gmail');
});

test('step 3 begins with the discovery when nothing is known yet', async () => {
  discovers({ 'one.com': 1 });
  open(`${WIZARD}?step=3`);
  expect(await screen.findByText('Select Domains to Import')).toBeTruthy();
});

test('shows what would be imported before anything is written', async () => {
  mockEndpoint('GET /api/accounts/discover', () => ({
    domains: [
      { domain: 'one.com', activityCount: 1, sampleNames: ['Ann'], sampleEmails: ['ann@one.com'] },
      { domain: 'most.com', activityCount: 1200, sampleNames: ['Bo', 'Cy', 'Di'] },
      { domain: 'old.com', activityCount: 7, sampleEmails: ['info@old.com'] },
    ],
    backfillDays: 84,
  }));
  tracks('old.com');
  const { user } = open(`${WIZARD}?step=2`);
  await user.click(await button('Select Accounts'));
  expect(screen.getByText(/^Nothing is saved until you import/)).toBeTruthy();
  expect(await screen.findByText('1 domain already tracked. No change.')).toBeTruthy();
  const cards = () => screen.getAllByRole<HTMLInputElement>('checkbox');
  expect(cards().map(({ disabled }) => disabled)).toEqual([false, false, true]);
  expect(screen.getByRole('checkbox', { name: /old\.com Tracked/ })).toBeTruthy();
  await user.click(await button('Select All'));
  expect(screen.getByText('2 of 2 selected')).toBeTruthy();
  expect(
    screen.getByText('2 domains would import 1,201 activities').parentElement?.textContent,
  ).toBe('2 domains would import 1,201 activities of the last 14 days with Bo, Cy, Di, Ann.');
  expect(
    screen.getByText('After the import, we sync their activity of the last 12 weeks.'),
  ).toBeTruthy();
  mockEndpoint('POST /api/accounts/import', ({ body }) => {
    expect(body).toEqual({ domains: ['most.com', 'one.com'], source: 'discovered' });
    return { results: [] };
  });
  await user.click(await button('Import 2 Domains'));
  expect(await screen.findByText('Import Successful!')).toBeTruthy();
});

test('counts what would be imported from the weeks that an import reads, and shows the progress', async () => {
  discovers({ 'one.com': 1, 'most.com': 12 });
  let counted: string[] = ['most.com'];
  mockEndpoint('POST /api/accounts/preview', ({ body }) => {
    const { domains } = body as { domains: string[] };
    expect(domains).toEqual(['most.com', 'one.com']);
    return {
      domains: domains.map((domain) => ({
        domain,
        activityCount: domain === 'one.com' ? 34 : 1_200,
        isCounted: counted.includes(domain),
      })),
      state: counted.length === domains.length ? ('done' as const) : ('running' as const),
      isEstimate: true,
      backfillDays: 84,
    };
  });
  const { user } = open(`${WIZARD}?step=2`);
  await user.click(await button('Select Accounts'));
  await user.click(await button('Select All'));
  expect(
    await screen.findByText('Counting activity of the last 12 weeks: 1 of 2 domains…'),
  ).toBeTruthy();
  expect(screen.getByText('2 domains would import 13 activities')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: /most\.com about 1,200 in 12 weeks/ })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: /one\.com 1 activity/ })).toBeTruthy();
  counted = ['most.com', 'one.com'];
  const whole = await screen.findByText('2 domains would import about 1,234 activities');
  expect(whole.parentElement?.textContent).toMatch(/ of the last 12 weeks/);
  expect(screen.getByRole('checkbox', { name: /one\.com about 34 in 12 weeks/ })).toBeTruthy();
  expect(screen.queryByText(/^Counting/)).toBeNull();
});

test('says why the import cannot be counted', async () => {
  discovers({ 'one.com': 1 });
  mockEndpoint('POST /api/accounts/preview', () => ({
    domains: [{ domain: 'one.com', activityCount: 0, isCounted: false }],
    state: 'failed' as const,
    isEstimate: true,
    backfillDays: 84,
    message: 'Gmail has to be connected again.',
  }));
  const { user } = open(`${WIZARD}?step=2`);
  await user.click(await button('Select Accounts'));
  await user.click(screen.getByRole('checkbox'));
  expect(
    await screen.findByText('Counting stopped early: Gmail has to be connected again.'),
  ).toBeTruthy();
  expect(screen.getByText('1 domain would import 1 activity')).toBeTruthy();
});

test('shows a long list in parts, and selects all of it', async () => {
  discovers(Object.fromEntries(Array.from({ length: 401 }, (_, n) => [`c${n}.example`, 1])));
  const { user } = open(`${WIZARD}?step=2`);
  await user.click(await button('Select Accounts'));
  expect(screen.getAllByRole('checkbox')).toHaveLength(300);
  await user.click(await button('Select All'));
  expect(screen.getByText('401 of 401 selected')).toBeTruthy();
  await user.click(await button('Show 101 more domains'));
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(401);
}, 30_000);

test('says how many domains are not listed', async () => {
  discovers({ 'one.com': 1 }, { domainCount: 2_202 });
  const { user } = open(`${WIZARD}?step=2`);
  await user.click(await button('Select Accounts'));
  const text = '2,201 domains with fewer emails are not listed.';
  expect(await screen.findByText(text, { exact: false })).toBeTruthy();
});

test('lists the excluded domains with the reason', async () => {
  discovers(
    { 'one.com': 1 },
    {
      excluded: {
        total: 203,
        domains: [
          { domain: 'gmail.com', reason: 'free-mail', activityCount: 12 },
          { domain: 'northwind.example', reason: 'own-domain', activityCount: 9 },
          { domain: 'lists.example.org', reason: 'list', activityCount: 1 },
        ],
      },
    },
  );
  const { user } = open(`${WIZARD}?step=2`);
  await user.click(await button('Select Accounts'));
  await user.click(screen.getByText('203 domains excluded'));
  const reasons = screen.getAllByRole('definition').map((list) => list.textContent);
  expect(reasons).toEqual([
    'gmail.com12 activities',
    'northwind.example9 activities',
    'lists.example.org1 activity',
  ]);
  expect(screen.getByText('Common email providers')).toBeTruthy();
  expect(screen.getByText('Your own domain')).toBeTruthy();
  expect(screen.getByText('Mailing lists')).toBeTruthy();
  expect(screen.getByText('and 200 more domains')).toBeTruthy();
});

test('finds only domains that are excluded', async () => {
  discovers(
    {},
    {
      excluded: {
        total: 1,
        domains: [{ domain: 'web.de', reason: 'free-mail', activityCount: 2 }],
      },
    },
  );
  open(`${WIZARD}?step=2`);
  expect((await button('No Accounts Found')).disabled).toBe(true);
  expect(screen.getByText('1 domain excluded')).toBeTruthy();
});

test('resumes where the wizard was left, with the selection', async () => {
  discovers({ 'one.com': 1, 'two.com': 1 });
  const { user, address } = open(`${WIZARD}?step=2`);
  await user.click(await button('Select Accounts'));
  await user.click(screen.getByRole('checkbox', { name: /two\.com/ }));
  await user.click(screen.getByRole('link', { name: 'Back to Import Preferences' }));
  await waitFor(() => expect(address()).toBe('/import-preferences'));
  connectedAs(gmail);
  await user.click(await screen.findByRole('link', { name: 'Import from Gmail' }));
  await user.click(await button('Continue to Discovery'));
  await user.click(await button('Select Accounts'));
  expect(screen.getByText('1 of 2 selected')).toBeTruthy();
});

test('finds no domains', async () => {
  discovers({});
  open(`${WIZARD}?step=2`);
  expect((await button('No Accounts Found')).disabled).toBe(true);
});

test('shows how far a long discovery is, until it is done', async () => {
  discovers({ 'one.com': 1 }, { progress: { state: 'running', processed: 1240, total: 3000 } });
  open(`${WIZARD}?step=2`);
  expect(await screen.findByText('1,240 of 3,000 emails read')).toBeTruthy();
  expect(screen.getByText('Scanning your Gmail activity from the last 14 days...')).toBeTruthy();
  expect(screen.getByText('1 domain so far')).toBeTruthy();
  discovers(
    { 'one.com': 1, 'two.com': 1 },
    { progress: { state: 'done', processed: 3000, total: 3000 } },
  );
  expect(await screen.findByText('Discovery Complete!')).toBeTruthy();
});

const failed = { state: 'failed' as const, processed: 3, total: 9, message: 'Gmail closed' };

test.each([
  [
    'the network fails',
    () => brokenConnection(),
    'Network error occurred while discovering domains',
  ],
  ['the server gives no reason', () => failure('FORBIDDEN', ''), 'Failed to discover domains'],
  [
    'the server gives a reason',
    () => failure('CONFLICT', 'Connect Gmail first'),
    'Connect Gmail first',
  ],
  ['it breaks off', () => ({ domains: [], progress: failed }), 'Gmail closed'],
])('tries the discovery again when %s', async (_, reply, message) => {
  mockEndpoint('GET /api/accounts/discover', reply);
  const { user } = open(`${WIZARD}?step=2`);
  expect(await screen.findByText('Discovery Failed')).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
  discovers({ 'one.com': 1 });
  await user.click(await button('Try Again'));
  expect(await screen.findByText('Discovery Complete!')).toBeTruthy();
});

test('names what an import failed for, and tries again', async () => {
  discovers({ 'one.com': 2, 'two.com': 1 });
  const { user } = open(`${WIZARD}?step=2`);
  await user.click(await button('Select Accounts'));
  await user.click(await button('Select All'));
  mockEndpoint('POST /api/accounts/import', () =>
    failure('VALIDATION_FAILED', 'Invalid domain', [{ field: 'domains.1', message: 'no' }]),
  );
  await user.click(await button('Import 2 Domains'));
  expect(await screen.findByText('Import Failed')).toBeTruthy();
  expect(screen.getByText('Invalid domain')).toBeTruthy();
  expect(screen.getByText('two.com')).toBeTruthy();
  expect(screen.queryByText('one.com')).toBeNull();
  await user.click(await button('Back'));
  expect(await screen.findByText('2 of 2 selected')).toBeTruthy();
  mockEndpoint('POST /api/accounts/import', () => brokenConnection());
  await user.click(await button('Import 2 Domains'));
  expect(await screen.findByText('Failed to import accounts')).toBeTruthy();
  mockEndpoint('POST /api/accounts/import', neverResponds);
  await user.click(await button('Try Again'));
  expect((await button('Importing...')).disabled).toBe(true);
});

test('names from outside are text, wherever they appear', async () => {
  const markup = '<img src=x onerror="document.title=`broken`">';
  mockEndpoint('GET /api/accounts/discover', () => ({
    domains: [
      {
        domain: `${markup}.example`,
        activityCount: 3,
        sampleNames: [markup, '\u202Eevil', markup],
      },
    ],
    excluded: {
      total: 1,
      domains: [{ domain: markup, reason: 'list' as const, activityCount: 1 }],
    },
  }));
  const { user } = open(`${WIZARD}?step=2`);
  expect(await screen.findByText(`${markup}.example`)).toBeTruthy();
  await expectAccessible();
  await user.click(await button('Select Accounts'));
  await user.click(await button('Select All'));
  await user.click(screen.getByText('1 domain excluded'));
  expect(screen.getByRole('definition').textContent).toContain(markup);
  expect(document.querySelector('main img')).toBeNull();
  await expectAccessible();
});
