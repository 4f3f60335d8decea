import type { TrackedDomain } from '@repo/contract/domains';
import type { PlannedShare, ShareResult } from '@repo/contract/shares';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, failure } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleTrackedDomain, sampleUser, sampleWorkspace } from '#test/samples.ts';

const sales = sampleWorkspace('Sales');
const SHARES = '/api/workspaces/{workspaceId}/shares';

let domains: TrackedDomain[];
let sent: { domainId: string; name: string }[][];

beforeEach(() => {
  serveAtLevel('full');
  domains = ['acme.example', 'globex.example', 'initech.example'].map((domain) =>
    sampleTrackedDomain(domain),
  );
  sent = [];
  mockEndpoint('GET /api/integrations', () => ({ integrations: [], availableProviders: [] }));
  mockEndpoint('GET /api/accounts', () => ({ domains }));
  mockEndpoint(`POST ${SHARES}/preview`, ({ body }) => ({
    domains: (body as { domainIds: string[] }).domainIds.map(plan),
  }));
  mockEndpoint(`POST ${SHARES}`, ({ body }) => {
    const { domains: asked } = body as { domains: { domainId: string; name: string }[] };
    sent.push(asked);
    return {
      results: asked.map(({ domainId, name }) => ({ domainId, account: { id: sampleId(), name } })),
    };
  });
});

/** globex.example has an account already. */
function plan(domainId: string): PlannedShare {
  const domain = domains.find(({ id }) => id === domainId)?.domain ?? '';
  const account = domain.startsWith('globex') ? { id: sampleId(), name: 'Globex Corp' } : null;
  return { domainId, domain, account, suggestedName: domain.split('.')[0] ?? '', sharedWith: null };
}

function share(index: number) {
  const one = domains[index];
  if (one === undefined) throw new Error('There is no such domain.');
  domains[index] = {
    ...one,
    workspaceShares: [{ workspaceId: sales.id, workspace: { name: 'Sales' } }],
  };
}

const open = () => renderApp('/import-preferences', { as: sampleUser(), workspaces: [sales] });
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const bar = () => screen.findByRole('toolbar', { name: 'Selected domains' });

