import { sql } from 'kysely';
import type { World } from '../slow-work/slow-calls.ts';
import { slowCalls } from '../slow-work/slow-calls.ts';
import type { EndpointName } from '@repo/contract/endpoints';

/** A kind of work that a job continues. */
export interface KillKind {
  name: string;
  job: string;
  /** Begins the work; its answer does not matter, since its process is killed. */
  begin: (world: World) => Promise<unknown>;
}

const callOf =
  (name: EndpointName) =>
  async (world: World): Promise<unknown> => {
    await slowCalls[name]?.prepare?.(world);
    return slowCalls[name]?.call(world);
  };

const changes = 'continue-account-changes';

/** The kinds, each with the job that goes on with it. */
export const killKinds: readonly KillKind[] = [
  {
    name: 'a share',
    job: 'publish-remaining',
    begin: callOf('POST /api/workspaces/{workspaceId}/shares'),
  },
  {
    name: 'a withdrawal',
    job: 'publish-remaining',
    begin: callOf('DELETE /api/accounts/domains/unshare'),
  },
  {
    name: 'a member who is removed',
    job: 'publish-remaining',
    begin: callOf('DELETE /api/workspaces/{workspaceId}/members/{userId}'),
  },
  {
    name: 'a domain that is removed',
    job: 'remove-domain',
    begin: callOf('DELETE /api/accounts/domains/{id}'),
  },
  { name: 'a deletion', job: changes, begin: callOf('DELETE /api/accounts/{accountId}') },
  {
    name: 'a restoration',
    job: changes,
    begin: callOf('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore'),
  },
  { name: 'a merge', job: changes, begin: callOf('POST /api/accounts/{accountId}/merge') },
  {
    name: 'a further domain of an account',
    job: changes,
    begin: callOf('POST /api/accounts/{accountId}/domains'),
  },
  {
    name: 'a change of the time zone',
    job: 'change-time-zones',
    begin: callOf('PUT /api/workspaces/{workspaceId}/time-zone'),
  },
  {
    name: 'figures of people',
    job: 'refresh-due-relationships',
    begin: ({ app, workspaceId }) =>
      sql`
        update account_relationships set due_at = '-infinity'
        where workspace_id = ${workspaceId}`.execute(app.db),
  },
];
