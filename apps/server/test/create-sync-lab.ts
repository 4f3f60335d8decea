import type { Integration } from '@repo/contract/integrations';
import type { ProviderId } from '@repo/contract/providers';
import { sampleMail } from '@repo/sandbox/testing/sample-mail';
import { clientId, clientSecret, pressConsentButton } from '@repo/sandbox/testing/sign-in';
import { startTestSandbox } from '@repo/sandbox/testing/start-test-sandbox';
import {
  startSyncLoop,
  type SyncLoop,
  type SyncLoopOptions,
} from '#modules/integrations/start-sync-loop.ts';
import type { Provider } from '#modules/integrations/provider.ts';
import { installedProviders } from '../src/providers/installed.ts';
import { onTestFinished } from 'vitest';
import { createTestApp, type TestAppOptions } from './create-test-app.ts';
import type { MadePerson } from './test-makers.ts';

const publicUrl = 'http://localhost:3000';
const dayMs = 24 * 60 * 60 * 1000;
const REST_TIMEOUT_MS = 50_000;

/** The fields of an email; the others are as in `sampleMail`. */
export interface LabMail {
  from?: string;
  to?: string;
  cc?: string;
  subject?: string;
  messageId?: string;
  daysAgo?: number;
  headers?: Record<string, string>;
}

/** Ann's mailbox in a sandbox, and the real application connected to it. */
export const mailbox = 'ann@example.org';

