import type { History, HistoryImport } from '@repo/contract/history';
import { limits } from '@repo/contract/limits';
import {
  businessDayOf,
  type BusinessDay,
  startOfBusinessDay,
} from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { backfillStart } from '../../domains/sync-windows.ts';
import type { HistoryRate, Provider } from '../provider.ts';
import { historyBounds } from './choose-history.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** With fewer days read than this, the regular window gives a better estimate of items per day. */
const MIN_DAYS_READ = 28;

/**
 * Returns the progress of the import of earlier activities, and an estimate of the rest.
 *
 * @param since a day that the user considers choosing; their current choice when absent.
 */
export async function describeHistory(
  db: Database,
  providers: readonly Provider[],
  ownerId: string,
  since?: BusinessDay,
): Promise<History> {
  const chosen = await db
    .selectFrom('histories')
    .select([sql<string>`since::text`.as('since'), 'is_paused as isPaused'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  const bounds = historyBounds();
  const wanted = since ?? chosen?.since ?? bounds.earliest;
  const rows = await selectImports(db, ownerId);
  const imports = rows.flatMap((row) => {
    const provider = providers.find(({ id }) => id === row.provider);
    if (provider === undefined) return [];
    return [describe(row, provider, { since: wanted, chosen })];
  });
  return { ...bounds, chosen: chosen ?? null, imports };
}

interface Row {
  id: string;
  provider: string;
  source: string | null;
  needsReauth: boolean;
  isReading: boolean;
  listed: number | null;
  daysRead: number | null;
  message: string | null;
  isFinished: boolean | null;
  /**
   * The time down to which the domain that is furthest behind was read; null before the import
   * begins.
   */
  until: Date | null;
  /** Activities of the regular window. */
  recent: number;
  waitSeconds: number | null;
}

async function selectImports(db: Database, ownerId: string): Promise<Row[]> {
  const start = backfillStart();
  const { rows } = await sql<Row>`
    select integrations.id, provider, source, needs_reauth as "needsReauth",
      coalesce(reads_history and lease_until > now(), false) as "isReading", listed,
      days_read as "daysRead", message, finished_at is not null as "isFinished",
      greatest(0, extract(epoch from not_before - now()))::integer as "waitSeconds",
      (select max(coalesce(position.until, ${start})) from domains
        left join history_positions position on position.domain_id = domains.id
          and position.owner_id = domains.owner_id
          and position.integration_id = integrations.id
        where domains.owner_id = ${ownerId}) as until,
      (select count(*) from captured_activities captured
        where captured.owner_id = ${ownerId} and captured.provider = integrations.provider
          and captured.source = integrations.source and occurred_at >= ${start})::integer as recent
    from integrations left join history_imports history
      on history.owner_id = integrations.owner_id and history.integration_id = integrations.id
    where integrations.owner_id = ${ownerId} and credentials is not null
    order by connected_at, integrations.id`.execute(db);
  return rows;
}

function describe(
  row: Row,
  provider: Provider,
  {
    since,
    chosen,
  }: { since: BusinessDay; chosen: { since: string; isPaused: boolean } | undefined },
): HistoryImport {
  const rate = 'open' in provider ? provider.history : undefined;
  const common = {
    integrationId: row.id,
    provider: provider.id,
    name: provider.name,
    ...(row.source !== null && provider.connect.kind !== 'webhook' && { source: row.source }),
  };
  if (rate === undefined) {
    const state = 'unavailable' as const;
    return { ...common, state, reachedDay: null, fraction: 0, listed: 0, secondsLeft: null };
  }
  const start = backfillStart().getTime();
  const end = startOfBusinessDay(since).getTime();
  const reached = Math.min(start, row.until?.getTime() ?? start);
  const daysLeft = Math.max(0, reached - end) / DAY_MS;
  const isFinished = row.isFinished === true && daysLeft === 0;
  const whole = Math.max(1, start - end);
  return {
    ...common,
    state: stateOf(row, { isFinished, chosen }),
    reachedDay: row.listed === null ? null : businessDayOf(new Date(Math.max(reached, end))),
    fraction: isFinished ? 1 : Math.min(1, Math.max(0, (start - reached) / whole)),
    listed: row.listed ?? 0,
    secondsLeft: isFinished ? 0 : Math.ceil(secondsFor(row, daysLeft, rate)),
    ...(row.message !== null && { message: row.message }),
  };
}

function stateOf(
  row: Row,
  {
    isFinished,
    chosen,
  }: { isFinished: boolean; chosen: { since: string; isPaused: boolean } | undefined },
): HistoryImport['state'] {
  if (chosen === undefined) return 'planned';
  if (isFinished) return 'finished';
  if (row.needsReauth) return 'reconnect';
  if (chosen.isPaused) return 'paused';
  return row.isReading || (row.message === null && (row.waitSeconds ?? 0) < 60)
    ? 'reading'
    : 'waiting';
}

/** Estimates the time for this many days from the average of the days already read. */
function secondsFor(row: Row, days: number, { sliceDays, pageItems, pageMs, itemMs }: HistoryRate) {
  const isKnown = (row.daysRead ?? 0) >= MIN_DAYS_READ;
  const perDay = isKnown
    ? (row.listed ?? 0) / (row.daysRead ?? 1)
    : row.recent / limits.backfillDays;
  const items = perDay * days;
  const pages = Math.max(Math.ceil(days / sliceDays), items / pageItems);
  return (pages * pageMs + items * itemMs) / 1_000;
}
