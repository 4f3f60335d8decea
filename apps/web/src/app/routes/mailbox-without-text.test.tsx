import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { detail, email } from '#test/account-samples.ts';
import { mockEndpoint } from '#test/api.ts';
import { entry, openPage, panel, setUpAccount } from '#test/open-account.ts';
import { renderApp } from '#test/render-app.tsx';
import { sampleIntegration, sampleUser } from '#test/samples.ts';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { readSession } from '#lib/session/session-store.ts';

setUpAccount();

const letters: ProviderDescriptor = {
  id: 'letters',
  name: 'Letters',
  kind: 'mail',
  connection: 'redirect',
  capabilities: ['compare', 'without-text'],
};

let integrations: Integration[];
/** The queries of the requests to connect. */
let sent: unknown[];

beforeEach(() => {
  [integrations, sent] = [[], []];
  serveAtLevel('full');
  mockEndpoint('GET /api/mail-files', () => ({ files: [], withheldMeetings: 0 }));
  mockEndpoint('GET /api/integrations', () => ({
    integrations,
    availableProviders: ['letters'],
    providers: [letters],
  }));
  mockEndpoint('POST /api/integrations/{provider}/auth', ({ query }) => {
    sent.push(query);
    return { authUrl: 'api-key:letters' };
  });
});

const openCard = async () => {
  const { user } = renderApp('/integrations', { as: sampleUser() });
  return { user, card: within(await screen.findByRole('region', { name: 'Letters' })) };
};

test('what is captured is chosen before connecting', async () => {
  const { user, card } = await openCard();
  await user.click(card.getByRole('combobox', { name: 'What to capture' }));
  await user.click(screen.getByRole('option', { name: 'Only who, when and subject' }));
  expect(card.getByText(/Texts and attachments are never read/)).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(sent).toEqual([{ capturesText: 'false' }]));
});

test('a mailbox without text says so, offers its texts, and is connected again as it was', async () => {
  integrations = [sampleIntegration({ provider: 'letters', capturesText: false })];
  const { user, card } = await openCard();
  expect(card.getByText('Captured').nextElementSibling?.textContent).toBe(
    'Only who, when and subject',
  );
  await user.click(card.getByRole('button', { name: 'Capture Text' }));
  await waitFor(() => expect(sent).toEqual([{ capturesText: 'true' }]));
});

test('a mailbox without text that needs a new consent asks for no more than before', async () => {
  integrations = [
    sampleIntegration({ provider: 'letters', capturesText: false, needsReauth: true }),
  ];
  const { user, card } = await openCard();
  await user.click(card.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(sent).toEqual([{ capturesText: 'false' }]));
});

test.each([
  ['the user’s own mailbox', true, 'This mailbox captures no text.'],
  ['a colleague’s', false, 'Shared by Ann without its text. Their mailbox captures no text.'],
])('an email of %s says that there is no text', async (_, isOwn, words) => {
  mockEndpoint('GET /api/activities/{activityId}', () => {
    const own = { name: 'Me', email: readSession().user?.email ?? '' };
    const user = isOwn ? own : { name: 'Ann', email: 'ann@home.example' };
    return {
      activity: detail(email, {
        level: 'subject',
        user,
        contributors: [user],
        isTextNotCaptured: true,
        htmlBody: undefined,
        plainTextBody: undefined,
        summary: '',
      }),
    };
  });
  openPage(`?activity=${email.id}`);
  await entry(/^Email from/);
  const opened = within(await panel('Email'));
  expect(await opened.findByText(words)).toBeDefined();
  expect(opened.queryByRole('link', { name: 'Capture Text' }) !== null).toBe(isOwn);
  expect(opened.queryByRole('button', { name: 'Ask for Access' })).toBeNull();
});
