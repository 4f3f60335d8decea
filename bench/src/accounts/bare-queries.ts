import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler, sql } from 'kysely';
import {
  accountsSql,
  type AccountsValues,
} from '../../../apps/server/src/modules/accounts/list/accounts-sql.ts';
import { hashToken } from '../../../apps/server/src/platform/secrets/token.ts';
import type { FilledWorkspace } from './fill-workspace.ts';

/** A statement as the driver takes it; with a name, so that a connection plans it once. */
export interface BareQuery {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * The first accounts of a workspace by name with their timelines: the query of the endpoint itself.
 */
export function ownQuery(workspace: FilledWorkspace, limit: number): BareQuery {
  const values: AccountsValues = {
    workspaceId: workspace.id,
    limit,
  };
  const form = {
    order: { by: 'name', direction: 'ASC' },
    includeTimeline: true,
    includeRelationships: false,
    includeOwners: false,
    includeTags: false,
    readAtMost: limit,
    start: 'first',
    conditions: [],
    needsRecentCounts: false,
    needsRelationships: false,
    recounts: false,
  } as const;
  const reader = { tokenHash: sql<Buffer>`${hashToken(workspace.token)}` };
  const query = accountsSql(form, (name) => sql`${values[name]}`, reader).compile(compiler);
  return { name: 'own', text: query.sql, values: [...query.parameters] };
}

/**
 * The same rows as one would select them from the same tables, a column for each field and the
 * stored counts as they are: the best plain SQL that we know of.
 */
export function plainQuery({ id, userId }: FilledWorkspace, limit: number): BareQuery {
  const text = `
    select account.id, account.name, account.domain, account.activity_count,
      account.last_activity_at, account.last_activity_type, account.last_activity_title,
      account.contributors, account.creator_name, account.created_at,
      account.external_days, account.internal_days, listed.recent_day
    from memberships membership
    join listed_accounts listed on listed.workspace_id = membership.workspace_id
    join workspace_accounts account
      on account.workspace_id = listed.workspace_id and account.id = listed.account_id
    where membership.workspace_id = $1 and membership.user_id = $2 and listed.workspace_id = $1
    order by listed.name, listed.account_id limit $3`;
  return { name: 'plain', text, values: [id, userId, limit] };
}

export const compiler = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('Nothing is introspected here.');
    },
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
