import type { Workspace, WorkspaceAssistants } from '@repo/contract/workspaces';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { workspaceAssistants } from '#lib/workspaces/workspace-assistants.ts';
import { failure, mockEndpoint } from '#test/api.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { noFactors, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const CHANGE = 'PUT /api/workspaces/{workspaceId}/assistants';

let sales: Workspace;
let sent: WorkspaceAssistants[];
beforeEach(() => {
  serveAtLevel('full');
  sales = sampleWorkspace('Sales', { role: 'owner', assistants: 'members' });
  sent = [];
  mockEndpoint('GET /api/workspaces', () => ({ items: [sales] }));
  mockEndpoint('GET /api/auth/api-keys', () => ({ items: [] }));
  mockEndpoint('GET /api/auth/factors', noFactors);
  mockEndpoint(CHANGE, ({ body }) => {
    const chosen = body as WorkspaceAssistants;
    sent.push(chosen);
    sales = { ...sales, ...chosen };
    return chosen;
  });
});

const open = (path = '/northwind/sales/settings') => renderApp(path, { as: sampleUser() });
const field = () => screen.findByRole('combobox', { name: 'Whose assistants can read' });
const save = () => screen.getByRole('button', { name: 'Save Assistants' });

test('an owner chooses whose assistants can read the workspace', async () => {
  const { user } = open();
  expect((await field()).textContent).toBe('All members');
  expect((save() as HTMLButtonElement).disabled).toBe(true);
  await user.click(await field());
  await user.click(await screen.findByRole('option', { name: 'Owners only' }));
  expect(screen.getByText('Assistants of other members cannot read this workspace.')).toBeDefined();
  await user.click(save());
  expect(await screen.findByText('Assistants of Sales saved')).toBeDefined();
  expect(sent).toEqual([{ assistants: 'owners' }]);
  expect((await field()).textContent).toBe('Owners only');
  await expectAccessible();
});

test('a refused change says why', async () => {
  mockEndpoint(CHANGE, () => failure('RATE_LIMITED', 'Too many changes of this choice'));
  const { user } = open();
  await user.click(await field());
  await user.click(await screen.findByRole('option', { name: 'No one' }));
  await user.click(save());
  expect(await screen.findByText(/Too many changes of this choice/)).toBeDefined();
  expect((await field()).textContent).toBe('No one');
});

test('members see the choice', async () => {
  sales = { ...sales, role: 'member', assistants: 'none' };
  open();
  const card = within(await screen.findByRole('region', { name: 'Assistants' }));
  expect(card.getByText('No assistant can read this workspace.')).toBeDefined();
  expect(card.queryByRole('combobox')).toBeNull();
});

test.each([
  ['no choice', undefined],
  ['a choice that is not known', 'viewers' as 'members'],
] as const)('a server that sends %s shows no assistants', async (_, assistants) => {
  sales = { ...sales, assistants };
  open();
  await screen.findByRole('heading', { name: 'Workspace Settings' });
  expect(screen.queryByRole('region', { name: 'Assistants' })).toBeNull();
});

test('a server that knows the specification alone offers no choice', () => {
  serveAtLevel('specification');
  expect(workspaceAssistants(sales)).toBeUndefined();
});

test('who connects an assistant sees which workspaces refuse it', async () => {
  mockEndpoint('GET /api/workspaces', () => ({
    items: [
      sampleWorkspace('Sales', { role: 'member', assistants: 'owners' }),
      sampleWorkspace('Support', { role: 'member', assistants: 'members' }),
      sampleWorkspace('Board', { role: 'owner', assistants: 'none' }),
    ],
  }));
  open('/import-preferences/settings/api-keys');
  const card = within(await screen.findByRole('region', { name: 'Connect an Assistant' }));
  expect(await card.findByText(/^Your assistant cannot read Sales and Board\./)).toBeDefined();
});
