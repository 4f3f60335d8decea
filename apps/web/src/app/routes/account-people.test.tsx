import type { EndpointResponse } from '@repo/contract/endpoints';
import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint } from '../../../test/api.ts';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '../../../test/samples.ts';

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
  firstDay: addDays(today, -80),
  lastDay: addDays(today, -3),
  lastDayByUs: addDays(today, -3),
  lastDayByThem: addDays(today, -5),
  days: 21,
  recentDays: 12,
  daysBefore: 20,
  colleagues: [ana],
  ...given,
});

const lee = contact();
const kim = contact({
  name: '',
  addresses: ['kim@acme.com'],
  lastDay: addDays(today, -43),
  daysBefore: 9,
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
    'AnaRegularin touch on 12 days in 6 weeks, last 3 days ago · they answered 7 of 9 (26 weeks)',
  );
  const request = within(row).getByRole('link', {
    name: 'Ask for an introduction to Lee Chen, by mail to Ana',
  });
  expect(request.getAttribute('href')).toMatch(
    /^mailto:ana%40home\.example\?subject=Introduction%20to%20Lee%20Chen&body=/,
  );
  expect(within(row).getByRole('link', { name: 'Ana' }).getAttribute('href')).toContain(
    `/people/${lee.id}?colleague=ana%40home.example`,
  );
  expect((await rowOf('kim@acme.com')).textContent).toContain(
    'No contact for 6 weeks; before, 9 days in 12 weeks',
  );
  await expectAccessible();
});

test('people can be hidden and merged', async () => {
  const sent: [string, unknown][] = [];
  mockEndpoint(
    'PUT /api/workspaces/{workspaceId}/people/{personId}/visibility',
    ({ body, params }) => {
      sent.push([params['personId'] ?? '', body]);
      return {};
    },
  );
  mockEndpoint('POST /api/workspaces/{workspaceId}/people/{personId}/merge', ({ body, params }) => {
    sent.push([params['personId'] ?? '', body]);
    return {};
  });
  const { user } = open();
  const row = await rowOf('Lee Chen');
  await user.click(within(row).getByRole('button', { name: 'Actions for Lee Chen' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Hide' }));
  await waitFor(() => expect(sent).toEqual([[lee.id, { isHidden: true }]]));
  await user.click(within(row).getByRole('button', { name: 'Actions for Lee Chen' }));
  (await screen.findByRole('menuitem', { name: 'Is the same person as' })).focus();
  await user.keyboard('{ArrowRight}');
  await user.click(await screen.findByRole('menuitem', { name: 'kim@acme.com' }));
  await waitFor(() => expect(sent[1]).toEqual([lee.id, { otherId: kim.id }]));
});

test('the network is a picture whose lines are links, and a table', async () => {
  mockEndpoint('GET /api/accounts/{accountId}/network', () => ({
    colleagues: [{ name: 'Ana', email: 'ana@home.example' }],
    people: [{ id: lee.id, name: 'Lee Chen', address: 'lee@acme.com' }],
    ties: [{ colleague: 0, person: 0, label: 'strong' as const }],
    total: 1,
  }));
  open(`${at}?view=network`);
  const line = await screen.findByRole('link', { name: 'Ana and Lee Chen: strong' });
  expect(line.getAttribute('href')).toContain(`/people/${lee.id}?colleague=ana%40home.example`);
  const table = screen.getByRole('table', { name: 'Who knows whom at Acme, as a table' });
  expect(within(table).getAllByRole('row')[1]?.textContent).toBe('Lee ChenAnaStrong');
  await expectAccessible();
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
    return {};
  });
  const { user } = open(`/northwind/sales/people/${lee.id}?colleague=ana%40home.example`);
  expect(await screen.findByRole('heading', { name: 'Activities with Ana' })).toBeTruthy();
  const activity = await screen.findByRole('link', { name: /Pricing/ });
  expect(activity.getAttribute('href')).toContain(`/accounts/${accountId}?activity=`);
  expect(asked).toEqual(['ana@home.example']);

  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(asked).toEqual(['ana@home.example', undefined]));
  await user.click(screen.getByRole('button', { name: 'Separate lee@old.acme.com from Lee Chen' }));
  await waitFor(() => expect(separated).toEqual([{ address: 'lee@old.acme.com' }]));
});
