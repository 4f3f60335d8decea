import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword } from '#test/test-makers.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { leavingWorld, type LeavingWorld } from '../hand-overs/leaving-world.fixture.ts';
import { sendDeletionMailJob } from './send-deletion-mail.job.ts';

let app: TestApp;
let world: LeavingWorld;
let isDown: boolean;
const mails: OutgoingMail[] = [];
beforeAll(async () => {
  app = await createTestApp({
    config: { webUrl: 'https://app.example', productName: '' },
    replace: {
      mailer: {
        send: async (mail) => {
          if (isDown) throw new Error('down');
          mails.push(mail);
        },
      },
    },
  });
  await registerJobs([sendDeletionMailJob], app.context);
});
afterAll(() => app.close());
beforeEach(async () => {
  isDown = false;
  world = await leavingWorld(app);
  mails.length = 0;
  isDown = true;
});

const own = (body: { isImmediate?: boolean } = {}) =>
  app.call('POST /api/auth/deletion', {
    token: world.ann.token,
    body: { email: world.ann.email, currentPassword: knownPassword, ...body },
  });

/** Of the mails that Ann has once the mail server is back. */
async function repeat(): Promise<OutgoingMail[]> {
  isDown = false;
  await app.jobs.run();
  return mails.filter(({ to }) => to === world.ann.email);
}

test('a mail that cannot be sent is repeated, with a link by which the user comes back', async () => {
  expect((await own()).status).toBe(200);
  const [waiting] = app.jobs.recorded.filter(({ kind }) => kind === 'send-deletion-mail');
  expect(waiting?.data).toEqual({ userId: world.ann.id, by: 'user', workspaceIds: [] });
  await expect(app.jobs.run()).rejects.toThrow('down');
  app.jobs.recorded.push(waiting as NonNullable<typeof waiting>);
  const [mail] = await repeat();
  const token = /reset-password\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const back = await app.call('POST /api/auth/reset-password', {
    body: { token, password: 'another one' },
  });
  expect(back.status).toBe(200);
  await world.finish();
  expect(await world.roles()).toEqual(['member']);
});

test('names the workspaces of an owner, and who it was', async () => {
  const { ann, owner, workspaceId } = world;
  const { name } = await app.db
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  await app.call('POST /api/workspaces/{workspaceId}/members/{userId}/deletion', {
    token: owner.token,
    params: { workspaceId, userId: ann.id },
    body: { email: ann.email },
  });
  const [mail] = await repeat();
  expect(mail?.subject).toBe('What you shared in workspaces is being deleted');
  expect(mail?.text).toContain(`Olga deleted you from ${name}.`);
});

test('is not sent to who is back, nor where everything is deleted at once', async () => {
  const { ann, admin } = world;
  await app.call('POST /api/admin/users/{id}/deletion', {
    token: admin.token,
    params: { id: ann.id },
    body: { email: ann.email },
  });
  await world.backByAdmin();
  await world.finish();
  expect(await repeat()).toEqual([]);
  const other = await app.make.person();
  isDown = true;
  await app.call('POST /api/auth/deletion', {
    token: other.token,
    body: { email: other.email, currentPassword: knownPassword, isImmediate: true },
  });
  expect(app.jobs.recorded.map(({ kind }) => kind)).not.toContain('send-deletion-mail');
});
