import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@repo/contract/limits';
import { type ApiClient, signIn } from '../src/api-client.ts';
import { connectByConsent } from '../src/connect-by-consent.ts';
import type { DemoReady } from './start-demo.ts';

/** Longer than any sync of the test's mailboxes takes; milliseconds. */
const timeoutMs = 600_000;

export interface Tracked {
  /** Acts for the first of the people. */
  client: ApiClient;
  workspaceId: string;
  /** By domain. */
  accountIds: Map<string, string>;
  /** Domains that the product refuses. */
  refused: string[];
}

/** Connects a user's mailbox. */
export type ConnectMailbox = (client: ApiClient, email: string) => Promise<void>;

/** The source of the users' emails. */
export interface MailSource {
  connect: ConnectMailbox;
  /** Whether their domains have to be tracked before: a file is read once. */
  tracksFirst: boolean;
  /** Waits until all of a user's emails are read. */
  untilRead: (client: ApiClient) => Promise<void>;
}

const gmail: MailSource = {
  connect: (client, email) => connectByConsent(client, 'gmail', email),
  tracksFirst: false,
  untilRead: (client) => untilSynced(client),
};

/** Makes every user of a workspace discover, import and share their domains. */
export async function trackEverything(
  { url, users }: DemoReady,
  emails: readonly string[],
  domains: readonly string[],
  { connect, tracksFirst, untilRead } = gmail,
): Promise<Tracked> {
  const people = users.filter(({ email }) => emails.includes(email));
  const workspaceId = people[0]?.workspaces[0]?.id ?? '';
  const clients = await Promise.all(
    people.map(({ email, password }) => signIn(url, email, password)),
  );
  const [first] = clients;
  if (first === undefined) throw new Error(`None of ${emails.join(', ')} can sign in.`);
  const accountIds = new Map<string, string>();
  const refused: string[] = [];
  for (const domain of domains) {
    const accountId = await makeAccount(first, domain, workspaceId);
    if (accountId === undefined) refused.push(domain);
    else accountIds.set(domain, accountId);
  }
  const accepted = [...accountIds.keys()];
  await Promise.all(
    clients.map(async (client, index) => {
      const email = people[index]?.email ?? '';
      // Some connect first and track then, the others the other way round: both must come out
      // equal.
      const isConnectedFirst = index % 2 === 0 && !tracksFirst;
      if (isConnectedFirst) await connect(client, email);
      if (client !== first) await trackAndShare(client, accepted, workspaceId);
      if (!isConnectedFirst) await connect(client, email);
    }),
  );
  for (const client of clients) await untilRead(client);
  return { client: first, workspaceId, accountIds, refused };
}

/** A free-mail provider, and a name under which anyone can register ('iki.fi'). */
const refusals = ['Cannot import common email providers', 'Invalid domain'];

/** Undefined for a domain that the product refuses. */
export async function makeAccount(client: ApiClient, domain: string, workspaceId: string) {
  const body = { domains: [domain], source: 'manual', name: domain, workspaceId };
  try {
    const { results } = await client.call('POST /api/accounts/import', { body });
    return results[0]?.workspaceAccount?.id;
  } catch (error) {
    if (refusals.some((message) => String(error).includes(message))) return undefined;
    throw error;
  }
}

/** Tracks domains for a user and shares them with the accounts of a workspace. */
export async function trackAndShare(
  client: ApiClient,
  domains: readonly string[],
  workspaceId: string,
) {
  if (domains.length === 0) return;
  const { results } = await client.call('POST /api/accounts/import', {
    body: { domains, source: 'discovered' },
  });
  let left = results.map(({ domain: { id, domain } }) => ({ domainId: id, name: domain }));
  // The response has those that were shared within some seconds.
  while (left.length > 0) {
    const { results: shared } = await client.call('POST /api/workspaces/{workspaceId}/shares', {
      params: { workspaceId },
      body: { domains: left.slice(0, limits.domainsPerShare) },
    });
    const failed = shared.find(({ problem }) => problem !== undefined);
    if (failed !== undefined || shared.length === 0) {
      throw new Error(`Not all domains were shared: ${JSON.stringify(failed)}`);
    }
    const done = new Set(shared.map(({ domainId }) => domainId));
    left = left.filter(({ domainId }) => !done.has(domainId));
  }
}

/** @param timeout milliseconds. */
export async function untilSynced(client: ApiClient, timeout = timeoutMs): Promise<void> {
  const end = Date.now() + timeout;
  while (Date.now() < end) {
    const { integrations } = await client.call('GET /api/integrations');
    const [mailbox] = integrations;
    if (mailbox?.lastError) throw new Error(mailbox.lastError);
    if (mailbox?.lastSyncedAt && mailbox.progress === undefined) return;
    await sleep(200);
  }
  throw new Error('The mailbox was not read in time.');
}
