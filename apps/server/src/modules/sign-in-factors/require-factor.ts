import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';

export interface Rule {
  isRequired: boolean;
  graceDays: number;
}

/** From when administrators need a second factor; null if they do not. */
export async function administratorsFrom(db: Connection): Promise<string | null> {
  const rule = await db
    .selectFrom('second_factor_rules')
    .select('required_from')
    .where('organization_id', 'is', null)
    .executeTakeFirst();
  return rule?.required_from.toISOString() ?? null;
}

/** @throws AppError `RATE_LIMITED` */
export const requireOfAdministrators = (db: Database, actor: Actor, rule: Rule): Promise<void> =>
  db.transaction().execute((tx) => setRule(tx, actor, { organizationId: null, ...rule }));

/** @throws AppError `NOT_FOUND` or `RATE_LIMITED` */
export async function requireOfMembers(
  db: Database,
  actor: Actor,
  { id, ...rule }: Rule & { id: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('organizations')
      .select('slug')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (found === undefined) throw notFound('Organization');
    await setRule(tx, actor, { organizationId: id, scope: found.slug, ...rule });
  });
}

interface SetRule extends Rule {
  organizationId: string | null;
  scope?: string;
}

async function setRule(
  tx: Connection,
  actor: Actor,
  { organizationId, scope, isRequired, graceDays }: SetRule,
): Promise<void> {
  await tx
    .deleteFrom('second_factor_rules')
    .where('organization_id', 'is not distinct from', organizationId)
    .execute();
  if (isRequired) {
    await tx
      .insertInto('second_factor_rules')
      .values({
        organization_id: organizationId,
        required_from: sql`now() + make_interval(days => ${graceDays})`,
      })
      .onConflict((conflict) => conflict.column('organization_id').doNothing())
      .execute();
  }
  await recordChange(tx, {
    actor,
    action: 'second-factor.rule-changed',
    ...(scope !== undefined && { scope }),
    after: isRequired ? { required: true, graceDays } : { required: false },
  });
}
