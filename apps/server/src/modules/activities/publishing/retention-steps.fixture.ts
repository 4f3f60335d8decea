import * as fc from 'fast-check';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { findAccountOfDomain } from '#modules/accounts/accounts-by-domain.ts';
import { commandLineManager } from '#modules/workspaces/manager.ts';
import { liftHold, placeHold } from '../../workspaces/holds/place-hold.ts';
import { applyWorkspaceRetention } from '../../workspaces/retention/apply-workspace-retention.ts';
import { start } from './random-activity.fixture.ts';

const DAY_MS = 24 * 3_600_000;
const STEP_SIZE = 2;

/** A nightly run of a workspace's retention, to the end, or as of a process that is killed; and legal holds. */
export const retentionStep = fc.record({
  do: fc.constantFrom('apply retention', 'begin to apply retention', 'hold account', 'lift hold'),
  person: fc.constant(0),
  domain: fc.constantFrom('acme.com', 'other.org'),
  workspace: fc.nat(1),
  /** How many days ago; the texts of the next ten go as well. Mostly little of what there is. */
  days: fc.integer({ min: 14, max: 40 }),
  number: fc.nat(3),
});

interface RetentionStep {
  workspaceId: string;
  domain?: string | undefined;
  days?: number | undefined;
  number?: number | undefined;
}

/** The instants are stored as a run does that begins that many months after the activities. */
export function retentionSteps(
  db: Database,
  { workspaceId, domain = '', days = 0, number = 0 }: RetentionStep,
): Record<string, () => Promise<unknown>> {
  const advance = () =>
    sql`
    insert into workspace_retentions as stored (workspace_id, gone_before, texts_gone_before)
    values (${workspaceId}, ${daysAgo(days)}, ${daysAgo(days - 10)})
    on conflict (workspace_id) do update
      set gone_before = greatest(stored.gone_before, excluded.gone_before),
        texts_gone_before = greatest(stored.texts_gone_before, excluded.texts_gone_before)`.execute(
      db,
    );
  const account = async () => ({
    workspaceId,
    accountId: (await findAccountOfDomain(db, workspaceId, domain))?.id ?? workspaceId,
  });
  return {
    'hold account': async () =>
      placeHold(db, commandLineManager, { ...(await account()), reason: 'A lawsuit' }),
    'lift hold': async () => liftHold(db, commandLineManager, await account()),
    'apply retention': async () => {
      await advance();
      await applyWorkspaceRetention(db, workspaceId, { stepSize: STEP_SIZE });
    },
    'begin to apply retention': async () => {
      await advance();
      const killed = new AbortController();
      let left = number;
      const throwIfAborted = () => {
        if ((left -= 1) < 0) throw new Error('The process was killed.');
      };
      const signal = Object.assign(killed.signal, { throwIfAborted });
      await applyWorkspaceRetention(db, workspaceId, { stepSize: STEP_SIZE, signal }).catch(
        (error: unknown) => {
          if (left >= 0) throw error;
        },
      );
    },
  };
}

const daysAgo = (days: number) => new Date(start - days * DAY_MS);

/** The next night. */
export async function finishRetentions(
  db: Database,
  workspaceIds: readonly string[],
): Promise<void> {
  for (const workspaceId of workspaceIds) {
    await applyWorkspaceRetention(db, workspaceId, { stepSize: STEP_SIZE });
  }
}

/** The highest level that retention leaves to a captured activity in an account, -1 for nothing. */
export async function agedLevels(
  db: Database,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
): Promise<(capturedAt: Date) => number> {
  const row =
    (await db
      .selectFrom('account_holds')
      .select(['gone_before', 'texts_gone_before'])
      .where('account_id', '=', accountId)
      .executeTakeFirst()) ??
    (await db
      .selectFrom('workspace_retentions')
      .select(['gone_before', 'texts_gone_before'])
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst());
  const isBefore = (at: Date, before: Date | null | undefined) =>
    before !== null && before !== undefined && at < before;
  return (at) => {
    if (isBefore(at, row?.gone_before)) return -1;
    return isBefore(at, row?.texts_gone_before) ? 1 : 2;
  };
}
