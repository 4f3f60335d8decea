import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { readWorkspaceMarks } from './workspace-changes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The shortest of five runs; milliseconds. */
async function measure(personIds: readonly string[]): Promise<number> {
  const times = [];
  for (let run = 0; run < 5; run += 1) {
    const start = performance.now();
    await readWorkspaceMarks(app.db, personIds);
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

test('many who watch one busy workspace cost little more than one', async () => {
  const workspace = await app.make.workspace();
  const ids = [];
  for (let made = 0; made < 40; made += 1) ids.push((await app.make.member(workspace.id)).id);
  await sql`insert into workspace_changes (workspace_id)
    select ${workspace.id} from generate_series(1, 50000)`.execute(app.db);
  await sql`analyze workspace_changes`.execute(app.db);
  expect(await measure(ids)).toBeLessThan(8 * (await measure(ids.slice(0, 1))));
});

test('a change marks the members of its workspace alone', async () => {
  const [one, other] = [await app.make.workspace(), await app.make.workspace()];
  const members = [await app.make.member(one.id), await app.make.member(other.id)];
  const ids = members.map(({ id }) => id);
  const before = await readWorkspaceMarks(app.db, ids);
  await sql`insert into workspace_changes (workspace_id) values (${one.id})`.execute(app.db);
  const after = await readWorkspaceMarks(app.db, ids);
  const [changed = '', unchanged = ''] = ids;
  expect(after.get(changed)?.mark).not.toBe(before.get(changed)?.mark);
  expect(after.get(changed)?.changedJustNow).toBe(true);
  expect(after.get(unchanged)).toEqual(before.get(unchanged));
});
