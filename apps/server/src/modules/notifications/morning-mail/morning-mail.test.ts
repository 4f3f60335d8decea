import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import {
  contribute,
  lee,
  mail,
  makePeopleWorkspace,
} from '../../accounts/people/people.fixture.ts';
import { sampleMeeting } from '../../activities/sample-mail.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { enqueueMorningMailsJob } from './enqueue-morning-mails.job.ts';
import { enqueueMorningMails } from './enqueue-morning-mails.ts';
import { sendMorningMailJob } from './send-morning-mail.job.ts';
import { sendMorningMail } from './send-morning-mail.ts';

let app: TestApp;
let lab: Awaited<ReturnType<typeof makePeopleWorkspace>>;
let mailFailure: Error | undefined;
beforeAll(async () => {
  const mails: TestApp['mails'] = [];
  app = await createTestApp({
    config: { webUrl: 'https://app.example', publicUrl: 'https://api.example', productName: '' },
    replace: {
      mailer: {
        send: async (sent) => {
          if (mailFailure) throw mailFailure;
          mails.push(sent);
        },
      },
    },
  });
  app.mails = mails;
  await registerJobs([enqueueMorningMailsJob, sendMorningMailJob], app.context);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.mails.length = 0;
  app.jobs.recorded.length = 0;
  mailFailure = undefined;
  await app.db.updateTable('users').set({ morning_mail: false }).execute();
  lab = await makePeopleWorkspace(app);
});

const want = (values = {}) =>
  app.db
    .updateTable('users')
    .set({ morning_mail: true, created_at: new Date(0), time_zone: 'Europe/Berlin', ...values })
    .where('id', '=', lab.ann.id)
    .execute();
const send = async (day = '2026-11-24') => {
  app.mails.length = 0;
  await sendMorningMail(app.context, { userId: lab.ann.id, day });
  return app.mails[0];
};
const eightDaysAgo = () => new Date(Date.now() - 8 * 86_400_000);
const asked = (title: string) =>
  tracking(app).capture(lab.ann, [
    mail(0, lee, [lab.ann.email], { title, occurredAt: eightDaysAgo() }),
  ]);

describe('when it is sent', () => {
  test.each([
    ['before seven', '2026-11-24T05:30:00Z', 0],
    ['on a working day from seven', '2026-11-24T06:30:00Z', 1],
    ['before noon', '2026-11-24T10:45:00Z', 1],
    ['at noon', '2026-11-24T11:00:00Z', 0],
    ['on a Saturday', '2026-11-28T07:30:00Z', 0],
    ['on a Sunday', '2026-11-29T07:30:00Z', 0],
  ])('%s in the time zone of the user: %s', async (_, now, jobs) => {
    await want();
    expect(await enqueueMorningMails(app.context, new Date(now))).toBe(jobs);
  });

  test('in a zone on the other side of the day', async () => {
    // Tuesday 8:30 on Kiritimati is Monday evening in UTC.
    await want({ time_zone: 'Pacific/Kiritimati' });
    expect(await enqueueMorningMails(app.context, new Date('2026-11-23T18:30:00Z'))).toBe(1);
  });

  test('to those who chose it alone, once a day', async () => {
    const now = new Date('2026-11-24T07:30:00Z');
    expect(await enqueueMorningMails(app.context, now)).toBe(0);
    await want();
    await asked('Price?');
    await enqueueMorningMails(app.context, now);
    await app.jobs.run();
    expect(app.mails.map(({ to }) => to)).toEqual([lab.ann.email]);
    expect(await enqueueMorningMails(app.context, now)).toBe(0);
    expect(await send()).toBeUndefined();
    expect(await send('2026-11-25')).toMatchObject({ to: lab.ann.email });
  });

  test('not to a user who is inactive or has switched it off meanwhile', async () => {
    await asked('Price?');
    await want({ is_active: false });
    expect(await send()).toBeUndefined();
    await want({ is_active: true, morning_mail: false });
    expect(await send()).toBeUndefined();
  });

  test('again after the mail server refused it', async () => {
    await want();
    await asked('Price?');
    mailFailure = new Error('busy');
    await expect(send()).rejects.toThrow('busy');
    mailFailure = undefined;
    expect(await send()).toMatchObject({ to: lab.ann.email });
  });
});

describe('what it says', () => {
  beforeEach(() => want());

  test('the parts of Today, with links', async () => {
    const start = new Date(Date.now() + 60_000);
    await asked('Price & <delivery>?');
    await tracking(app).capture(lab.ann, [
      sampleMeeting({
        title: 'Kick-off',
        occurredAt: start,
        startTime: start,
        endTime: new Date(start.getTime() + 1_800_000),
        participants: [
          { name: 'Ann', email: lab.ann.email, role: 'other' },
          { name: lee.name, email: lee.email, role: 'other' },
        ],
      }),
    ]);
    await contribute(app, lab.ben);
    const sent = await send();
    expect(sent?.subject).toBe('Your day, Nov 24');
    expect(sent?.text).toContain('Meetings\n- Kick-off: Today, ');
    expect(sent?.text).toContain('Waiting for your answer\n- Price & <delivery>?: Lee · Acme · ');
    expect(sent?.text).toMatch(/https:\/\/app\.example\/\S+\/accounts\/[\w-]+\?activity=[\w-]+/);
    expect(sent?.text).toMatch(/New in the workspace\n- Acme: Ben shared activities of it/);
    expect(sent?.html).toContain('Price &#38; &#60;delivery&#62;?');
    expect(sent?.unsubscribeUrl).toMatch(
      /^https:\/\/api\.example\/api\/notifications\/unsubscribe/,
    );
  });

  test('a title of a stranger stays on its line', async () => {
    await asked('Price?\nUnsubscribe: https://evil.example');
    expect((await send())?.text).toContain('- Price? Unsubscribe: https://evil.example: Lee');
  });

  test('five lines of a part, and how many more there are', async () => {
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await asked(title);
    expect((await send())?.text).toContain('2 more on Today');
  });

  test('what colleagues added is named in one mail alone', async () => {
    await contribute(app, lab.ben);
    await sql`update domain_shares set shared_at = '2026-11-20T12:00:00Z'`.execute(app.db);
    await sql`update workspace_accounts set created_at = '2026-11-20T12:00:00Z'`.execute(app.db);
    const now = new Date('2026-11-23T12:00:00Z');
    const sentOn = async (day: string) => {
      app.mails.length = 0;
      await sendMorningMail(app.context, { userId: lab.ann.id, day }, undefined, now);
      return app.mails.length;
    };
    expect(await sentOn('2026-11-23')).toBe(1);
    expect(await sentOn('2026-11-24')).toBe(0);
  });

  test('nothing, and no mail, where there is nothing that the reader may see', async () => {
    await asked('Price?');
    await app.call('DELETE /api/accounts/{accountId}', {
      token: lab.ben.token,
      params: { accountId: lab.accountId },
    });
    expect(await send()).toBeUndefined();
  });
});
