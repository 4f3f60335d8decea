import { setTimeout as sleep } from 'node:timers/promises';
import type { DiscoveredDomain } from '@repo/contract/domains';
import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { noMailbox } from './no-mailbox.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { Provider } from '../provider.ts';
import { triggerSync } from '../trigger-sync.ts';
import { type DiscoveryState, readDiscoveryState } from './discovery-state.ts';
import { readOwn } from './read-own.ts';
import { type CountedMails, firstDay, readExcludedDomains } from './read-excluded-domains.ts';
import { shownDomain } from '@repo/domain/domains/shown-domain';

/**
 * The response waits this long for reading to complete; milliseconds. Clients time out after ten
 * seconds; a client that shows progress polls.
 */
const timeoutMs = { whole: 6_000, progress: 1_000 };
const lookInterval = 200;

/**
 * Returns the domains with which the user exchanged email in the last days, most active first, tracked ones
 * included. Each mailbox is read when it is connected and synced from then on; mail that arrived since the
 * last sync is fetched first. If that takes too long, the domains known so far are returned.
 *
 * @param wanted `days`: today included; `progress`: respond soon, since the client will request
 *   again.
 *
 * @throws AppError `CONFLICT` when no mailbox is connected. A client without `progress` would take
 *   an empty result for a complete one: it gets `CONFLICT` or `NETWORK_ERROR` when reading failed
 *   and nothing is known.
 */
export async function discoverDomains(
  context: Context,
  providers: readonly Provider[],
  ownerId: string,
  { days, progress: isProgressWanted }: { days: number; progress: boolean },
) {
  const mailboxes = providers.filter(({ kind }) => kind === 'mail');
  const asked = new Date();
  const look = () => requireState(context.db, ownerId, mailboxes, asked);
  let state = await look();
  if (state.progress.state !== 'done') {
    await triggerSync(context, ownerId);
    state = await look();
  }
  const end = Date.now() + (isProgressWanted ? timeoutMs.progress : timeoutMs.whole);
  for (; Date.now() < end && state.progress.state === 'running'; state = await look()) {
    await sleep(lookInterval);
  }
  const { progress, providers: read } = state;
  const counted = { ownerId, providers: read, days };
  const { domains, count } = await readDiscovered(context.db, counted);
  if (progress.state === 'failed' && !isProgressWanted && domains.length === 0) {
    const code = state.needsReauth ? 'CONFLICT' : 'NETWORK_ERROR';
    throw new AppError(code, progress.message ?? 'The mailbox could not be read.');
  }
  return {
    domains,
    ...(count > domains.length && { domainCount: count }),
    progress,
    excluded: await readExcludedDomains(context.db, counted),
    backfillDays: limits.backfillDays,
  };
}

async function requireState(
  db: Database,
  ownerId: string,
  mailboxes: readonly Provider[],
  asked: Date,
): Promise<DiscoveryState> {
  const state = await readDiscoveryState(db, ownerId, mailboxes, asked);
  if (state === undefined) {
    throw noMailbox(mailboxes);
  }
  return state;
}

async function readDiscovered(
  db: Database,
  { ownerId, providers, days }: CountedMails,
): Promise<{ domains: DiscoveredDomain[]; count: number }> {
  const rows = await db
    .selectFrom('discovered_days as counted')
    .leftJoin('discovered_samples as samples', (join) =>
      join
        .onRef('samples.owner_id', '=', 'counted.owner_id')
        .onRef('samples.domain', '=', 'counted.domain'),
    )
    .where('counted.owner_id', '=', ownerId)
    .where('counted.provider', 'in', providers)
    .where('counted.day', '>=', firstDay(days))
    .groupBy(['counted.domain', 'samples.names', 'samples.emails'])
    .select((eb) => [
      'counted.domain',
      'samples.names',
      'samples.emails',
      eb.fn.sum<number>('counted.mails').as('mails'),
      // Counted before the limit is applied: window functions run on the groups.
      eb.fn.countAll<number>().over().as('total'),
    ])
    .orderBy('mails', 'desc')
    .orderBy('counted.domain')
    .limit(limits.discoveredDomainsListed)
    .execute();
  // Counted before the mailbox of that domain was connected.
  const own = await readOwn(db, ownerId);
  const others = rows.filter(({ domain }) => !own.domains.has(domain));
  const domains = others.map(({ domain, names, emails, mails }) => ({
    domain: shownDomain(domain),
    activityCount: mails,
    sampleNames: names ?? [],
    sampleEmails: emails ?? [],
  }));
  return { domains, count: (rows[0]?.total ?? 0) - rows.length + others.length };
}
