import type { EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import { domainOfAddress } from '@repo/domain/domains/domain-name';
import { registrableDomain } from '@repo/domain/domains/registrable-domain';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { OF_USER } from '#modules/activities/protected-level.ts';
import { findMatchingDomains } from '../../activities/find-matching-domains.ts';
import { isFreeMail } from '../../domains/is-free-mail.ts';
import { type OwnIntegration, requireUsable } from '../connect/find-own-integration.ts';
import { openSession } from '../connect/open-session.ts';
import { findMessageAccounts } from './find-message-accounts.ts';
import type { Own } from '../discovery/extract-contacts.ts';
import { readOwn } from '../discovery/read-own.ts';
import type { LocatedItem } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { providerFailure } from '../connect/provider-failure.ts';
import type { Cursor } from '../provider/activity-source.ts';
import { findListedSince } from './find-listed-since.ts';
import { isCaptured } from '../provider/is-captured.ts';
import { shownDomain } from '@repo/domain/domains/shown-domain';

type MessageLocationResult = EndpointResponse<'GET /api/integrations/{id}/message-location'>;
type Rule = MessageLocationResult['rule'];

/** The browser aborts a request after ten seconds; milliseconds. */
const timeoutMs = 9_000;
/** Lists at most this many domains of an email's participants. */
const maxDomains = 10;

const explanations: Record<Exclude<Rule, 'failed'>, string> = {
  stored: 'It is stored and shown where its domain is shared.',
  'not-tracked': 'No participant belongs to a domain that you track.',
  draft: 'It is a draft. It is imported after it is sent.',
  spam: 'It is in spam, which is not imported.',
  trash: 'It is in the trash, which is not imported.',
  excluded: 'It was neither sent nor received, so it is not imported.',
  'too-old': `It is older than the ${limits.backfillDays} days that are imported of a domain when you track it. What comes into the mailbox after that is imported whatever its date; this was there before. Choose earlier activities in Import Preferences to import it.`,
  'not-yet-synced': 'The next sync will import it.',
  missed:
    'Earlier syncs missed it. Compare your mailbox with what is stored to import it; this also happens every night.',
  'not-found':
    'The provider has no such message. Check the Message-ID or the link. New messages can take some time to appear.',
};

const noResponse = 'The mail server did not respond in time. Please try again later.';

const earlierExplanation =
  'The import of earlier activities, which you chose in Import Preferences, will bring it.';

const unlistedExplanation =
  'A mailing list sent it under its own address, and your provider’s search finds it by that address alone. Such emails are imported when they arrive after you track the domain of their author; this was there before.';

/** Explain why a stored email is published nowhere (docs/decisions/private-conversations.md, hidden-recipients.md). */
const aloneExplanations = {
  kept: 'It is stored for you alone, since you keep its conversation private. Import Preferences has the way back.',
  marked:
    'It is stored for you alone, since its sender marked an email of its conversation as private or confidential. Import Preferences shares it.',
  protected:
    'It is stored for you alone, since an address that you protect takes part in its conversation. Import Preferences lists these addresses.',
  protectedByWorkspace:
    'It is stored for you alone, since an address that your workspace protects takes part in its conversation. The settings of the workspace list these addresses.',
  hidden:
    'It is stored for you alone. Only hidden recipients (Bcc) are at a domain that you track, so it is shown in no account.',
};

/**
 * Says where a message is, or which rule excludes it.
 *
 * @throws AppError `CONFLICT` when it cannot be looked for, `VALIDATION_FAILED` for a reference
 *   that names no message; `NETWORK_ERROR` or `RATE_LIMITED` when the provider fails.
 */
export async function locateMessage(
  context: Context,
  own: OwnIntegration,
  reference: string,
): Promise<MessageLocationResult> {
  const item = await locate(context, own, reference);
  if (item === undefined) return notFound(own);
  const occurredAt = item.occurredAt.toISOString();
  if (item.exclusion !== undefined) return { ...locationOf(item.exclusion), occurredAt };
  const failure = await context.db
    .selectFrom('failed_items')
    .select('reason')
    .where('owner_id', '=', own.ownerId)
    .where('integration_id', '=', own.id)
    .where('external_id', '=', item.id)
    .executeTakeFirst();
  if (failure) {
    const explanation = `It could not be read: ${failure.reason}`;
    return { rule: 'failed', explanation, occurredAt, itemId: item.id };
  }
  return { ...(await locateItem(context, own, item)), occurredAt };
}

function notFound({ provider }: OwnIntegration): MessageLocationResult {
  const location = locationOf('not-found');
  const help = 'open' in provider ? provider.notFoundHelp : undefined;
  return help === undefined
    ? location
    : { ...location, explanation: `${location.explanation} ${help}` };
}

const locationOf = (rule: Exclude<Rule, 'failed'>): MessageLocationResult => ({
  rule,
  explanation: explanations[rule],
});

async function locateItem(
  { db }: Context,
  { id, ownerId, provider, source }: OwnIntegration,
  item: LocatedItem,
): Promise<MessageLocationResult> {
  const stored = await db
    .selectFrom('captured_activities')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider.id)
    .where('source', '=', source)
    .where('external_id', '=', item.id)
    .executeTakeFirst();
  if (stored) {
    const places = await findMessageAccounts(db, ownerId, stored.id);
    const reason = await whyAlone(db, ownerId, stored.id);
    if (reason !== undefined) {
      return { rule: 'stored', explanation: aloneExplanations[reason], places };
    }
    return { ...locationOf('stored'), places };
  }
  const concerns = await findMatchingDomains(db, ownerId, item.participants);
  const concerned = concerns(item.participants);
  if (concerned.length === 0) {
    const own = await readOwn(db, ownerId);
    return { ...locationOf('not-tracked'), domains: trackableIn(item, own) };
  }
  const listedSince = await findListedSince(db, { ownerId, id }, concerned);
  if (!isCaptured(item, listedSince.reached)) {
    if (!isCaptured(item, listedSince.chosen)) return locationOf('too-old');
    return { rule: 'not-yet-synced', explanation: earlierExplanation };
  }
  const { next, isAhead } = await db
    .selectFrom('integrations')
    .select([
      sql<Date>`greatest(due_at, paused_until, now())`.as('next'),
      // Either it came after the last sync, or a listing that includes it is not at its end. A
      // provider may name a message some minutes after it arrived.
      sql<boolean>`
        last_synced_at is null or last_synced_at - interval '10 minutes' < ${item.occurredAt}
        or exists (
          select from sync_tasks task
          where task.owner_id = integrations.owner_id
            and task.integration_id = integrations.id and task.kind in ('backfill', 'reconcile')
            and task.since <= ${item.occurredAt}
            and task.domains && ${concerned.map(({ domain }) => domain)}::text[])`.as('isAhead'),
    ])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!item.isChange && item.listed !== undefined && concerns(item.listed).length === 0) {
    return { rule: 'too-old', explanation: unlistedExplanation };
  }
  if (!item.isChange && !isAhead) return locationOf('missed');
  return { ...locationOf('not-yet-synced'), nextSyncAt: next.toISOString() };
}

