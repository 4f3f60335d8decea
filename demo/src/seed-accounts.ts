import { randomUUID } from 'node:crypto';
import { limits } from '@repo/contract/limits';
import { type ApiClient, signIn } from './api-client.ts';
import { connectByConsent } from './connect-by-consent.ts';
import type { DemoUser } from './demo-user.ts';
import { type SampleCompany, sampleCompanies } from './sample/companies.ts';
import { samplePeople, sampleWorkspaces } from './sample/people.ts';

/**
 * Gives the sample workspaces their accounts, the way people do it: track a domain, make the
 * account or share into the one there is, connect a mailbox, a calendar and calls. Their activity
 * follows in the background. What an earlier start made before it was cut short is left as it is.
 */
export async function seedSampleAccounts(
  url: string,
  users: readonly DemoUser[],
  firefliesKey: (email: string) => string,
): Promise<void> {
  for (const { email, service } of samplePeople.filter(({ connected }) => connected)) {
    const user = users.find((one) => one.email === email);
    if (user === undefined) throw new Error(`The sample person ${email} was not made.`);
    const client = await signIn(url, email, user.password);
    for (const company of sampleCompanies) await seedCompany(client, user, company);
    const { integrations } = await client.call('GET /api/integrations');
    const isMissing = (wanted: string) => integrations.every(({ provider }) => provider !== wanted);
    for (const provider of providersOf[service]) {
      if (isMissing(provider)) await connectByConsent(client, provider, email);
    }
    if (isMissing('fireflies')) await connectFireflies(client, firefliesKey(email));
  }
  for (const user of users.slice(0, 1)) {
    const client = await signIn(url, user.email, user.password);
    for (const { id } of user.workspaces) await seedTags(client, id);
  }
}

const providersOf = {
  google: ['gmail', 'google_calendar'],
  microsoft: ['microsoft_mail', 'microsoft_calendar'],
} as const;

const SAMPLE_TAGS = [
  { name: 'Key account', color: 'purple', every: 3 },
  { name: 'Renewal', color: 'orange', every: 4 },
  { name: 'Partner', color: 'teal', every: 5 },
] as const;

/** Puts a few tags on the accounts of a workspace, unless it has tags already. */
async function seedTags(client: ApiClient, workspaceId: string): Promise<void> {
  const params = { workspaceId };
  const { tags } = await client.call('GET /api/workspaces/{workspaceId}/tags', {
    params,
    query: {},
  });
  if (tags.length > 0) return;
  const { accounts } = await client.call('GET /api/workspaces/{workspaceId}/accounts', { params });
  for (const { every, ...body } of SAMPLE_TAGS) {
    const made = await client.call('POST /api/workspaces/{workspaceId}/tags', { params, body });
    const changes = accounts
      .filter((_, at) => at % every === 0)
      .slice(0, limits.accountsPerChange)
      .map(({ id: accountId }) => ({ accountId, add: [made.tag.id] }));
    if (changes.length === 0) continue;
    await client.call('PUT /api/workspaces/{workspaceId}/accounts/tags', {
      params,
      body: { changes },
    });
  }
}

async function seedCompany(client: ApiClient, user: DemoUser, company: SampleCompany) {
  const { domain, name, accountIn, ours } = company;
  const sample = accountIn && sampleWorkspaces[accountIn];
  const workspace = user.workspaces.find(
    ({ slug, organizationSlug }) =>
      slug === sample?.slug && organizationSlug === sample.organizationSlug,
  );
  if (workspace === undefined || !ours.some((local) => user.email.startsWith(`${local}@`))) return;
  const workspaceId = workspace.id;
  const { accounts } = await client.call('GET /api/workspaces/{workspaceId}/accounts', {
    params: { workspaceId },
  });
  const source = 'discovered';
  if (!accounts.some((account) => account.domain === domain)) {
    const body = { domains: [domain], source, name, workspaceId };
    await client.call('POST /api/accounts/import', { body });
    return;
  }
  await client.call('POST /api/accounts/import', { body: { domains: [domain], source } });
  const { domains } = await client.call('GET /api/accounts', { query: { type: 'domains' } });
  const own = domains.find((tracked) => tracked.domain === domain);
  if (own === undefined || own.workspaceShares.length > 0) return;
  const body = { domainId: own.id, workspaceId, domain };
  await client.call('POST /api/accounts/domains/share', { body });
}

/**
 * Connects a user's Fireflies with the key that the sandbox gives: what its dialog does in a
 * browser.
 */
async function connectFireflies(client: ApiClient, key: string): Promise<void> {
  const { user } = await client.call('GET /api/auth/me');
  const provider = 'fireflies';
  const timestamp = Date.now();
  const given = { userId: user.id, provider, type: 'call_transcription', timestamp };
  const state = btoa(JSON.stringify({ ...given, nonce: randomUUID() }));
  const body = { code: key, state };
  await client.call('POST /api/integrations/{provider}/callback', { params: { provider }, body });
}
