import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { captureAndPublish } from '../../activities/capture-and-publish.fixture.ts';
import { sampleMail } from '../../activities/sample-mail.fixture.ts';
import { updateUser } from '../../admin/update-user.ts';
import { commandLine } from '../../audit/actor.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { readWorkspaceMarks } from './workspace-changes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The shortest of five runs; milliseconds. */
async function measure(userIds: readonly string[]): Promise<number> {
  const times = [];
  for (let run = 0; run < 5; run += 1) {
    const start = performance.now();
    await readWorkspaceMarks(app.db, userIds);
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

test('a new account, captured mail and a new name mark the workspace; mail that is stored already does not', async () => {
  const workspace = await app.make.workspace();
  const { id } = await app.make.member(workspace.id, { name: 'Before' });
  let last: string | undefined;
  const isMarked = async () => {
    const mark = (await readWorkspaceMarks(app.db, [id])).get(id)?.mark;
    const differs = mark !== last;
    last = mark;
    return differs;
  };
  await isMarked();
  await importDomains(app.db, id, {
    domains: ['acme.com'],
    source: 'manual',
    name: 'Acme',
    workspaceId: workspace.id,
  });
  expect(await isMarked()).toBe(true);
  const capture = (mail: ReturnType<typeof sampleMail>) =>
    captureAndPublish(app.db, { ownerId: id, provider: 'gmail', source: 'me' }, [mail]);
  const mail = sampleMail({ occurredAt: new Date() });
  await capture(mail);
  expect(await isMarked()).toBe(true);
  await capture(mail);
  expect(await isMarked()).toBe(false);
  await updateUser({ db: app.db }, commandLine, { userId: id, name: 'After' });
  expect(await isMarked()).toBe(true);
});
