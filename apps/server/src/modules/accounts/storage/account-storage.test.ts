import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BothStorages, openBothStorages, storages } from '#test/both-storages.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { readerIn, readerOf } from '../../auth/session-reader.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { storageOf } from './account-storage.ts';

let app: TestApp;
let both: BothStorages;
beforeAll(async () => {
  app = await createTestApp();
  both = openBothStorages(app);
});
afterAll(async () => {
  await both.close();
  await app.close();
});

/** A user in two workspaces with an account each, and one who is in none of them. */
async function settle() {
  const { person, workspace } = await tracking(app).settle();
  const other = await app.make.workspace();
  await app.make.membership(other.id, person.id);
  const { accountId } = await tracking(app).makeAccount(person, workspace.id);
  const { data } = await tracking(app).importOne(person.token, 'globex.com', other.id);
  return {
    person,
    stranger: await app.make.person(),
    workspace,
    accountId,
    otherId: data.results[0]?.workspaceAccount?.id ?? '',
  };
}

describe.each(storages)('%s', (name) => {
  const seen = async (reader: ReturnType<typeof readerOf>) => {
    const { rows } = await sql<{ id: string }>`
      select account.id from ${visibleAccounts(await reader)} account`.execute(both[name]);
    return rows.map(({ id }) => id).sort();
  };

  test('a reader sees the accounts of their workspaces, or of the one that is named', async () => {
    const { person, stranger, workspace, accountId, otherId } = await settle();
    const db = both[name];
    expect(await seen(readerOf(db, person.id))).toEqual([accountId, otherId].sort());
    expect(await seen(readerOf(db, stranger.id))).toEqual([]);
    expect(await seen(readerIn(db, person.id, workspace.id))).toContain(accountId);
    expect(await seen(readerIn(db, stranger.id, workspace.id))).toEqual([]);
    await app.db
      .updateTable('workspaces')
      .set({ archived_at: new Date() })
      .where('id', '=', workspace.id)
      .execute();
    expect(await seen(readerOf(db, person.id))).toEqual([otherId]);
  });

  test('a deleted account is left where it was found so, and not after it was restored', async () => {
    const { accountId } = await settle();
    const db = both[name];
    await sql`delete from domain_shares where account_id = ${accountId}`.execute(app.db);
    const isLeft = async (deletedAt?: string) =>
      (
        await sql`
          select from workspace_accounts account
          where id = ${accountId} and ${storageOf(db).isLeft(deletedAt)}`.execute(db)
      ).rows.length === 1;
    const remove = async () => {
      const { rows } = await sql<{ deletedAt: string }>`
        update workspace_accounts set deleted_at = clock_timestamp() where id = ${accountId}
        returning deleted_at::text as "deletedAt"`.execute(app.db);
      return rows[0]?.deletedAt ?? '';
    };
    const deletedAt = await remove();
    expect([await isLeft(), await isLeft(deletedAt)]).toEqual([true, true]);
    if (name === 'cluster') {
      await remove();
      expect(await isLeft(deletedAt)).toBe(false);
    }
  });
});

test('on one node an account with a share or a withdrawal is not left', async () => {
  const { accountId } = await settle();
  const { rows } = await sql`
    select from workspace_accounts account
    where id = ${accountId} and ${storageOf(both.oneNode).isLeft()}`.execute(app.db);
  expect(rows).toEqual([]);
});
