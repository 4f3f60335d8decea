import { SpanKind } from '@opentelemetry/api';
import type { Context } from '#platform/context.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { withSpan } from '#platform/trace/with-span.ts';
import { regularWait, spendRequest } from '../budget/request-budget.ts';
import { openCredentials, saveCredentials } from '../connect/credentials.ts';
import { endHistoryLease } from '../history/history-lease.ts';
import { readHistory } from '../history/read-history.ts';
import type { SourceProvider } from '../provider.ts';
import type { Credentials } from '../provider/connect-methods.ts';
import { ProviderError } from '../provider-error.ts';
import { clearProblem, recordProblem } from '../provider-problems.ts';
import { createAdaptiveConcurrency } from '../reading/adaptive-concurrency.ts';
import { findFolders, findLocations } from '../reading/item-locations.ts';
import {
  endLease,
  type Lease,
  LeaseLostError,
  leaseSeconds,
  renewLease,
  type SyncOutcome,
} from '../reading/lease.ts';
import { reportSlowCalls } from './report-slow-calls.ts';
import { runSync } from './run-sync.ts';
import type { SyncRun } from '../reading/sync-run.ts';

/** How one integration is synced. */
interface TurnOptions extends Required<Pick<SyncRun, 'turnEnds' | 'isAwaited'>> {
  overrun: number;
  retryWaitMs: number | undefined;
  slowCall: number;
  reportSlow: () => void;
}

/** Syncs one integration while its lease is renewed; every way in which it can end is recorded. */
export async function syncUnderLease(
  context: Context,
  providers: readonly SourceProvider[],
  lease: Lease,
  { stopping, ...options }: TurnOptions & { stopping: AbortSignal },
): Promise<void> {
  const { db, metrics } = context;
  const { integrationId, provider } = lease;
  const begun = performance.now();
  const log = context.log.child({ integrationId });
  const lost = new AbortController();
  const renewing = setInterval(
    () => {
      renewLease(db, lease).then(
        (isHeld) => isHeld || lost.abort(new LeaseLostError('The sync was taken over.')),
        (error: unknown) => log.warn({ err: error }, 'cannot renew the lease of a sync'),
      );
    },
    (leaseSeconds * 1_000) / 3,
  );
  const late = new AbortController();
  const limit = setTimeout(
    () => late.abort(new ProviderError('temporary', 'The server responds too slowly.')),
    options.turnEnds - Date.now() + options.overrun,
  );
  const signal = AbortSignal.any([stopping, lost.signal, late.signal]);
  const tally = { stored: 0, removed: 0, failed: 0 };
  try {
    const span = { kind: SpanKind.INTERNAL, attributes: { 'integration.id': integrationId } };
    await withSpan(`${lease.readsHistory ? 'history' : 'sync'} ${provider}`, span, async () => {
      const outcome = await outcomeOf(
        () => sync(context, providers, lease, { ...options, signal, tally }),
        stopping,
      );
      const source = providers.find(({ id }) => id === provider);
      if (outcome.state === 'failed') {
        log.warn({ err: outcome.cause }, `sync failed: ${outcome.message}`);
        if (source !== undefined) await recordProblem({ db, log }, source, outcome.cause);
      }
      if (lease.readsHistory) {
        await endHistoryLease(db, lease, outcome);
        return;
      }
      const seconds = (performance.now() - begun) / 1_000;
      metrics?.syncEnded({ provider, outcome: outcome.state, seconds, ...tally });
      const wait = await regularWait(db, lease, source?.requestsPerDay);
      await endLease(db, lease, outcome, { tally, wait });
    });
  } catch (error) {
    if (error instanceof LeaseLostError) log.info('another worker took over the sync');
    // The lease runs out by itself; then someone takes over.
    else log.error({ err: error }, 'cannot record how a sync ended');
  } finally {
    clearInterval(renewing);
    clearTimeout(limit);
  }
}

async function sync(
  context: Context,
  providers: readonly SourceProvider[],
  lease: Lease,
  {
    signal,
    turnEnds,
    isAwaited,
    tally,
    retryWaitMs,
    slowCall,
    reportSlow,
  }: Omit<TurnOptions, 'overrun'> & Pick<SyncRun, 'signal' | 'tally'>,
): Promise<{ isCut: boolean }> {
  const { integrationId } = lease;
  const row = await context.db
    .selectFrom('integrations')
    .select(['provider', 'source', 'credentials', 'credentials_key_id', 'captures_text'])
    .where('owner_id', '=', lease.ownerId)
    .where('id', '=', integrationId)
    .where('lease_id', '=', lease.leaseId)
    .executeTakeFirst();
  const provider = providers.find(({ id }) => id === row?.provider);
  if (row === undefined || provider === undefined || row.source === null) {
    throw new LeaseLostError('The integration was disconnected.');
  }
  const opened = provider.open({
    ownerId: lease.ownerId,
    credentials: openCredentials(context, integrationId, row),
    source: row.source,
    withoutText: !row.captures_text,
    saveCredentials: (fresh: Credentials) => {
      saveCredentials(context, lease, fresh);
      void clearProblem(context, provider);
    },
    spendRequest: () => spendRequest(context.db, lease, provider),
    findLocations: (id) => findLocations(context.db, lease, id),
    findFolders: (prefix) => findFolders(context.db, lease, prefix),
    signal,
  });
  const source = reportSlowCalls(opened, slowCall, reportSlow);
  try {
    const run: SyncRun = {
      context,
      lease,
      integrationId,
      ownerId: lease.ownerId,
      provider,
      sourceName: row.source,
      withoutText: !row.captures_text,
      source,
      concurrency: createAdaptiveConcurrency(signal, { retryWaitMs }),
      signal,
      turnEnds,
      isAwaited,
      tally,
      held: new Set(),
    };
    if (!lease.readsHistory) return { isCut: (await runSync(run)) === 'cut' };
    await readHistory(run);
    return { isCut: false };
  } finally {
    opened.close?.();
  }
}

/** @throws LeaseLostError */
async function outcomeOf(
  work: () => Promise<{ isCut: boolean }>,
  stopping: AbortSignal,
): Promise<SyncOutcome> {
  try {
    return { state: 'done', ...(await work()) };
  } catch (cause) {
    if (cause instanceof LeaseLostError) throw cause;
    // That the database was away is no failing of the source, and passes by itself.
    if (stopping.aborted || cause instanceof DatabaseUnavailableError) {
      return { state: 'interrupted' };
    }
    return cause instanceof ProviderError
      ? { state: 'failed', message: cause.message, cause }
      : { state: 'failed', message: 'The sync failed on the server and will be retried.', cause };
  }
}
