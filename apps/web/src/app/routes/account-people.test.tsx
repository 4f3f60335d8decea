import type { EndpointResponse } from '@repo/contract/endpoints';
import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

type Contact = EndpointResponse<'GET /api/accounts/{accountId}/people'>['people'][number];

const workspace = sampleWorkspace('Sales');
const me = sampleUser({ name: 'Ben', email: 'ben@home.example' });
const accountId = sampleId();
const at = `/northwind/sales/accounts/${accountId}/people`;
const today = businessDayOf(new Date());

const ana = {
  name: 'Ana',
  email: 'ana@home.example',
  label: 'regular',
  firstDay: addDays(today, -80),
  lastDay: addDays(today, -3),
  days: 20,
  recentDays: 12,
  directMails: 9,
  answeredMails: 7,
} as const;

const contact = (given: Partial<Contact> = {}): Contact => ({
  id: sampleId(),
  name: 'Lee Chen',
  addresses: ['lee@acme.com'],
  hidden: null,
  hiddenBy: '',
  firstDay: addDays(today, -80),
  lastDay: addDays(today, -3),
  lastDayByUs: addDays(today, -3),
  lastDayByThem: addDays(today, -5),
  days: 21,
  recentDays: 12,
  daysBefore: 20,
  isGoingQuiet: false,
  quietDismissal: null,
  colleagues: [ana],
  ...given,
});

const lee = contact();
const kim = contact({
  name: '',
  addresses: ['kim@acme.com'],
  lastDay: addDays(today, -43),
  daysBefore: 9,
  isGoingQuiet: true,
  colleagues: [],
});

beforeEach(() => {
  mockEndpoint('GET /api/accounts/{accountId}', () => ({
    workspaceAccount: {
      id: accountId,
      workspaceId: workspace.id,
      name: 'Acme',
      domain: 'acme.com',
      faviconUrl: '',
      createdAt: '2026-01-05T09:00:00.000Z',
      discoveredByUser: null,
      activityCount: 3,
    },
  }));
  mockEndpoint('GET /api/accounts/{accountId}/people', ({ query }) =>
    query['hidden'] === 'true' ? { people: [], total: 0 } : { people: [lee, kim], total: 2 },
  );
});

const open = (address = at) => renderApp(address, { as: me, workspaces: [workspace] });
const rowOf = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('li') as HTMLElement;

test('a person comes with the colleague to ask and the evidence', async () => {
  open();
  const row = await rowOf('Lee Chen');
  expect(row.textContent).toContain(
    'AnaRegular12 days in touch in 6 weeks, last 3 days ago · answered 7 of 9 emails in 26 weeks',
  );
  const request = within(row).getByRole('link', {
    name: 'Ask for an Introduction to Lee Chen, by mail to Ana',
  });
  expect(request.getAttribute('href')).toMatch(
    /^mailto:ana@home\.example\?subject=Introduction%20to%20Lee%20Chen&body=Hi%20Ana%2C%0D%0A/,
  );
  expect(within(row).getByRole('link', { name: 'Ana' }).getAttribute('href')).toContain(
    `/people/${lee.id}?colleague=ana%40home.example`,
  );
  expect((await rowOf('kim@acme.com')).textContent).toContain(
    'No contact for 6 weeks; before, 9 days in 12 weeks',
  );
  await expectAccessible();
});

test('no one is asked to introduce themselves', async () => {
  mockEndpoint('GET /api/accounts/{accountId}/people', () => ({
    people: [contact({ colleagues: [{ ...ana, name: 'Ben', email: me.email }, ana] })],
    total: 1,
  }));
  open();
  const row = await rowOf('Lee Chen');
  expect(
    within(row).getByRole('list', { name: 'Other colleagues who know Lee Chen' }),
  ).toBeTruthy();
  expect(within(row).queryByRole('link', { name: /^Ask for an Introduction/ })).toBeNull();
});

const people = '/api/workspaces/{workspaceId}/people/{personId}';

