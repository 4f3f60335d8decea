import type { ProviderId } from '@repo/contract/providers';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';

/** After this time without an answer, the user requests it again. */
const WAITING_DAYS = 30;

/** A user who waits for an administrator of their organization. */
export interface Approval {
  provider: ProviderId;
  /** The state in the administrator's link. */
  id: string;
  requestedAt: Date;
  isApproved: boolean;
}

const isCurrent = sql<boolean>`requested_at > now() - make_interval(days => ${WAITING_DAYS})`;

/** Stores that a user waits. A link that they sent before stays valid. */
export async function requestApproval(
  db: Database,
  userId: string,
  provider: ProviderId,
): Promise<void> {
  await db
    .insertInto('provider_approvals')
    .values({ user_id: userId, provider })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'provider'])
        .doUpdateSet({ requested_at: sql<Date>`now()`, approved_at: null }),
    )
    .execute();
}

/** Stores the administrator's approval. @returns whether a user waits for it. */
export async function recordApproval(
  db: Database,
  provider: ProviderId,
  state: string,
): Promise<boolean> {
  if (!isApprovalState(state)) return false;
  const { numUpdatedRows } = await db
    .updateTable('provider_approvals')
    .set({ approved_at: sql<Date>`now()` })
    .where('id', '=', state)
    .where('provider', '=', provider)
    .where(isCurrent)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a provider's answer is to an administrator's link; others have states of another form. */
export const isApprovalState = (state: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(state);

/** The approvals that a user waits for, at most one of each provider. */
export async function listApprovals(db: Database, userId: string): Promise<Approval[]> {
  return db
    .selectFrom('provider_approvals')
    .select(['provider', 'id', 'requested_at as requestedAt'])
    .select(sql<boolean>`approved_at is not null`.as('isApproved'))
    .where('user_id', '=', userId)
    .where(isCurrent)
    .orderBy('provider')
    .execute();
}

/** Ends waiting: the user has access. */
export async function endApproval(
  db: Database,
  userId: string,
  provider: ProviderId,
): Promise<void> {
  await db
    .deleteFrom('provider_approvals')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute();
}

export async function removeExpiredApprovals(db: Database): Promise<void> {
  await db
    .deleteFrom('provider_approvals')
    .where((eb) => eb.not(isCurrent))
    .execute();
}
