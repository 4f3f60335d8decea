import type { IntegrationKey } from '#platform/database/integration-key.ts';
import type { EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { noMailbox } from './no-mailbox.ts';
import { trackable } from '../../domains/check-domains.ts';
import type { Provider } from '../provider.ts';
import { storageOf } from '../storage/integration-storage.ts';
import { backfillStart } from '../../domains/sync-windows.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';

/** For so long a count is shown again without asking the provider. */
const FRESH_FOR_MS = 15 * 60_000;

interface Source {
  ownerId: string;
  id: string;
  provider: string;
  problem: string | null;
}

/**
 * Counts the activities that an import of domains would add from all the user's connections. Workers count
 * (`sync/read-preview-page.ts`), and go on when no client requests the preview any more; recent counts are
 * reused. Returns the counts so far.
 *
 * @param typed as the user typed them or as discovery showed them.
 * @throws AppError `CONFLICT` when no readable source is connected, `RATE_LIMITED` when the user had
 *   too much counted in the last hour.
 */
export async function previewImport(
  { db }: Pick<Context, 'db'>,
  providers: readonly Provider[],
  ownerId: string,
  typed: readonly string[],
): Promise<EndpointResponse<'POST /api/accounts/preview'>> {
  const wanted = typed.flatMap((text) => {
    const domain = trackable(text);
    return domain === undefined ? [] : [{ text, domain }];
  });
  const domains = [...new Set(wanted.map(({ domain }) => domain))];
  const sources = await findSources(db, ownerId);
  if (sources.length === 0) {
    throw noMailbox(providers);
  }
  const isMailbox = ({ provider }: Source) =>
    providers.find(({ id }) => id === provider)?.kind === 'mail';
  const usable = sources.filter(({ problem }) => problem === null);
  await db.transaction().execute(async (tx) => {
    const requested = new Set<string>();
    for (const source of usable) {
      // A source that is read once for all domains is counted for every domain that the user may still pick.
      const more = isMailbox(source) ? [] : await discoveredDomains(tx, ownerId);
      const begun = await request(tx, source, [...new Set([...domains, ...more])]);
      for (const domain of domains) if (begun.has(domain)) requested.add(domain);
    }
    await countPreview(tx, ownerId, requested.size);
  });
  const counts = await readCounts(db, usable, domains);
  const isCounted = (domain: string) => counts.get(domain)?.sources === usable.length;
  const problems = sources.flatMap(({ problem }) => problem ?? []);
  const isRunning = usable.length > 0 && !domains.every(isCounted);
  return {
    domains: wanted.map(({ text, domain }) => ({
      domain: text,
      activityCount: counts.get(domain)?.activities ?? 0,
      isCounted: usable.length > 0 && isCounted(domain),
    })),
    state: isRunning ? 'running' : problems.length > 0 ? 'failed' : 'done',
    // A meeting in several calendars is counted in each.
    isEstimate: sources.some(isMailbox) || hasSeveral(sources),
    backfillDays: limits.backfillDays,
    ...(problems[0] !== undefined && { message: problems[0] }),
  };
}

const hasSeveral = (sources: readonly Source[]): boolean =>
  new Set(sources.map(({ provider }) => provider)).size < sources.length;

/** The user's integrations that an import reads, and why one cannot be read at the moment. */
async function findSources(db: Database, ownerId: string): Promise<Source[]> {
  return db
    .selectFrom('integrations')
    .select(['owner_id as ownerId', 'id', 'provider'])
    .select(
      sql<string | null>`case
        when needs_reauth or (failures > 0 and lease_id is null and due_at > now())
          or paused_until > now()
        then coalesce(last_error, 'It has to be connected again.') end`.as('problem'),
    )
    .where('owner_id', '=', ownerId)
    .where('credentials', 'is not', null)
    .where('webhook_token_hash', 'is', null)
    .orderBy('connected_at')
    .execute();
}

async function discoveredDomains(tx: Connection, ownerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('discovered_days')
    .select('domain')
    .distinct()
    .where('owner_id', '=', ownerId)
    .execute();
  return rows.map(({ domain }) => domain);
}

/** Queues the domains that are neither queued nor counted recently; returns them. */
async function request(
  tx: Connection,
  { ownerId, id }: Source,
  domains: readonly string[],
): Promise<ReadonlySet<string>> {
  const begun = new Date();
  const { rows } = await sql<{ domain: string }>`
    insert into import_previews as known (owner_id, integration_id, domain, requested_at)
    select ${ownerId}::uuid, ${id}::uuid, domain, ${begun}::timestamptz
    from unnest(${domains}::text[]) as domain order by domain
    on conflict (owner_id, integration_id, domain) do update
      set activities = 0, is_counted = false, requested_at = excluded.requested_at
      where known.requested_at < ${sql.lit(new Date(begun.getTime() - FRESH_FOR_MS).toISOString())}
        and ${await storageOf(tx).isNotQueued(tx, { ownerId, integrationId: id })}
    returning domain`.execute(tx);
  const asked = new Set(rows.map(({ domain }) => domain));
  if (asked.size === 0) return asked;
  await requireShortQueue(tx, { ownerId, integrationId: id });
  await tx
    .insertInto('sync_tasks')
    .values({
      owner_id: ownerId,
      integration_id: id,
      kind: 'preview',
      // Domains that a user waits for come first.
      domains: domains.filter((domain) => asked.has(domain)),
      since: backfillStart(),
    })
    .execute();
  return asked;
}

/** @throws AppError `RATE_LIMITED` when the workers are far behind */
async function requireShortQueue(
  tx: Connection,
  { ownerId, integrationId }: IntegrationKey,
): Promise<void> {
  const { waiting } = await tx
    .selectFrom('sync_tasks')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .where('kind', '=', 'preview')
    .executeTakeFirstOrThrow();
  if (waiting < limits.pendingPreviews) return;
  throw new AppError('RATE_LIMITED', 'Earlier previews are still being counted. Try again later.', {
    retryAfterSeconds: 60,
  });
}

async function readCounts(
  db: Database,
  sources: readonly Source[],
  domains: readonly string[],
): Promise<Map<string, { activities: number; sources: number }>> {
  const { rows } = await sql<{ domain: string; activities: number; sources: number }>`
    select domain, sum(activities) as activities, count(*) filter (where is_counted) as sources
    from import_previews
    where owner_id = any(${sources.map(({ ownerId }) => ownerId)}::uuid[])
      and integration_id = any(${sources.map(({ id }) => id)}::uuid[])
      and domain = any(${domains}::text[])
    group by domain`.execute(db);
  return new Map(rows.map((row) => [row.domain, row]));
}

const hour = 60 * 60;

// Why so many: docs/decisions/discovery-ledger.md.
const counts = { name: 'previews by one', attempts: 600, windowSeconds: hour };
const domains = { name: 'previewed domains of one', attempts: 5_000, windowSeconds: hour };

/**
 * Counts the domains that are requested again from a person's providers.
 *
 * @throws AppError `RATE_LIMITED`
 */
async function countPreview(tx: Connection, ownerId: string, times: number): Promise<void> {
  if (times === 0) return;
  const counted = [
    { limit: counts, of: ownerId },
    { limit: domains, of: ownerId, times },
  ];
  await countAttempt(tx, counted, 'domains to count');
}
