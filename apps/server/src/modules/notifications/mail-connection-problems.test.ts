import { enqueueConnectionProblemsJob } from './enqueue-connection-problems.job.ts';
import { mailConnectionProblemsJob } from './mail-connection-problems.job.ts';
import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { enqueueConnectionProblems } from './enqueue-connection-problems.ts';

const providers = [
  { id: 'gmail', name: 'Gmail' },
  { id: 'google_calendar', name: 'Google Calendar' },
] as const;

let app: TestApp;
let ann: MadePerson;
let mailFailure: Error | undefined;
beforeAll(async () => {
  const mails: TestApp['mails'] = [];
  app = await createTestApp({
    config: { webUrl: 'https://app.example', publicUrl: 'https://api.example' },
    replace: {
      mailer: {
        send: async (mail) => {
          if (mailFailure) throw mailFailure;
          mails.push(mail);
        },
      },
    },
  });
  app.mails = mails;
  await registerJobs([enqueueConnectionProblemsJob, mailConnectionProblemsJob], {
    ...app.context,
    providers,
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.mails.length = 0;
  app.jobs.recorded.length = 0;
  mailFailure = undefined;
  await app.db.deleteFrom('integrations').execute();
  ann = await app.make.person({ name: 'Ann' });
});

const connect = (provider: string, given = {}) =>
  app.db
    .insertInto('integrations')
    .values({
      owner_id: ann.id,
      provider,
      source: ann.email,
      credentials: Buffer.from('sealed'),
      credentials_key_id: 'own',
      needs_reauth: true,
      ...given,
    })
    .execute();
const run = async () => {
  await enqueueConnectionProblems(app.context);
  await app.jobs.run();
};

test('a person is mailed once about all connections that let no one in', async () => {
  await connect('google_calendar');
  await connect('gmail');
  await run();
  await run();
  expect(app.mails).toHaveLength(1);
  const [mail] = app.mails;
  expect(mail).toMatchObject({ to: ann.email, subject: '2 connections need your attention' });
  expect(mail?.text).toContain(`- Gmail, ${ann.email}\n- Google Calendar, ${ann.email}`);
  expect(mail?.text).toContain('https://app.example/integrations');
  expect(mail?.html).toContain(`<li>Gmail, ${ann.email}</li>`);
  expect(mail?.unsubscribeUrl).toMatch(
    /^https:\/\/api\.example\/api\/notifications\/unsubscribe\?/,
  );
});

test('notifies again of one that was reconnected and fails again, once a day', async () => {
  await connect('gmail');
  await run();
  const set = (values: object) => app.db.updateTable('integrations').set(values).execute();
  await set({ connected_at: sql`now() + interval '1 second'` });
  await run();
  expect(app.mails).toHaveLength(1);
  await set({ problem_mailed_at: sql`now() - interval '25 hours'`, connected_at: sql`now()` });
  await run();
  expect(app.mails).toHaveLength(2);
});

test('nothing is sent about connections that work or are gone', async () => {
  await connect('gmail', { needs_reauth: false });
  await connect('google_calendar', { credentials: null, credentials_key_id: null });
  await run();
  expect(app.mails).toEqual([]);
});

test.each([{ connection_mail: false }, { is_active: false }])(
  'nothing is sent to a person with %j',
  async (values) => {
    await connect('gmail');
    await app.db.updateTable('users').set(values).where('id', '=', ann.id).execute();
    await run();
    expect(app.mails).toEqual([]);
  },
);

test('what the mail server refused is sent later', async () => {
  await connect('gmail');
  mailFailure = new Error('down');
  await expect(run()).rejects.toThrow('down');
  mailFailure = undefined;
  await run();
  expect(app.mails).toHaveLength(1);
});

test('two processes at the same time send one mail', async () => {
  await connect('gmail');
  await connect('google_calendar');
  await enqueueConnectionProblems(app.context);
  const [job] = app.jobs.recorded;
  app.jobs.recorded.push({ kind: '', data: {}, options: {}, ...job });
  const all = [app.jobs.run(), app.jobs.run()];
  await Promise.all(all);
  expect(app.mails).toHaveLength(1);
});
