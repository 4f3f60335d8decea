import type { TrackedDomain } from '@repo/contract/domains';
import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { mockEndpoint } from '#test/api.ts';
import { mockImportPreferences } from '#test/mock-import-preferences.ts';
import { expectAccessible } from '#test/expect-accessible.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleId, sampleTrackedDomain, sampleUser, sampleWorkspace } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';

const sales = sampleWorkspace('Sales');
let domains: TrackedDomain[];
let sent: { domainIds: string[]; level: ShareLevel }[];
let conversations: {
  id: string;
  title: string;
  lastAt: string | null;
  activityCount: number;
  isMarkedBySender: boolean;
}[];

const shared = (domain: string, level?: ShareLevel) =>
  sampleTrackedDomain(domain, {
    workspaceShares: [{ workspaceId: sales.id, workspace: { name: 'Sales' }, level }],
  });

beforeEach(() => {
  serveAtLevel('full');
  domains = [shared('acme.example', 'full'), shared('globex.example', 'subject')];
  sent = [];
  conversations = [];
  mockImportPreferences();
  mockEndpoint('GET /api/accounts', () => ({ domains }));
  mockEndpoint('GET /api/private-conversations', () => ({ conversations }));
  mockEndpoint('PUT /api/accounts/domains/level', ({ body }) => {
    const asked = body as { domainIds: string[]; level: ShareLevel };
    sent.push(asked);
    domains = domains.map((one) =>
      asked.domainIds.includes(one.id)
        ? {
            ...one,
            workspaceShares: one.workspaceShares.map((of) => ({ ...of, level: asked.level })),
          }
        : one,
    );
    return { results: asked.domainIds.map((domainId) => ({ domainId, level: asked.level })) };
  });
});

const open = () => renderApp('/import-preferences', { as: sampleUser(), workspaces: [sales] });
const selector = (domain: string) =>
  screen.findByRole('combobox', { name: `Sharing of ${domain}` });

describe('Import Preferences', () => {
  test('shows what is shared below everything, and changes it', async () => {
    const { user } = open();
    expect((await selector('acme.example')).textContent).toBe('Sales');
    expect((await selector('globex.example')).textContent).toBe('Sales · Subjects');
    await user.click(screen.getByRole('button', { name: 'Actions for acme.example' }));
    await user.click(await screen.findByRole('menuitemradio', { name: /^Activity only/ }));
    await waitFor(async () =>
      expect((await selector('acme.example')).textContent).toBe('Sales · Activity only'),
    );
    expect(sent).toEqual([{ domainIds: [domains[0]?.id], level: 'activity' }]);
    await expectAccessible();
  });

  test('changes many at once', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select all domains' }));
    const bar = within(await screen.findByRole('toolbar', { name: 'Selected domains' }));
    await user.click(bar.getByRole('button', { name: 'Colleagues See…' }));
    await user.click(await screen.findByRole('menuitemradio', { name: /^Subjects/ }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ domainIds: domains.map(({ id }) => id), level: 'subject' });
  });

  test('says why a level could not be changed', async () => {
    mockEndpoint('PUT /api/accounts/domains/level', ({ body }) => ({
      results: (body as { domainIds: string[] }).domainIds.map((domainId) => ({
        domainId,
        problem: { code: 'NOT_FOUND' as const, message: 'acme.example is not shared.' },
      })),
    }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for acme.example' }));
    await user.click(await screen.findByRole('menuitemradio', { name: /^Subjects/ }));
    expect(await screen.findByText('acme.example is not shared.')).toBeDefined();
  });

  test('offers no levels on a server of the specification', async () => {
    serveAtLevel('specification');
    const { user } = open();
    expect((await selector('globex.example')).textContent).toBe('Sales');
    await user.click(screen.getByRole('button', { name: 'Actions for acme.example' }));
    await screen.findByRole('menuitem', { name: 'Remove Domain' });
    expect(screen.queryByRole('menuitemradio')).toBeNull();
  });

  test('lists what is kept private, and shares it again', async () => {
    conversations = [
      {
        id: sampleId(),
        title: 'Our offer',
        lastAt: null,
        activityCount: 3,
        isMarkedBySender: true,
      },
    ];
    const asked: string[] = [];
    mockEndpoint('DELETE /api/private-conversations/{conversationId}', ({ params }) => {
      asked.push(params['conversationId'] ?? '');
      conversations = [];
      return {};
    });
    const { user } = open();
    await screen.findByText('3 activities');
    await user.click(screen.getByRole('button', { name: 'Share Our offer again' }));
    await waitFor(() => expect(screen.queryByText('Our offer')).toBeNull());
    expect(asked).toHaveLength(1);
  });
});
