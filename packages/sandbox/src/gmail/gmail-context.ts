import type { DatabaseSync } from 'node:sqlite';
import type { RequestMeter } from '../google/request-meter.ts';
import type { SandboxRequest } from '../http/exchange.ts';
import { googleError } from '../google/google-error.ts';
import type { GrantStore } from '../google-oauth/grant-store.ts';
import type { BearerAccess } from '../google-oauth/require-access.ts';
import { requireAccess, requireScope } from '../google-oauth/require-access.ts';
import type { OwnerStore } from '../owners/owner-store.ts';
import { gmailCosts, type GmailMethod } from './gmail-quota.ts';
import type { HistoryStore } from './history-store.ts';
import type { MessageStore } from './message-store.ts';
import type { SearchLag } from './search-lag.ts';

export interface GmailContext {
  database: DatabaseSync;
  owners: OwnerStore;
  grants: GrantStore;
  messages: MessageStore;
  history: HistoryStore;
  gmailMeter: RequestMeter;
  searchLag: SearchLag;
  now: () => number;
}

const google = 'https://www.googleapis.com/auth/gmail';
const metadataScope = `${google}.metadata`;
const readingScopes = ['https://mail.google.com/', `${google}.modify`, `${google}.readonly`];

/**
 * Whose mailbox a request may read. Emails whose date has come arrive first, so that every response is
 * true for now. Responds with 403 when that user's quota is used up.
 */
export function openMailbox(
  context: GmailContext,
  request: SandboxRequest,
  method: GmailMethod,
): BearerAccess {
  const access = requireAccess(context.grants, context.owners, request);
  requireScope(access, [...readingScopes, metadataScope]);
  const user = request.params['user'] ?? 'me';
  const { address } = access.person;
  if (user !== 'me' && user.toLowerCase() !== address) {
    throw googleError(403, 'forbidden', `Delegation denied for ${address}`);
  }
  context.gmailMeter.spend(access.owner, method, gmailCosts[method]);
  context.messages.deliverDue(context.now());
  return access;
}

/** Responds with 403 when only the metadata scope was granted. */
export function requireBodies(access: BearerAccess, message: string): void {
  if (!readingScopes.some((scope) => access.scopes.has(scope))) {
    throw googleError(403, 'forbidden', message);
  }
}
