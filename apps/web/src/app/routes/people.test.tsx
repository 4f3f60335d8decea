import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleUser, sampleWorkspace } from '#test/samples.ts';

const person = (name: string, lastDay: unknown) => ({
  id: sampleId(),
  name,
  addresses: [`${name.toLowerCase()}@acme.example`],
  isLikely: false,
  accounts: ['Acme'],
  lastDay: lastDay as string | null,
});

test('each person has the last contact, or that there was none, in words', async () => {
  const today = businessDayOf(new Date());
  mockEndpoint('GET /api/workspaces/{workspaceId}/people', () => ({
    people: [person('Lee', addDays(today, -3)), person('Kim', null), person('Zoe', '2026-99-01')],
  }));
  renderApp('/northwind/sales/people', {
    as: sampleUser(),
    workspaces: [sampleWorkspace('Sales')],
  });
  const rows = within(await screen.findByRole('list', { name: 'People' })).getAllByRole('listitem');
  const [lee, kim, zoe] = rows.map((row) => row.textContent);
  expect(lee).toContain('Last contact 3 days ago');
  expect(kim).toContain('No contact yet');
  expect(zoe).toContain('No contact yet');
  expect(document.body.textContent).not.toMatch(/null|undefined|NaN|Invalid/);
  await expectAccessible();
});
