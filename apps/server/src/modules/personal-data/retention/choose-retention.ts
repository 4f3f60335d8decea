import type { Retention, RetentionState } from '@repo/contract/retention';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import { recordChange } from '../../audit/record-change.ts';
import { readRetention } from './read-retention.ts';

/**
 * Chooses how many months a user's captured activities are kept. Older ones are deleted in the following
 * night.
 *
 * @throws AppError `VALIDATION_FAILED` for texts that would be kept longer than their activities; `RATE_LIMITED` after
 *   `limits.auditedChangesPerDay` changes
 */
export async function chooseRetention(
  db: Database,
  person: SignedIn,
  { months, textMonths }: Retention,
): Promise<RetentionState> {
  requireValid({
    textMonths:
      months !== null && textMonths !== null && textMonths >= months
        ? 'Texts go with their activities: choose fewer months, or keep them as long as their activities'
        : undefined,
  });
  return db.transaction().execute(async (tx) => {
    const { id } = person;
    await lockOwner(tx, id);
    const before = await readRetention(tx, id);
    if (before.months === months && before.textMonths === textMonths) return before;
    // Texts that came since are looked at again.
    await sql`
      insert into retentions as stored (owner_id, months, text_months)
      values (${id}, ${months}, ${textMonths})
      on conflict (owner_id) do update
        set months = excluded.months, text_months = excluded.text_months,
          texts_gone_before = null`.execute(tx);
    const self = { id, name: person.name || person.email };
    await recordChange(tx, {
      actor: self,
      action: 'user.retention-changed',
      person: self,
      before: described(before),
      after: described({ months, textMonths }),
    });
    return readRetention(tx, id);
  });
}

const described = ({ months, textMonths }: Retention) => ({
  activityMonths: months ?? 'all',
  textMonths: textMonths ?? 'all',
});
