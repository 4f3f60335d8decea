import { setTimeout as sleep } from 'node:timers/promises';
import { domainToUnicode } from 'node:url';
import type { DiscoveredDomain } from '@repo/contract/domains';
import { addDays, businessDayOf } from '@repo/domain/business-day';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/create-database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Provider } from '../provider.ts';
import { wakeSync } from '../wake-sync.ts';
import { type DiscoveryState, readDiscoveryState } from './discovery-state.ts';

/** How long the call waits for the reading to end; the web application gives up after ten seconds. */
const patience = 6_000;
const lookInterval = 200;

/**
 * The domains that the person wrote with in the last days, most active first, also those tracked
 * already. The mailbox was read for it when it was connected and is followed since; what is new
 * since the last sync is fetched first. When that takes too long it answers what is known so far.
 *
 * @throws AppError `CONFLICT` when no mailbox is connected.
 */
export async function discoverDomains(
  context: Context,
  providers: readonly Provider[],
  ownerId: string,
  days: number,
) {
  const mailboxes = providers.filter(({ capability }) => capability === 'email');
  const asked = new Date();
  const look = () => requireState(context.db, ownerId, mailboxes, asked);
  let state = await look();
  if (state.progress.state !== 'done') {
    await wakeSync(context, ownerId);
    state = await look();
  }
  for (const end = Date.now() + patience; Date.now() < end; state = await look()) {
    if (state.progress.state !== 'running') break;
    await sleep(lookInterval);
  }
  return {
    domains: await readDiscovered(context.db, ownerId, state.provider, days),
    progress: state.progress,
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
    throw new AppError('CONFLICT', 'No mailbox is connected. Connect Gmail first.');
  }
  return state;
}

async function readDiscovered(
  db: Database,
  ownerId: string,
  provider: string,
  days: number,
): Promise<DiscoveredDomain[]> {
  const rows = await db
    .selectFrom('discovered_days as counted')
    .leftJoin('discovered_samples as samples', (join) =>
      join
        .onRef('samples.owner_id', '=', 'counted.owner_id')
        .onRef('samples.domain', '=', 'counted.domain'),
    )
    .where('counted.owner_id', '=', ownerId)
    .where('counted.provider', '=', provider)
    .where('counted.day', '>=', addDays(businessDayOf(new Date()), 1 - days))
    .groupBy(['counted.domain', 'samples.names', 'samples.emails'])
    .select((eb) => [
      'counted.domain',
      'samples.names',
      'samples.emails',
      eb.fn.sum<number>('counted.mails').as('mails'),
    ])
    .orderBy('mails', 'desc')
    .orderBy('counted.domain')
    .execute();
  return rows.map(({ domain, names, emails, mails }) => ({
    domain: domainToUnicode(domain),
    activityCount: mails,
    sampleNames: names ?? [],
    sampleEmails: emails ?? [],
  }));
}
