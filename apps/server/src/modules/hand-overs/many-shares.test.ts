import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { isOnCluster } from '#test/create-test-database.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { endAllShares } from '../domains/remove-all-domains.ts';
import { commandLineManager } from '#modules/workspaces/manager.ts';
import { leaveWorkspace } from '../workspaces/members/leave-workspace.ts';
import { beginHandOver } from './begin-hand-over.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface Sharer {
  userId: string;
  workspaceId: string;
}

async function makeSharer(shares: number): Promise<Sharer> {
  const { id: workspaceId } = await app.make.workspace();
  const { id: userId } = await app.make.member(workspaceId);
  await sql`
    with account as (
      insert into workspace_accounts (workspace_id, domain, name, account_owner_id)
      select ${workspaceId}, 'company' || n || '.example', 'Company ' || n, ${userId}
      from generate_series(1, ${shares}::integer) n returning id, domain
    ), tracked as (
      insert into domains (owner_id, domain, source) select ${userId}, domain, 'manual' from account
      returning id, domain
    )
    insert into domain_shares (owner_id, domain_id, workspace_id, account_id, level)
    select ${userId}, tracked.id, ${workspaceId}, account.id, 2
    from tracked join account using (domain)`.execute(app.db);
  return { userId, workspaceId };
}

const inTransaction = (work: (tx: Connection) => Promise<unknown>) =>
  app.db.transaction().execute(work);
const handOver = (choice: 'keep' | 'redact' | 'erase', sharer: Sharer) =>
  beginHandOver(app.db, commandLineManager, { ...sharer, choice, successorId: null });

/** The transactions that end a user's shares, or leave them behind. */
const endings: Record<string, (sharer: Sharer) => Promise<unknown>> = {
  'a hand-over that keeps': (sharer) => handOver('keep', sharer),
  'one that redacts': (sharer) => handOver('redact', sharer),
  'one that erases': (sharer) => handOver('erase', sharer),
  'a removal from a workspace': (sharer) => inTransaction((tx) => leaveWorkspace(tx, sharer)),
  'a reset': ({ userId }) => inTransaction((tx) => endAllShares(tx, userId)),
};

// A cluster sends statements of its own.
test.skipIf(isOnCluster()).each(Object.keys(endings))(
  '%s takes as many statements for a hundred shares as for two',
  async (name) => {
    const count = async (shares: number) => {
      const sharer = await makeSharer(shares);
      const sent = vi.spyOn(pg.Client.prototype, 'query');
      await endings[name]?.(sharer);
      const { length } = sent.mock.calls;
      sent.mockRestore();
      return length;
    };
    expect(await count(100)).toBe(await count(2));
  },
);
