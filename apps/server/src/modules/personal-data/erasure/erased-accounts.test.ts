import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { expectFollowed, followAll } from '../../accounts/changes/follow-all.fixture.ts';
import { inPeopleWorkspace, mail } from '../../accounts/people/people.fixture.ts';
import { commandLine } from '../../audit/actor.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { eraseFromTable } from './erase-from-table.ts';
import { findInTables } from '../find-remains.ts';
import { runErasure } from '../run-erasure.ts';
import { startErasure } from '../start-erasure.ts';

const lab = inPeopleWorkspace();
const contact = { name: 'Mio Hartwell', email: 'mio@acme.com' };

const nameAccount = (name: string, note: string) =>
  lab.app.call('PUT /api/workspaces/{workspaceId}/accounts/by-domain/{domain}', {
    token: lab.ann.token,
    params: { workspaceId: lab.workspaceId, domain: 'acme.com' },
    body: { name, note },
  });

test('the grid, its search and software that follows have an account without the address', async () => {
  const { app, workspaceId, ann } = lab;
  await tracking(app).capture(ann, [mail(1, contact, [ann.email])]);
  await nameAccount(`Deals of ${contact.email}`, `Call ${contact.email}`);
  const followers = followAll(app.db, [workspaceId]);
  await expectFollowed(app.db, followers);
  const streams = () =>
    app.db.selectFrom('workspace_changes').selectAll().where('workspace_id', '=', workspaceId);
  const before = (await streams().execute()).length;

  const { id } = await startErasure(app.db, commandLine, contact.email);
  await runErasure(app.db, id);

  await expectFollowed(app.db, followers);
  expect((await streams().execute()).length).toBeGreaterThan(before);
  const list = async (search: string) => {
    const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token: ann.token,
      params: { workspaceId },
      query: { search },
    });
    return data.accounts.map(({ name }) => name);
  };
  expect(await list(contact.email)).toEqual([]);
  expect(await list('deals of')).toEqual(['Deals of erased']);
  expect(await findInTables(app.db, contact.email, [contact.name])).toEqual([]);
});

test('a note that is written while the rows are read is kept, without the address', async () => {
  const { app, workspaceId, accountId } = lab;
  const isAccount = sql<boolean>`workspace_id = ${workspaceId} and id = ${accountId}`;
  const note = `Call ${contact.email}`;
  await app.db.updateTable('workspace_accounts').set({ note }).where(isAccount).execute();
  const described = describedTables['workspace_accounts'];
  if (described === undefined) throw new Error('The register has no accounts.');
  const of = { table: 'workspace_accounts', described, primaryKey: ['workspace_id', 'id'] };
  const addresses = [contact.email];
  const step = await app.db.transaction().execute(async (tx) => {
    // Someone else writes the note after the rows were read, and before they are locked.
    let isWritten = false;
    const executor = tx.getExecutor();
    const executeQuery = executor.executeQuery.bind(executor);
    executor.executeQuery = async (query, options) => {
      if (!isWritten && query.sql.includes('for no key update')) {
        isWritten = true;
        await app.db
          .updateTable('workspace_accounts')
          .set({ note: `${note} at noon` })
          .where(isAccount)
          .execute();
      }
      return executeQuery(query, options);
    };
    return eraseFromTable(tx, of, { addresses, after: undefined });
  });
  expect(step).toEqual({ erased: 0, next: { after: undefined } });
  await app.db
    .transaction()
    .execute((tx) => eraseFromTable(tx, of, { addresses, after: undefined }));
  const found = await app.db
    .selectFrom('workspace_accounts')
    .select('note')
    .where(isAccount)
    .executeTakeFirst();
  expect(found).toEqual({ note: 'Call erased at noon' });
});
