import type { TrackedDomain } from '@repo/contract/domains';
import type { Workspace } from '@repo/contract/workspaces';
import { type ShareLevel, shareLevels } from '@repo/domain/sharing/share-level';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { failure, mockEndpoint } from '#test/api.ts';
import { mockImportPreferences } from '#test/mock-import-preferences.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleTrackedDomain, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const SHARES = '/api/workspaces/{workspaceId}/shares';
const words: Record<ShareLevel, string> = {
  full: 'Everything',
  subject: 'Subjects',
  activity: 'Activity only',
};

let sales: Workspace;
let support: Workspace;
let domains: TrackedDomain[];
/** The bodies of the requests that share something. */
let sent: Record<string, unknown>[];
beforeEach(() => {
  serveAtLevel('full');
  sales = sampleWorkspace('Sales', { shareLevels: { default: 'subject', least: 'subject' } });
  support = sampleWorkspace('Support', { shareLevels: { default: 'full', least: 'activity' } });
  domains = [sampleTrackedDomain('acme.example'), sampleTrackedDomain('globex.example')];
  sent = [];
  mockImportPreferences();
  mockEndpoint('GET /api/accounts', () => ({ domains }));
  mockEndpoint('DELETE /api/accounts/domains/unshare', () => ({}));
  mockEndpoint('POST /api/accounts/domains/share', ({ body }) => {
    sent.push(body as Record<string, unknown>);
    return {};
  });
  mockEndpoint('POST /api/accounts/import', ({ body }) => {
    sent.push(body as Record<string, unknown>);
    const domain = { id: sampleId(), domain: 'acme.example', addedAt: new Date().toISOString() };
    return { results: [{ domain, workspaceAccount: { id: sampleId(), name: 'Acme' } }] };
  });
  mockEndpoint(`POST ${SHARES}/preview`, ({ body }) => ({
    domains: (body as { domainIds: string[] }).domainIds.map((domainId) => ({
      domainId,
      domain: 'acme.example',
      account: null,
      suggestedName: 'Acme',
      sharedWith: null,
    })),
  }));
  mockEndpoint(`POST ${SHARES}`, ({ body }) => {
    sent.push(body as Record<string, unknown>);
    const { domains: asked } = body as { domains: { domainId: string; name: string }[] };
    return {
      results: asked.map(({ domainId, name }) => ({ domainId, account: { id: sampleId(), name } })),
    };
  });
});

const open = (path: string, workspaces = [sales]) =>
  renderApp(path, { as: sampleUser(), workspaces });
type User = ReturnType<typeof open>['user'];

async function choose(user: User, name: string | RegExp, option: string) {
  await user.click(await screen.findByRole('combobox', { name }));
  await user.click(await screen.findByRole('option', { name: option }));
}

const SEEN = 'Colleagues see';
const NEW_SHARES = 'When you share a domain, colleagues see';

describe('Import Preferences', () => {
  const shareWith = (user: User, workspace: Workspace) =>
    choose(user, 'Sharing of acme.example', workspace.name);

  test('shares at the default of the workspace unless another level is chosen', async () => {
    const { user } = open('/import-preferences');
    const level = await screen.findByRole('combobox', { name: NEW_SHARES });
    expect(level.textContent).toBe('Subjects (the default)');
    await shareWith(user, sales);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).not.toHaveProperty('level');
    await expectAccessible();
  });

  test.each(shareLevels.filter((level) => level !== 'subject'))(
    'shares at the level %s if it is chosen',
    async (level) => {
      const { user } = open('/import-preferences');
      await choose(user, NEW_SHARES, words[level]);
      await shareWith(user, sales);
      await waitFor(() => expect(sent).toHaveLength(1));
      expect(sent[0]).toMatchObject({ workspaceId: sales.id, level });
    },
  );

  test('names no level where workspaces have several defaults', async () => {
    open('/import-preferences', [sales, support]);
    const level = await screen.findByRole('combobox', { name: NEW_SHARES });
    expect(level.textContent).toBe('The workspace’s default');
  });

  test('a share that moves keeps its level', async () => {
    domains = [
      sampleTrackedDomain('acme.example', {
        workspaceShares: [
          { workspaceId: support.id, workspace: { name: 'Support' }, level: 'activity' },
        ],
      }),
    ];
    const { user } = open('/import-preferences', [sales, support]);
    await shareWith(user, sales);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ workspaceId: sales.id, level: 'activity' });
  });

  test('the account that sharing needs is created with the chosen level', async () => {
    mockEndpoint('POST /api/accounts/domains/share', () =>
      failure('WORKSPACE_ACCOUNT_REQUIRED', 'There is no account'),
    );
    const { user } = open('/import-preferences');
    await choose(user, NEW_SHARES, 'Activity only');
    await shareWith(user, sales);
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Workspace Account' }));
    expect(dialog.getByRole('combobox', { name: SEEN }).textContent).toBe('Activity only');
    await user.type(dialog.getByRole('textbox', { name: /^Account Name/ }), 'Acme{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ name: 'Acme', level: 'activity' });
  });

  test('several domains are shared at one level', async () => {
    const { user } = open('/import-preferences', [sales, support]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select all domains' }));
    const bar = within(await screen.findByRole('toolbar', { name: 'Selected domains' }));
    await user.click(bar.getByRole('button', { name: 'Share' }));
    await choose(user, 'Workspace', 'Support');
    expect((await screen.findByRole('combobox', { name: SEEN })).textContent).toBe('Everything');
    await choose(user, 'Workspace', 'Sales');
    expect((await screen.findByRole('combobox', { name: SEEN })).textContent).toBe('Subjects');
    await choose(user, SEEN, 'Activity only');
    expect(
      screen.getByText('Sales expects “Subjects” or more. Colleagues see that you share less.'),
    ).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Share 2 Companies' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ level: 'activity' });
  });
});

describe('New Account', () => {
  async function create(user: User) {
    await user.click(await screen.findByRole('button', { name: 'New Account' }));
    await user.type(await screen.findByRole('textbox', { name: /^Domain/ }), 'acme.example');
    await user.type(screen.getByRole('textbox', { name: /^Account Name/ }), 'Acme');
  }

  beforeEach(() => {
    mockEndpoint('GET /api/workspaces/{workspaceId}/accounts', () => ({ accounts: [] }));
  });

  test('is preset with the default of the workspace', async () => {
    const { user } = open('/northwind/sales');
    await create(user);
    expect(screen.getByRole('combobox', { name: SEEN }).textContent).toBe('Subjects');
    await expectAccessible();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ name: 'Acme', level: 'subject' });
  });

  test('shares at the chosen level', async () => {
    const { user } = open('/northwind/sales');
    await create(user);
    await choose(user, SEEN, 'Everything');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ level: 'full' });
  });

  test('asks for no level, and sends none, where the server offers none', async () => {
    serveAtLevel('specification');
    const { user } = open('/northwind/sales');
    await create(user);
    expect(screen.queryByRole('combobox', { name: SEEN })).toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).not.toHaveProperty('level');
  });
});

test('Import Preferences asks for no level where the server offers none', async () => {
  serveAtLevel('specification');
  const { user } = open('/import-preferences');
  await choose(user, 'Sharing of acme.example', 'Sales');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).not.toHaveProperty('level');
  expect(screen.queryByRole('combobox', { name: NEW_SHARES })).toBeNull();
});
