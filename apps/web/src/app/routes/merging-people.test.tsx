import type { EndpointResponse } from '@repo/contract/endpoints';
import { businessDayOf } from '@repo/domain/time/business-day';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

type Person = EndpointResponse<'GET /api/workspaces/{workspaceId}/people/{personId}'>['person'];
type Contact = Person['accounts'][number]['contact'];

const people = '/api/workspaces/{workspaceId}/people/{personId}' as const;
const workspace = sampleWorkspace('Sales');
const accountId = sampleId();
const today = businessDayOf(new Date());

const contact = (name: string, address: string): Contact => ({
  id: sampleId(),
  name,
  addresses: [address],
  hidden: null,
  hiddenBy: '',
  firstDay: today,
  lastDay: today,
  lastDayByUs: today,
  lastDayByThem: today,
  days: 1,
  recentDays: 1,
  daysBefore: 1,
  isGoingQuiet: false,
  quietDismissal: null,
  colleagues: [],
});
const lee = contact('Lee Chen', 'lee@old.example');
const kim = contact('Kim', 'kim@old.example');
const found = (name: string, address: string, account: string, isLikely = false) => ({
  id: sampleId(),
  name,
  addresses: [address],
  isLikely,
  accounts: [account],
  lastDay: null,
});
const moved = found('Lee Chen', 'lee@new.example', 'New Example', true);
const zoe = found('Zoe', 'zoe@far.example', 'Far Example');

const person = (id: string, given: Partial<Person> = {}): Person => ({
  id,
  name: 'Lee Chen',
  addresses: ['lee@old.example'],
  merged: [],
  accounts: [{ id: accountId, name: 'Old Example', contact: lee }],
  ...given,
});

let searches: unknown[];
let merges: unknown[];
beforeEach(() => {
  searches = [];
  merges = [];
  mockEndpoint('GET /api/workspaces/{workspaceId}/people/{personId}', ({ params }) => ({
    person: person(params['personId'] ?? ''),
  }));
  mockEndpoint(`GET ${people}/timeline`, () => ({ activities: [] }));
  mockEndpoint('GET /api/accounts/{accountId}/people', ({ query }) =>
    query['search'] === undefined ? { people: [lee, kim], total: 2 } : { people: [], total: 0 },
  );
  mockEndpoint('GET /api/workspaces/{workspaceId}/people', ({ query }) => {
    searches.push(query);
    return { people: query['search'] === undefined ? [moved] : [zoe] };
  });
  mockEndpoint(`POST ${people}/merge`, ({ body, params }) => {
    merges.push([params['personId'], body]);
    return {};
  });
});

async function openDialog() {
  const rendered = renderApp(`/northwind/sales/people/${lee.id}`, {
    as: sampleUser({}),
    workspaces: [workspace],
  });
  const { user } = rendered;
  await user.click(await screen.findByRole('button', { name: 'Actions for Lee Chen' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Merge with Another Person...' }));
  const field = await screen.findByRole('combobox', {
    name: 'Who is the same person as Lee Chen?',
  });
  return { ...rendered, field };
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('those who are likely the same come before the people of the account', async () => {
  serveAtLevel('full');
  const { user } = await openDialog();
  await waitFor(() =>
    expect(options()).toEqual(['Lee ChenNew Example · lee@new.example', 'Kimkim@old.example']),
  );
  expect(searches).toEqual([{ like: lee.id }]);
  await expectAccessible();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(merges).toEqual([[lee.id, { otherId: moved.id }]]));
});

test('a person of another account is found by name and merged by keyboard', async () => {
  serveAtLevel('full');
  const { user, field } = await openDialog();
  await user.type(field, 'zoe');
  await waitFor(() => expect(options()).toEqual(['ZoeFar Example · zoe@far.example']));
  expect(searches).toContainEqual({ like: lee.id, search: 'zoe' });
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(merges).toEqual([[lee.id, { otherId: zoe.id }]]));
});

test('a failed search of the workspace still offers the people of the account', async () => {
  serveAtLevel('full');
  mockEndpoint('GET /api/workspaces/{workspaceId}/people', () =>
    failure('UNKNOWN_ERROR', 'Out of order'),
  );
  const { user, field } = await openDialog();
  await waitFor(() => expect(options()).toEqual(['Kimkim@old.example']));
  await user.type(field, 'zoe');
  expect(await screen.findByText('Out of order')).toBeTruthy();
});

test('the address of a person who was merged leads to the one who has it', async () => {
  const holder = sampleId();
  mockEndpoint('GET /api/workspaces/{workspaceId}/people/{personId}', () => ({
    person: person(holder, { name: 'Lee of Both' }),
  }));
  const timelines: unknown[] = [];
  mockEndpoint(`GET ${people}/timeline`, ({ params, query }) => {
    timelines.push([params['personId'], query['colleague']]);
    return { activities: [] };
  });
  const link = `/northwind/sales/people/${lee.id}?colleague=ana%40home.example`;
  const { address } = renderApp(link, { as: sampleUser({}), workspaces: [workspace] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Lee of Both' })).toBeTruthy();
  await waitFor(() => expect(timelines).toEqual([[holder, 'ana@home.example']]));
  expect(address()).toBe(`/northwind/sales/people/${holder}?colleague=ana%40home.example`);
});
