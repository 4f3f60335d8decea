import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import type { Person } from '#platform/http/admit-request.ts';

type SandboxHelp = EndpointResponse<'GET /api/integrations'>['sandbox'];

/**
 * The sandbox runs on the same machine, so the list of integrations does not wait longer;
 * milliseconds.
 */
const timeoutMs = 1_000;

/** Help for a user of the demo to try out each connection; undefined without a sandbox. */
export async function sandboxHelp(
  { config: { sandboxUrl }, db, log }: Pick<Context, 'config' | 'db' | 'log'>,
  { id, email }: Pick<Person, 'id' | 'email'>,
): Promise<SandboxHelp> {
  if (sandboxUrl === undefined) return undefined;
  const webhookSenders = { fathom: await zapAddress(db, sandboxUrl, { id, email }) };
  try {
    const address = `${sandboxUrl}/sandbox/fireflies/${encodeURIComponent(email)}/key`;
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    // A user without a mailbox in the sandbox has no key either.
    if (!response.ok) return { apiKeys: {}, webhookSenders };
    const { key } = (await response.json()) as { key: string };
    return { apiKeys: { fireflies: key }, webhookSenders };
  } catch (error) {
    log.warn({ err: error }, 'the sandbox does not respond');
    return { apiKeys: {}, webhookSenders };
  }
}

/** URL of the page that sends a recording of the user with someone at a domain that they track. */
async function zapAddress(
  db: Database,
  sandboxUrl: string,
  { id, email }: Pick<Person, 'id' | 'email'>,
): Promise<string> {
  const tracked = await db
    .selectFrom('domains')
    .select('domain')
    .where('owner_id', '=', id)
    .orderBy('added_at')
    .executeTakeFirst();
  const query = new URLSearchParams({ recordedBy: email });
  if (tracked) query.set('invitees', `casey.client@${tracked.domain}`);
  return `${sandboxUrl}/sandbox/fathom?${query}`;
}