/** Selects all domains and opens the dialog that shares them. */
async function openDialog() {
  const app = open();
  await app.user.click(await box('Select all domains'));
  await app.user.click(within(await bar()).getByRole('button', { name: 'Share' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Share Companies with Your Team' }),
  );
  await dialog.findByRole('textbox', { name: 'Account name for acme.example' });
  return { ...app, dialog };
}

test('selects nothing unless the server offers what to do with it', async () => {
  serveAtLevel('specification');
  open();
  await screen.findByText('acme.example');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('shares the selected in one step, under names that can be changed', async () => {
  const { user, dialog, address } = await openDialog();
  expect(dialog.getByText(/2 accounts will be created in Sales/)).toBeTruthy();
  expect(dialog.getByText('Joins Globex Corp')).toBeTruthy();
  await expectAccessible();
  const name = dialog.getByRole('textbox', { name: 'Account name for acme.example' });
  await user.clear(name);
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Share 3 Companies' });
  expect(submit.disabled).toBe(true);
  await user.type(name, 'Acme Inc.');
  await user.click(submit);
  expect(await dialog.findByText('3 companies are shared with Sales.')).toBeTruthy();
  expect(sent.flat().map((one) => one.name)).toEqual(['Acme Inc.', 'Globex Corp', 'initech']);
  mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  await user.click(dialog.getByRole('link', { name: 'Open Accounts' }));
  await waitFor(() => expect(address()).toBe('/northwind/sales/accounts'));
});

test('sends again what the server had no time for', async () => {
  mockEndpoint(`POST ${SHARES}`, ({ body }) => {
    const { domains: asked } = body as { domains: { domainId: string; name: string }[] };
    sent.push(asked);
    const [first] = asked;
    return {
      results: first ? [{ domainId: first.domainId, account: { id: sampleId(), name: 'A' } }] : [],
    };
  });
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Share 3 Companies' }));
  expect(await dialog.findByText('3 companies are shared with Sales.')).toBeTruthy();
  expect(sent.map((one) => one.length)).toEqual([3, 2, 1]);
});

test('stops where the results are of other domains than were sent', async () => {
  mockEndpoint(`POST ${SHARES}`, ({ body }) => {
    const { domains: asked } = body as { domains: { domainId: string; name: string }[] };
    sent.push(asked);
    if (sent.length > 20) return { results: [] };
    return { results: [{ domainId: sampleId(), account: { id: sampleId(), name: 'A' } }] };
  });
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Share 3 Companies' }));
  expect(await dialog.findByText(/Sharing failed. Try again./)).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test('says of each company why it was not shared, and tries those again', async () => {
  let refuses = true;
  mockEndpoint(`POST ${SHARES}`, ({ body }) => {
    const { domains: asked } = body as { domains: { domainId: string; name: string }[] };
    sent.push(asked);
    return {
      results: asked.map(({ domainId, name }): ShareResult =>
        refuses && name === 'initech'
          ? { domainId, problem: { code: 'LIMIT_REACHED', message: 'The workspace is full' } }
          : { domainId, account: { id: sampleId(), name } },
      ),
    };
  });
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Share 3 Companies' }));
  expect(
    await dialog.findByText('2 companies are shared with Sales. 1 company was not shared.'),
  ).toBeTruthy();
  const problems = within(dialog.getByRole('list', { name: 'Not shared' }));
  expect(problems.getByText('initech.example')).toBeTruthy();
  expect(problems.getByText('The workspace is full')).toBeTruthy();
  refuses = false;
  await user.click(dialog.getByRole('button', { name: 'Try Again' }));
  await dialog.findByText('3 companies are shared with Sales.');
  expect(sent.at(-1)?.map(({ name }) => name)).toEqual(['initech']);
});

test('a broken request leaves the rest to be tried again', async () => {
  mockEndpoint(`POST ${SHARES}`, () => failure('UNAVAILABLE', 'The server is busy'));
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Share 3 Companies' }));
  expect(
    await dialog.findByText(
      'Nothing was shared with Sales. 3 companies were not shared. The server is busy',
    ),
  ).toBeTruthy();
});

test('stops sharing several, after asking', async () => {
  share(0);
  share(2);
  const ended: unknown[] = [];
  mockEndpoint('DELETE /api/accounts/domains/unshare', ({ body }) => {
    ended.push(body);
    return {};
  });
  const { user } = open();
  await user.click(await box('Select all domains'));
  await user.click(within(await bar()).getByRole('button', { name: 'Stop Sharing' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Stop Sharing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(ended).toHaveLength(2);
  expect(screen.queryByRole('toolbar', { name: 'Selected domains' })).toBeNull();
});

test('removes the selected, and names what could not be removed', async () => {
  const [, globex] = domains;
  let refuses = true;
  mockEndpoint('DELETE /api/accounts/domains/{id}', ({ params }) => {
    if (refuses && params['id'] === globex?.id) return failure('UNAVAILABLE', 'Busy');
    domains = domains.filter(({ id }) => id !== params['id']);
    return {};
  });
  const { user } = open();
  await user.click(await box('Select acme.example'));
  await user.click(await box('Select globex.example'));
  expect(
    within(await bar()).getByText(
      (_, node) => node?.tagName === 'OUTPUT' && node.textContent === '2 selected',
    ),
  ).toBeTruthy();
  await user.click(within(await bar()).getByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove 2 Domains' }));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText('globex.example failed: Busy')).toBeTruthy();
  refuses = false;
  await user.click(dialog.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(screen.queryByText('globex.example')).toBeNull());
  expect(screen.getByText('initech.example')).toBeTruthy();
});
