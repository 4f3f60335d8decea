import type { EndpointResponse } from '@repo/contract/endpoints';
import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

type QuietPerson =
  EndpointResponse<'GET /api/workspaces/{workspaceId}/quiet-people'>['people'][number];

const LIST = 'GET /api/workspaces/{workspaceId}/quiet-people';
const workspace = sampleWorkspace('Sales');
const today = businessDayOf(new Date());
const accountId = sampleId();

const lee: QuietPerson = {
  account: { id: accountId, name: 'Acme' },
  contact: {
    id: sampleId(),
    name: 'Lee Chen',
    addresses: ['lee@acme.com'],
    hidden: null,
    hiddenBy: '',
    firstDay: addDays(today, -90),
    lastDay: addDays(today, -45),
    lastDayByUs: addDays(today, -45),
    lastDayByThem: null,
    days: 12,
    recentDays: 0,
    daysBefore: 9,
    isGoingQuiet: true,
    quietDismissal: null,
    colleagues: [],
  },
};

const open = (address = '/northwind/sales/going-quiet') =>
  renderApp(address, { as: sampleUser(), workspaces: [workspace] });

test('everyone in the workspace who is going quiet, with the account, until dismissed', async () => {
  let isDismissed = false;
  mockEndpoint(LIST, () => (isDismissed ? { people: [], total: 0 } : { people: [lee], total: 1 }));
  const sent: unknown[] = [];
  mockEndpoint(
    'PUT /api/workspaces/{workspaceId}/people/{personId}/quiet-dismissal',
    ({ body, params }) => {
      sent.push([params['personId'], body]);
      isDismissed = (body as { until: string | null }).until !== null;
      return {};
    },
  );
  const { user } = open();
  const list = await screen.findByRole('list', { name: 'People Going Quiet' });
  expect(within(list).getByRole('link', { name: 'Acme' }).getAttribute('href')).toBe(
    `/northwind/sales/accounts/${accountId}`,
  );
  expect(within(list).getByRole('link', { name: 'Lee Chen' }).getAttribute('href')).toBe(
    `/northwind/sales/people/${lee.contact.id}`,
  );
  expect(list.textContent).toContain('No contact for 6 weeks; before, 9 days in 12 weeks');
  await expectAccessible();
  await user.click(
    within(list).getByRole('button', { name: 'Dismiss that Lee Chen is going quiet' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: 'For 1 week' }));
  expect(await screen.findByText('Nobody is going quiet')).toBeTruthy();
  expect(sent).toEqual([[lee.contact.id, { until: addDays(today, 7) }]]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('link', { name: 'Lee Chen' });
  expect(sent[1]).toEqual([lee.contact.id, { until: null }]);
});

test('many people come in pages, which the address names', async () => {
  const asked: unknown[] = [];
  mockEndpoint(LIST, ({ query }) => {
    asked.push(query['offset']);
    return { people: [lee], total: 60 };
  });
  const { user } = open('/northwind/sales/going-quiet?page=2');
  await screen.findByText('Page 2 of 3');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Page 3 of 3');
  expect(asked).toEqual(['25', '50']);
});

test('a page that is not there leads to the first one', async () => {
  mockEndpoint(LIST, ({ query }) =>
    query['offset'] === '0' ? { people: [lee], total: 1 } : { people: [], total: 0 },
  );
  const { user } = open('/northwind/sales/going-quiet?page=11');
  await user.click(await screen.findByRole('button', { name: 'Show First Page' }));
  expect(await screen.findByRole('link', { name: 'Lee Chen' })).toBeTruthy();
});

test('a list that cannot be fetched can be tried again', async () => {
  mockEndpoint(LIST, () => failure('UNKNOWN_ERROR', 'Out of order'));
  const { user } = open();
  const again = await screen.findByRole('button', { name: 'Try Again' });
  await expectAccessible();
  mockEndpoint(LIST, () => ({ people: [], total: 0 }));
  await user.click(again);
  expect(await screen.findByText('Nobody is going quiet')).toBeTruthy();
});
