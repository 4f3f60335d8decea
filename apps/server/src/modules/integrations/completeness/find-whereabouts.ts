import type { CallAnswer } from '@repo/contract/calls';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { findConcernedDomains } from '../../activities/find-concerned-domains.ts';
import { type OwnIntegration, requireUsable } from '../find-own-integration.ts';
import { openSession } from '../open-session.ts';
import type { LocatedItem, SourceProvider } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { backfillStart } from '../sync-windows.ts';

type Whereabouts = CallAnswer<'GET /api/integrations/{id}/whereabouts'>;
type Rule = Whereabouts['rule'];

/** The browser gives a call up after ten seconds; milliseconds. */
const patience = 8_000;

const explanations: Record<Exclude<Rule, 'set-aside'>, string> = {
  stored: 'It is stored, and shown where its domain is shared.',
  'not-tracked': 'Nobody in it is at a domain that you track.',
  draft: 'It is a draft. It counts when it is sent.',
  spam: 'It lies in spam, which is not read.',
  trash: 'It lies in the trash, which is not read.',
  excluded: 'It is no message that was sent or received.',
  'too-old': 'It is older than the 84 days that are read back for a newly tracked domain.',
  'not-yet-synced': 'It is new here. The next sync brings it.',
  'not-found': 'There is no such message at the provider. Check the Message-ID or the link.',
};

/**
 * Says where a message is, or which rule keeps it away.
 *
 * @throws AppError `CONFLICT` when it cannot be looked for; `NETWORK_ERROR` or `RATE_LIMITED` when the
 *   provider fails.
 */
export async function findWhereabouts(
  context: Context,
  own: OwnIntegration,
  reference: string,
): Promise<Whereabouts> {
  const { provider } = own;
  if (!('open' in provider) || provider.locate === undefined) {
    throw new AppError('CONFLICT', `A single message cannot be looked for in ${provider.name}.`);
  }
  requireUsable(own);
  const item = await ask(context, own, provider.locate, reference);
  if (item === undefined) return answer('not-found');
  if (item.exclusion !== undefined) return answer(item.exclusion);
  const failure = await context.db
    .selectFrom('sync_failures')
    .select('reason')
    .where('integration_id', '=', own.id)
    .where('external_id', '=', item.id)
    .executeTakeFirst();
  if (failure) {
    return { rule: 'set-aside', explanation: `It could not be read: ${failure.reason}` };
  }
  return answer(await ruleFor(context, own, item));
}

const answer = (rule: Exclude<Rule, 'set-aside'>): Whereabouts => ({
  rule,
  explanation: explanations[rule],
});

async function ruleFor(
  { db }: Context,
  { ownerId, provider }: OwnIntegration,
  item: LocatedItem,
): Promise<Exclude<Rule, 'set-aside'>> {
  const stored = await db
    .selectFrom('captured_activities')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider.id)
    .where('external_id', '=', item.id)
    .executeTakeFirst();
  if (stored) return 'stored';
  const concerns = await findConcernedDomains(db, ownerId, item.participants);
  if (concerns(item.participants).length === 0) return 'not-tracked';
  return item.occurredAt < backfillStart() ? 'too-old' : 'not-yet-synced';
}

async function ask(
  context: Context,
  { ownerId, provider }: OwnIntegration,
  locate: NonNullable<SourceProvider['locate']>,
  reference: string,
): Promise<LocatedItem | undefined> {
  const signal = AbortSignal.timeout(patience);
  const session = await openSession(context, { ownerId, provider: provider.id }, signal);
  if (session === undefined) return undefined;
  try {
    return await locate(session, reference);
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause;
    const code = cause.kind === 'rate-limited' ? 'RATE_LIMITED' : 'NETWORK_ERROR';
    throw new AppError(code, cause.message, { cause });
  }
}