/**
 * The domains that a user could track to have an email: each once, without free mail and their own.
 */
function trackableIn({ participants }: LocatedItem, own: Own): string[] {
  const domains = participants.flatMap(({ email }) => {
    const domain = registrableDomain(domainOfAddress(email) ?? '');
    return domain === undefined || own.domains.has(domain) || isFreeMail(domain) ? [] : [domain];
  });
  return [...new Set(domains)].slice(0, maxDomains).map(shownDomain);
}

async function locate(
  context: Context,
  own: OwnIntegration,
  reference: string,
): Promise<LocatedItem | undefined> {
  const { ownerId, provider, source } = own;
  const { cursor } = await context.db
    .selectFrom('integrations')
    .select('cursor')
    .where('owner_id', '=', ownerId)
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow();
  if (!('open' in provider) || provider.locate === undefined) {
    throw new AppError(
      'CONFLICT',
      `Searching for a message is not supported for ${provider.name}.`,
    );
  }
  requireUsable(own);
  const signal = AbortSignal.timeout(timeoutMs);
  const session = await openSession(context, { ownerId, provider, source }, signal);
  if (session === undefined) return undefined;
  try {
    return await provider.locate(session, reference, cursor as Cursor | null);
  } catch (error) {
    const cause =
      signal.aborted && !(error instanceof ProviderError)
        ? new ProviderError('temporary', noResponse, { cause: error })
        : error;
    if (!(cause instanceof ProviderError)) throw cause;
    throw providerFailure(cause, { permanent: 'VALIDATION_FAILED', reauthorize: 'CONFLICT' });
  }
}

/** Why a stored email is published nowhere, if it is not. */
async function whyAlone(
  db: Database,
  ownerId: string,
  capturedId: string,
): Promise<keyof typeof aloneExplanations | undefined> {
  const { rows } = await sql<{ reason: keyof typeof aloneExplanations | null }>`
    select case
        when captured.private_conversation_id is null then case
          when not alone.is_closed and alone.by_user then 'protected'
          when not alone.is_closed then 'protectedByWorkspace' else 'hidden' end
        when exists (
          select from captured_activities other
          where other.owner_id = ${ownerId} and other.is_private and other.type = 'email'
            and other.private_conversation_id = captured.private_conversation_id) then 'marked'
        else 'kept'
      end as reason
    from captured_activities captured
    cross join lateral (
      select (
          select bool_and(by_bcc_only) from captured_activity_domains
          where owner_id = ${ownerId} and captured_id = captured.id) as is_closed,
        coalesce(bool_or(ref.workspace_id = ${OF_USER}), false) as by_user,
        count(*) > 0 as is_protected
      from protected_refs ref
      where ref.owner_id = ${ownerId} and ref.ref = captured.activity_key and ref.level < 0
        and (ref.workspace_id = ${OF_USER} or ref.workspace_id in (
          select share.workspace_id from domain_shares share
          join captured_activity_domains link
            on link.owner_id = share.owner_id and link.domain_id = share.domain_id
          where share.owner_id = ${ownerId} and link.captured_id = captured.id))
    ) alone
    where captured.owner_id = ${ownerId} and captured.id = ${capturedId}
      and (alone.is_closed or alone.is_protected)`.execute(db);
  return rows[0]?.reason ?? undefined;
}