test('people can be hidden, which can be undone', async () => {
  const sent: unknown[] = [];
  mockEndpoint(`PUT ${people}/visibility`, ({ body }) => {
    sent.push(body);
    return {};
  });
  const { user } = open();
  const row = await rowOf('Lee Chen');
  await user.click(within(row).getByRole('button', { name: 'Actions for Lee Chen' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Hide' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toEqual([{ isHidden: true }, { isHidden: null }]));
});

test('the focus stays among the people when the row of a person goes', async () => {
  let isHidden = false;
  mockEndpoint('GET /api/accounts/{accountId}/people', () =>
    isHidden ? { people: [kim], total: 1 } : { people: [lee, kim], total: 2 },
  );
  mockEndpoint(`PUT ${people}/visibility`, () => {
    isHidden = true;
    return {};
  });
  const { user } = open();
  const row = await rowOf('Lee Chen');
  within(row).getByRole('button', { name: 'Actions for Lee Chen' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menuitem', { name: 'Hide' });
  await user.keyboard('{End}{Enter}');
  await waitFor(() => expect(row.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'People' }));
});

test('a person is merged with one found among all people of the account', async () => {
  const far = contact({ name: 'Zoe Far', addresses: ['zoe@acme.com'] });
  const searched: unknown[] = [];
  mockEndpoint('GET /api/accounts/{accountId}/people', ({ query }) => {
    searched.push(query['search']);
    const found = query['search'] === 'zoe' ? [far] : [lee, kim];
    return { people: found, total: found.length };
  });
  const sent: unknown[] = [];
  mockEndpoint(`POST ${people}/merge`, ({ body, params }) => {
    sent.push([params['personId'], body]);
    return {};
  });
  mockEndpoint(`POST ${people}/separate`, ({ body }) => {
    sent.push(body);
    return { othersId: lee.id };
  });
  const { user } = open();
  const row = await rowOf('Lee Chen');
  await user.click(within(row).getByRole('button', { name: 'Actions for Lee Chen' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Merge with Another Person...' }));
  const field = await screen.findByRole('combobox', {
    name: 'Who is the same person as Lee Chen?',
  });
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'kim@acme.com',
  ]);
  await user.type(field, 'zoe');
  await screen.findByRole('option', { name: /Zoe Far/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent).toEqual([[lee.id, { otherId: far.id }]]));
  expect(searched).toContain('zoe');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent[1]).toEqual({ address: 'zoe@acme.com' }));
});

test('a person who is going quiet can be dismissed for a time, and named again', async () => {
  const sent: unknown[] = [];
  let dismissal: Contact['quietDismissal'] = null;
  mockEndpoint('GET /api/accounts/{accountId}/people', ({ query }) => {
    const quiet = { ...kim, isGoingQuiet: dismissal === null, quietDismissal: dismissal };
    const listed = query['goingQuiet'] === 'true' ? [quiet] : [lee, quiet];
    return { people: listed, total: listed.length };
  });
  mockEndpoint(`PUT ${people}/quiet-dismissal`, ({ body, params }) => {
    const { until } = body as { until: string | null };
    sent.push([params['personId'], until]);
    dismissal = until === null ? null : { until, by: 'Ben' };
    return {};
  });
  const { user } = open(`${at}?view=quiet`);
  const list = await screen.findByRole('list', { name: 'People going quiet' });
  expect(within(list).queryByRole('link', { name: 'Lee Chen' })).toBeNull();
  await expectAccessible();
  await user.click(
    within(list).getByRole('button', { name: 'Dismiss that kim@acme.com is going quiet' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'For 1 month' }));
  expect((await within(list).findByText(/^Not listed as going quiet until/)).textContent).toContain(
    ', dismissed by Ben',
  );
  await user.click(within(list).getByRole('button', { name: 'Show Again' }));
  expect(
    await within(list).findByText('No contact for 6 weeks; before, 9 days in 12 weeks'),
  ).toBeTruthy();
  expect(sent).toEqual([
    [kim.id, addDays(today, 30)],
    [kim.id, null],
  ]);
});

test('who hid a person is said among the hidden people', async () => {
  mockEndpoint('GET /api/accounts/{accountId}/people', () => ({
    people: [
      contact({ hidden: 'by-hand', hiddenBy: 'Ben' }),
      contact({ name: 'News', hidden: 'automated' }),
      contact({ name: 'Max', hidden: 'colleague' }),
    ],
    total: 3,
  }));
  open(`${at}?view=hidden`);
  expect((await rowOf('Lee Chen')).textContent).toContain('Hidden by Ben');
  expect((await rowOf('News')).textContent).toContain('Automated address');
  expect((await rowOf('Max')).textContent).toContain('Member of this workspace');
  expect(screen.queryByRole('button', { name: 'Actions for Max' })).toBeNull();
});

test('many people are searched and paged, and the address keeps both', async () => {
  const asked: unknown[] = [];
  mockEndpoint('GET /api/accounts/{accountId}/people', ({ query }) => {
    asked.push([query['search'], query['offset']]);
    return query['search'] === 'nobody'
      ? { people: [], total: 0 }
      : { people: [lee], total: 10_000 };
  });
  const { user } = open(`${at}?page=3`);
  await rowOf('Lee Chen');
  expect(asked.at(-1)).toEqual([undefined, '50']);
  expect(screen.getByText('Page 3 of 400')).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'nobody');
  expect(await screen.findByText('Nobody matches "nobody".')).toBeTruthy();
  expect(asked.at(-1)).toEqual(['nobody', '0']);
  await user.click(screen.getByRole('button', { name: 'Show All People' }));
  await rowOf('Lee Chen');
});

test('people that cannot be fetched are requested again', async () => {
  mockEndpoint('GET /api/accounts/{accountId}/people', () =>
    failure('UNKNOWN_ERROR', 'Out of order'),
  );
  const { user } = open();
  const again = await screen.findByRole('button', { name: 'Try Again' });
  await expectAccessible();
  mockEndpoint('GET /api/accounts/{accountId}/people', () => ({ people: [lee], total: 1 }));
  await user.click(again);
  expect(await rowOf('Lee Chen')).toBeTruthy();
});

test('the network is a picture whose lines are links, and a table', async () => {
  const facts = { recentDays: 12, lastDay: addDays(today, -3) };
  mockEndpoint('GET /api/accounts/{accountId}/network', () => ({
    colleagues: [
      { name: 'Ana', email: 'ana@home.example' },
      { name: '', email: 'bo@home.example' },
    ],
    people: [{ id: lee.id, name: 'Lee Chen', address: 'lee@acme.com' }],
    ties: [
      { colleague: 0, person: 0, label: 'strong' as const, ...facts },
      { colleague: 1, person: 0, label: 'weak' as const, ...facts },
    ],
    total: 1,
  }));
  const { user } = open(`${at}?view=network`);
  const sentence = '12 days in touch in 6 weeks, last 3 days ago';
  const line = await screen.findByRole('link', { name: `Ana and Lee Chen: strong, ${sentence}` });
  expect(line.getAttribute('href')).toContain(`/people/${lee.id}?colleague=ana%40home.example`);
  const table = screen.getByRole('table', { name: 'Who knows whom at Acme, as a table' });
  expect(within(table).getAllByRole('row')[1]?.textContent).toBe(`Lee ChenAnaStrong${sentence}`);
  await expectAccessible();
  // All lines are one tab stop.
  const other = screen.getByRole('link', { name: /^bo@home.example and Lee Chen: weak/ });
  expect([line.getAttribute('tabindex'), other.getAttribute('tabindex')]).toEqual(['0', '-1']);
  line.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(other);
  expect(line.getAttribute('tabindex')).toBe('-1');
  await user.keyboard('{ArrowDown}{Home}');
  expect(document.activeElement).toBe(line);
});

test('an account that is not of this workspace has no people', async () => {
  mockEndpoint('GET /api/accounts/{accountId}', () => failure('NOT_FOUND', 'Account not found'));
  open();
  expect(await screen.findByRole('heading', { name: 'Account Not Found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Accounts' })).toBeTruthy();
});

test('an account without people says what will be there', async () => {
  mockEndpoint('GET /api/accounts/{accountId}/people', () => ({ people: [], total: 0 }));
  open();
  expect(await screen.findByText('No people yet')).toBeTruthy();
});

test('a person has a page with what happened in all accounts', async () => {
  mockEndpoint('GET /api/workspaces/{workspaceId}/people/{personId}', () => ({
    person: {
      id: lee.id,
      name: 'Lee Chen',
      addresses: ['lee@acme.com', 'lee@old.acme.com'],
      merged: [{ address: 'lee@old.acme.com', by: 'Ana' }],
      accounts: [{ id: accountId, name: 'Acme', contact: lee }],
    },
  }));
  const asked: unknown[] = [];
  mockEndpoint('GET /api/workspaces/{workspaceId}/people/{personId}/timeline', ({ query }) => {
    asked.push(query['colleague']);
    return {
      activities: [
        {
          id: sampleId(),
          type: 'email' as const,
          title: 'Pricing',
          summary: '',
          occurredAt: new Date().toISOString(),
          side: 'both' as const,
          user: ana,
          contributors: [],
          participants: [],
          accountId,
          accountName: 'Acme',
        },
      ],
    };
  });
  const separated: unknown[] = [];
  mockEndpoint('POST /api/workspaces/{workspaceId}/people/{personId}/separate', ({ body }) => {
    separated.push(body);
    return { othersId: lee.id };
  });
  const { user } = open(`/northwind/sales/people/${lee.id}?colleague=ana%40home.example`);
  expect(await screen.findByRole('heading', { name: 'Activities with Ana' })).toBeTruthy();
  const activity = await screen.findByRole('link', { name: /Pricing/ });
  expect(activity.getAttribute('href')).toContain(`/accounts/${accountId}?activity=`);
  expect(asked).toEqual(['ana@home.example']);
  expect(screen.getByText('lee@old.acme.com was merged by Ana')).toBeTruthy();
  await expectAccessible();

  await user.click(screen.getByRole('button', { name: 'Show All' }));
  await waitFor(() => expect(asked).toEqual(['ana@home.example', undefined]));
  await user.click(screen.getByRole('button', { name: 'Separate lee@old.acme.com from Lee Chen' }));
  await waitFor(() => expect(separated).toEqual([{ address: 'lee@old.acme.com' }]));
});

const onePerson = (addresses: string[]) => ({
  person: {
    id: lee.id,
    name: 'Lee Chen',
    addresses,
    merged: [],
    accounts: [{ id: accountId, name: 'Acme', contact: lee }],
  },
});

test('a person with forty addresses does not begin with a page of them', async () => {
  const addresses = Array.from({ length: 40 }, (_, index) => `lee${index}@acme.com`);
  mockEndpoint('GET /api/workspaces/{workspaceId}/people/{personId}', () => onePerson(addresses));
  mockEndpoint(`GET ${people}/timeline`, () => ({ activities: [] }));
  const { user } = open(`/northwind/sales/people/${lee.id}`);
  const section = within(await screen.findByRole('region', { name: 'Addresses' }));
  expect(section.getAllByRole('link')).toHaveLength(8);
  await user.click(section.getByRole('button', { name: 'Show 32 more addresses' }));
  expect(section.getAllByRole('link')).toHaveLength(40);
});

test('a person who is not there is told from one that could not be loaded', async () => {
  const path = 'GET /api/workspaces/{workspaceId}/people/{personId}';
  mockEndpoint(path, () => failure('UNKNOWN_ERROR', 'Out of order'));
  mockEndpoint(`GET ${people}/timeline`, () => ({ activities: [] }));
  const { user } = open(`/northwind/sales/people/${lee.id}`);
  expect(
    await screen.findByRole('heading', { name: 'This person could not be loaded' }),
  ).toBeTruthy();
  mockEndpoint(path, () => failure('NOT_FOUND', 'Person not found'));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Person Not Found' })).toBeTruthy();
  await expectAccessible();
});

test('separating the address that a person is named after leads to the others', async () => {
  const others = sampleId();
  mockEndpoint('GET /api/workspaces/{workspaceId}/people/{personId}', ({ params }) => ({
    person: {
      id: params['personId'] ?? '',
      name: params['personId'] === others ? 'The Others' : 'Lee Chen',
      addresses: ['lee@acme.com', 'lee@old.acme.com'],
      merged: [],
      accounts: [{ id: accountId, name: 'Acme', contact: lee }],
    },
  }));
  mockEndpoint(`GET ${people}/timeline`, () => ({ activities: [] }));
  mockEndpoint(`POST ${people}/separate`, () => ({ othersId: others }));
  const { user } = open(`/northwind/sales/people/${lee.id}`);
  await user.click(
    await screen.findByRole('button', { name: 'Separate lee@acme.com from Lee Chen' }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'The Others' })).toBeTruthy();
});
