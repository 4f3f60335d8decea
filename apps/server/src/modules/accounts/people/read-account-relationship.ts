import type { EndpointResponse } from '@repo/contract/endpoints';
import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { todayIn } from '#platform/database/workspace-time.ts';
import { relationshipField } from '../list/relationship-field.ts';

type AccountRelationship = EndpointResponse<'GET /api/accounts/{accountId}/relationship'>;

interface Row {
  relationship: Omit<NonNullable<AccountRelationship['relationship']>, 'quietDismissal'>;
  until: string | null;
  by: string;
}

/** The relationship with an account as the list shows it, and whether it was dismissed as quiet. */
export async function readAccountRelationship(
  db: Connection,
  { workspaceId, accountId }: AccountKey,
): Promise<AccountRelationship> {
  const { rows } = await sql<Row>`
    select ${relationshipField(sql`${workspaceId}`)} as relationship, coalesce(member.name, '') as by,
      case when dismissed.quiet_dismissed_until >= page.today
        then dismissed.quiet_dismissed_until end as until
    from (
      select id, workspace_id, ${todayIn(sql`${workspaceId}`)} as today
      from workspace_accounts where workspace_id = ${workspaceId} and id = ${accountId}
    ) page
    join account_relationships dismissed
      on dismissed.workspace_id = page.workspace_id and dismissed.account_id = page.id
    left join users member on member.id = dismissed.quiet_dismissed_by`.execute(db);
  const [found] = rows;
  if (found === undefined) return { relationship: null };
  const { relationship, until, by } = found;
  return {
    relationship: { ...relationship, quietDismissal: until === null ? null : { until, by } },
  };
}
