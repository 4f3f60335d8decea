import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { lockAccountOfDomain } from './accounts-by-domain.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A workspace of an account with a second domain, and of another account. */
async function prepare() {
  const { id: workspaceId } = await app.make.workspace();
  const make = async (domain: string) =>
    (
      await app.db
        .insertInto('workspace_accounts')
        .values({ workspace_id: workspaceId, domain, name: domain, created_by: null })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const [acme, globex] = [await make('acme.com'), await make('globex.com')];
  await app.db
    .insertInto('account_domains')
    .values({ workspace_id: workspaceId, account_id: acme, domain: 'acme.org' })
    .execute();
  const found = () =>
    app.db.transaction().execute((tx) => lockAccountOfDomain(tx, workspaceId, 'acme.org'));
  return { workspaceId, acme, globex, found };
}

test.each([
  ['is removed', undefined],
  ['moves to another account', 'globex'],
] as const)(
  'looking up an account by a domain that %s at the same time waits, and not in a circle',
  async (_, to) => {
    const { workspaceId, acme, globex, found } = await prepare();
    const looking = await app.db.transaction().execute(async (tx) => {
      await sql`
        select from workspace_accounts where workspace_id = ${workspaceId} and id = ${acme}
        for update`.execute(tx);
      const looked = found();
      looked.catch(() => {});
      await waitForLocks(app.db, 1);
      const ofDomain = sql`workspace_id = ${workspaceId} and domain = 'acme.org'`;
      await (
        to === undefined
          ? sql`delete from account_domains where ${ofDomain}`
          : sql`update account_domains set account_id = ${globex} where ${ofDomain}`
      ).execute(tx);
      return { looked };
    });
    expect((await looking.looked)?.id).toBe(to && globex);
  },
);