/** The real application with every provider, connected to a sandbox over real HTTP. */
export async function createSyncLab({
  replace,
  firefliesRequestsPerDay,
}: Pick<TestAppOptions, 'replace'> & { firefliesRequestsPerDay?: number } = {}) {
  const sandbox = await startTestSandbox({
    mailboxes: [
      { address: mailbox, name: 'Ann Arbor' },
      { address: 'ann@elsewhere.example', name: 'Ann Elsewhere' },
    ],
  });
  const google = { clientId, clientSecret, rootUrl: sandbox.url };
  const microsoft = {
    clientId,
    clientSecret,
    tenant: 'example.org',
    signInUrl: sandbox.url,
    graphUrl: sandbox.url,
  };
  const providers: Provider[] = installedProviders({
    google,
    microsoft,
    // The sandbox has no quota here.
    gmailUnitsPerMinute: 10_000_000,
    firefliesUrl: `${sandbox.url}/graphql`,
    mailPrivateNetworks: ['127.0.0.0/8'],
    mailboxMemoryMb: undefined,
    firefliesRequestsPerDay,
  });
  const test = await createTestApp({
    config: { google, publicUrl, webUrl: publicUrl },
    providers,
    ...(replace && { replace }),
  });
  const loops: SyncLoop[] = [];
  onTestFinished(async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
    await test.close();
  });

  /** Calls the sandbox's control endpoints. */
  const control = async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const answer = await fetch(`${sandbox.url}/sandbox${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as Data;
  };

  const messages = async (address = mailbox) =>
    (
      await control<{ messages: { id: string; messageId: string }[] }>(
        'GET',
        `/gmail/${address}/messages`,
      )
    ).messages;

  /**
   * Goes through the consent page and confirms the grant, as the user's browser does. Returns the
   * URL that the server redirected the browser to.
   */
  const connect = async (
    person: MadePerson,
    {
      provider = 'gmail',
      address = mailbox,
      deny = false,
      capturesText,
    }: {
      provider?: ProviderId;
      address?: string;
      deny?: boolean;
      capturesText?: boolean;
    } = {},
  ): Promise<URL> => {
    const { data } = await test.call('POST /api/integrations/{provider}/auth', {
      token: person.token,
      params: { provider },
      query: capturesText === undefined ? {} : { capturesText: String(capturesText) },
    });
    const back = deny
      ? pressConsentButton(data.authUrl, 'error', 'access_denied')
      : pressConsentButton(data.authUrl, 'login_hint', address);
    const landed = await follow(await back);
    if (landed.searchParams.has('confirm')) void (await confirm(person, landed)).data;
    return landed;
  };

  /** Sends the confirmation value from the browser's redirect to the server. */
  const confirm = (person: MadePerson, landed: URL, provider?: ProviderId) =>
    test.call('POST /api/integrations/{provider}/callback', {
      token: person.token,
      params: { provider: provider ?? (landed.searchParams.get('provider') as ProviderId) },
      body: { confirm: landed.searchParams.get('confirm') ?? '' },
    });

  /**
   * Follows the provider's redirect to the server; returns the URL that the server redirects to.
   */
  const follow = async (callback: URL): Promise<URL> => {
    const answer = await test.app.inject(`${callback.pathname}${callback.search}`);
    return new URL(answer.headers.location ?? `error:${answer.body}`);
  };

  const integrations = async (person: MadePerson): Promise<Integration[]> =>
    (await test.call('GET /api/integrations', { token: person.token })).data.integrations;

  return {
    ...test,
    sandbox,
    providers,
    /** The settings of the providers: a test may change the secret. */
    google,
    control,
    messages,
    connect,
    confirm,
    follow,
    /**
     * Ann presses her button on the consent page; returns the URL that the provider redirects to.
     */
    press: (authUrl: string) => pressConsentButton(authUrl, 'login_hint', mailbox),

    /** Goes through the consent page; returns the URL of the confirmation page. */
    async consent(begunBy: MadePerson, provider: ProviderId = 'gmail', address = mailbox) {
      const { data } = await test.call('POST /api/integrations/{provider}/auth', {
        token: begunBy.token,
        params: { provider },
      });
      return follow(await pressConsentButton(data.authUrl, 'login_hint', address));
    },
    integrations,

    startWorker(options?: SyncLoopOptions): SyncLoop {
      const loop = startSyncLoop(test.context, providers, {
        pollInterval: 20,
        retryWaitMs: 20,
        ...options,
      });
      loops.push(loop);
      return loop;
    },

    /** Adds emails to a mailbox; returns their Message-IDs. */
    async deliver(mails: readonly LabMail[], address = mailbox): Promise<string[]> {
      const made = mails.map((mail, index) => {
        const messageId = mail.messageId ?? `<${crypto.randomUUID()}@lab.example>`;
        // A second apart, so that their order is certain.
        const time = Date.now() - (mail.daysAgo ?? 0) * dayMs - (mails.length - index) * 1_000;
        const text = sampleMail({
          From: mail.from ?? 'Bob <bob@acme.com>',
          To: mail.to ?? `Ann Arbor <${address}>`,
          Cc: mail.cc,
          Subject: mail.subject ?? 'Hello',
          Date: new Date(time).toUTCString(),
          'Message-ID': messageId,
          ...mail.headers,
        });
        return { messageId, text };
      });
      await sandbox.addMessages(
        address,
        made.map(({ text }) => text),
      );
      return made.map(({ messageId }) => messageId);
    },

    async idOf(messageId: string): Promise<string> {
      const found = (await messages()).find((one) => `<${one.messageId}>` === messageId);
      if (!found) throw new Error(`The sandbox holds no mail ${messageId}.`);
      return found.id;
    },

    track: (person: MadePerson, ...domains: string[]) =>
      test.call('POST /api/accounts/import', {
        token: person.token,
        body: { domains, source: 'manual' },
      }),

    /** Triggers a sync and waits until the integration is idle or has failed. */
    async sync(person: MadePerson): Promise<Integration> {
      await test.db
        .updateTable('integrations')
        .set({ due_at: new Date(0), paused_until: null, last_error: null })
        .where('owner_id', '=', person.id)
        .execute();
      return this.rested(person);
    },

    async rested(person: MadePerson): Promise<Integration> {
      // A busy machine may take its time: the timeout of the test comes soon after.
      const end = Date.now() + REST_TIMEOUT_MS;
      while (Date.now() < end) {
        const [one] = await integrations(person);
        if (one && !one.progress) return one;
        if (one?.lastError && one.progress?.phase === 'waiting') return one;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(`The sync does not end: ${JSON.stringify(await integrations(person))}`);
    },

    /**
     * Connects a colleague's calendar. Its `sync` resolves after the worker has synced it twice:
     * everything that was due before the second sync has then been started.
     */
    async connectColleague(): Promise<{ sync: () => Promise<void> }> {
      const colleague = await test.make.person();
      const address = 'ann@elsewhere.example';
      await connect(colleague, { provider: 'google_calendar', address });
      await this.rested(colleague);
      return {
        sync: async () => {
          for (const _ of [1, 2]) await this.sync(colleague);
        },
      };
    },

    /** The titles of what was captured for the user, oldest first. */
    async captured(person: MadePerson): Promise<string[]> {
      const rows = await test.db
        .selectFrom('captured_activities')
        .select('title')
        .where('owner_id', '=', person.id)
        .orderBy('occurred_at')
        .orderBy('id')
        .execute();
      return rows.map(({ title }) => title);
    },
  };
}

export type SyncLab = Awaited<ReturnType<typeof createSyncLab>>;
