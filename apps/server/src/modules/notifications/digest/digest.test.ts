import { enqueueDigestsJob } from './enqueue-digests.job.ts';
import { sendDigestJob } from './send-digest.job.ts';
import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { addDays, businessDayOf, startOfBusinessDay } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import { captureAndPublish } from '../../activities/capture-and-publish.fixture.ts';
import { sampleMail } from '../../activities/sample-mail.fixture.ts';
import { deleteAccount } from '../../accounts/deletion/delete-account.ts';
import { completeWithdrawals } from '#modules/activities/withdrawals.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { removeAllDomains } from '../../domains/remove-all-domains.ts';
import { enqueueDigests } from './enqueue-digests.ts';
import { createDigestCache } from './read-digest.ts';
import { sendDigest } from './send-digest.ts';

let app: TestApp;
let sales: Made;
let ann: MadePerson;
let mailFailure: Error | undefined;
const providers = [{ id: 'gmail', name: 'Gmail' }] as const;
beforeAll(async () => {
  const mails: TestApp['mails'] = [];
  app = await createTestApp({
    config: { webUrl: 'https://app.example', publicUrl: 'https://api.example', productName: '' },
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
  await registerJobs([enqueueDigestsJob, sendDigestJob], { ...app.context, providers });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.mails.length = 0;
  app.jobs.recorded.length = 0;
  mailFailure = undefined;
  await app.db.updateTable('users').set({ weekly_digest: false }).execute();
  sales = await app.make.workspace({ name: 'Sales' });
  ann = await app.make.member(sales.id, { name: 'Ann' });
});

const today = businessDayOf(new Date());
const daysAgo = (days: number, minute = 0) =>
  new Date(startOfBusinessDay(addDays(today, -days)).getTime() + 12 * 3_600_000 + minute * 60_000);

/** An account with emails of the user on these days, counted back from today. */
async function account(
  name: string,
  days: number[],
  createdAt = daysAgo(30),
  owner = ann,
  contact = 'Pat',
) {
  const domain = `${name.toLowerCase().replaceAll(/\W+/g, '')}.example`;
  const given = { domains: [domain], source: 'manual', workspaceId: sales.id, name } as const;
  const [imported] = await importDomains(app.db, owner.id, given);
  const id = imported?.workspaceAccount?.id ?? '';
  const mails = days.map((back, minute) =>
    sampleMail({
      occurredAt: daysAgo(back, minute),
      participants: [
        { name: contact, email: `pat@${domain}`, role: 'from' },
        { name: owner.name, email: owner.email, role: 'to' },
      ],
    }),
  );
  const from = { ownerId: owner.id, provider: 'gmail', source: owner.email };
  await captureAndPublish(app.db, from, mails);
  await app.db
    .updateTable('workspace_accounts')
    .set({ created_at: createdAt })
    .where('id', '=', id)
    .execute();
  return id;
}

const week = (count: number) => addDays('2026-11-23', 7 * count);
let sent = 0;
/** The digest of a week of its own. */
async function digestOf({ id }: { id: string }) {
  app.mails.length = 0;
  sent += 1;
  await sendDigest(app.context, { providers }, { userId: id, week: week(sent) });
  return app.mails[0];
}
const wantDigest = ({ id }: { id: string }, values = {}) =>
  app.db
    .updateTable('users')
    .set({ weekly_digest: true, created_at: daysAgo(40), ...values })
    .where('id', '=', id)
    .execute();

describe('what it says', () => {
  beforeEach(() => wantDigest(ann));

  test('the accounts with most and least contact, those going quiet, and the new ones', async () => {
    const acme = await account('Acme & <Sons>', [1, 2, 2, 3, 10]);
    await account('Busy', [1, 1, 1, 1, 7]);
    await account('Less', [2, 9, 10, 11, 12]);
    await account('Silent', [8, 9, 10]);
    await account('Quiet', [45, 50, 55, 60, 65, 70, 75]);
    await account('Quiet Before', [60, 65, 70, 75, 80, 81, 82]);
    await account('New One', [], daysAgo(2));
    const mail = await digestOf(ann);
    const text = mail?.text ?? '';
    expect(mail).toMatchObject({ to: ann.email, subject: expect.stringMatching(/^Your week, /) });
    const section = (title: string) =>
      text
        .split('\n\n')
        .find((part) => part.startsWith(title))
        ?.split('\n')
        .filter((line) => line.startsWith('- '));
    expect(section('Most contact')).toEqual([
      '- Busy: 5 activities; none in the two weeks before',
      '- Acme & <Sons>: 4 activities; 1 in the two weeks before',
      '- Less: 1 activity; 4 in the two weeks before',
    ]);
    expect(section('Least contact')).toEqual(['- Silent: No activity; 3 in the two weeks before']);
    expect(section('Going quiet')).toEqual([
      '- Quiet: No contact for 6 weeks; before, 7 days in 12 weeks',
    ]);
    // Pat of Quiet is named with the account.
    expect(section('People going quiet')).toBeUndefined();
    expect(section('New accounts')).toEqual([expect.stringMatching(/^- New One: Added on /)]);
    expect(text).toContain(`https://app.example/${await slugOf(sales)}/accounts/${acme}`);
    expect(mail?.html).toContain('Acme &#38; &#60;Sons&#62;</a>');
    expect(mail?.html).not.toContain('<Sons>');
  });

  test('the people who started going quiet at accounts that have contact with others', async () => {
    await account('Acme', [42, 44, 50, 55, 60, 65]);
    // Its Pat was named in the week in which it began.
    await account('Beta', [50, 52, 54, 56, 58, 60]);
    const ofKim = ['acme.example', 'beta.example'].map((domain, minute) =>
      sampleMail({
        occurredAt: daysAgo(1, minute),
        participants: [
          { name: 'Kim', email: `kim@${domain}`, role: 'from' },
          { name: 'Ann', email: ann.email, role: 'to' },
        ],
      }),
    );
    const from = { ownerId: ann.id, provider: 'gmail', source: ann.email };
    await captureAndPublish(app.db, from, ofKim);
    const text = (await digestOf(ann))?.text ?? '';
    expect(text).not.toContain('Going quiet');
    expect(text).toContain(
      'People going quiet\n- Pat (Acme): No contact for 6 weeks; before, 6 days in 12 weeks\n' +
        `  https://app.example/${await slugOf(sales)}/people/`,
    );
    expect(text).not.toContain('Pat (Beta)');
  });

  test('a name of a stranger cannot add lines, links or markup', async () => {
    const forged =
      'Pat\n\n\nYOUR CONNECTIONS\u2028\r\n- Gmail: Access has ended.\u0085\u001b[31m <a href="https://evil.example">\u202e';
    await account('Acme', [42, 44, 50, 55, 60, 65], daysAgo(30), ann, forged);
    const kim = sampleMail({
      occurredAt: daysAgo(1),
      participants: [
        { name: 'Kim', email: 'kim@acme.example', role: 'from' },
        { name: 'Ann', email: ann.email, role: 'to' },
      ],
    });
    const from = { ownerId: ann.id, provider: 'gmail', source: ann.email };
    await captureAndPublish(app.db, from, [kim]);
    const { text = '', html = '' } = (await digestOf(ann)) ?? {};
    const [line = ''] = text.split('\n').filter((one) => one.includes('Pat'));
    expect(line).toMatch(
      /^- Pat YOUR CONNECTIONS - Gmail: Access has ended\..*\(Acme\): No contact/,
    );
    expect(text).not.toMatch(/[\p{Zl}\p{Zp}]|[^\P{Cc}\n]/u);
    expect(html).not.toContain('<a href="https://evil');
  });

  test('what happened today is not in it, nor what is older than a week', async () => {
    await account('Today', [0, 0]);
    await account('Long Ago', [30, 31]);
    expect(await digestOf(ann)).toBeUndefined();
  });

  test('nothing of a workspace that the reader is not in, of deleted accounts, or of others', async () => {
    await account('Acme', [1]);
    const ben = await app.make.person({ name: 'Ben' });
    await wantDigest(ben);
    await app.db
      .insertInto('integrations')
      .values({
        owner_id: ann.id,
        provider: 'gmail',
        source: ann.email,
        credentials: Buffer.from('sealed'),
        credentials_key_id: 'own',
        needs_reauth: true,
      })
      .execute();
    expect(await digestOf(ben)).toBeUndefined();
    await app.make.membership(sales.id, ben.id);
    const mail = await digestOf(ben);
    expect(mail?.text).toContain('Acme');
    expect(mail?.text).not.toContain('Gmail');
    expect(mail?.text).not.toContain(ann.email);
    expect(mail?.text).not.toContain('Ann');
    await sql`update workspace_accounts set deleted_at = now() where workspace_id = ${sales.id}`.execute(
      app.db,
    );
    expect(await digestOf(ben)).toBeUndefined();
  });

  test('the accounts of a workspace are read once for its members, and for no one else', async () => {
    const cache = createDigestCache();
    const textFor = async ({ id }: { id: string }) => {
      app.mails.length = 0;
      sent += 1;
      await sendDigest(app.context, { providers, cache }, { userId: id, week: week(sent) });
      return app.mails[0]?.text;
    };
    const [ben, eve] = [await app.make.member(sales.id), await app.make.person()];
    await wantDigest(ben);
    await wantDigest(eve);
    await account('First', [1]);
    expect(await textFor(ann)).toContain('First');
    await account('Second', [1]);
    expect(await textFor(ben)).toContain('First');
    expect(await textFor(ben)).not.toContain('Second');
    expect(await textFor(eve)).toBeUndefined();
  });

  test('nothing of an account whose only share ended since the accounts of the workspace were read', async () => {
    const cache = createDigestCache();
    const textFor = async ({ id }: { id: string }) => {
      app.mails.length = 0;
      sent += 1;
      await sendDigest(app.context, { providers, cache }, { userId: id, week: week(sent) });
      return app.mails[0]?.text ?? '';
    };
    const ben = await app.make.member(sales.id);
    await wantDigest(ben);
    const accountId = await account('Unshared', [1, 2, 3]);
    expect(await textFor(ann)).toContain('Unshared');
    const { domain_id: domainId } = await app.db
      .selectFrom('domain_shares')
      .select('domain_id')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    const { status } = await app.call('DELETE /api/accounts/domains/unshare', {
      token: ann.token,
      body: { domainId, workspaceId: sales.id },
    });
    expect(status).toBe(200);
    expect([await textFor(ben), await textFor(ann)]).toEqual(['', '']);
  });

  test('nothing that was withdrawn since the accounts of the workspace were read', async () => {
    const cache = createDigestCache();
    const textFor = async ({ id }: { id: string }) => {
      app.mails.length = 0;
      sent += 1;
      await sendDigest(app.context, { providers, cache }, { userId: id, week: week(sent) });
      return app.mails[0]?.text ?? '';
    };
    const quietDays = [45, 50, 55, 60, 65, 70, 75];
    const owners = await Promise.all([1, 2, 3, 4].map(() => app.make.member(sales.id)));
    const [busy, fallen, quiet, added] = owners as [MadePerson, MadePerson, MadePerson, MadePerson];
    const ids = [
      await account('Busy', [1, 2, 3], daysAgo(30), busy),
      await account('Fallen', [9, 10, 11, 12], daysAgo(30), fallen),
      await account('Quiet', quietDays, daysAgo(90), quiet),
      await account('Fresh', [], daysAgo(2), added),
    ];
    const before = await textFor(ann);
    for (const name of ['Busy', 'Fallen', 'Quiet', 'Fresh']) expect(before).toContain(name);
    for (const { id } of [busy, fallen, quiet]) {
      await app.db.transaction().execute((tx) => removeAllDomains(tx, id));
      await completeWithdrawals(app.db, { ownerId: id });
    }
    await deleteAccount(app.db, added, ids[3] ?? '');
    const ben = await app.make.member(sales.id);
    await wantDigest(ben);
    expect(await textFor(ben)).toBe('');
  });

  test('the own connections that bring nothing', async () => {
    const connect = (provider: string, given: object) =>
      app.db
        .insertInto('integrations')
        .values({
          owner_id: ann.id,
          provider,
          source: ann.email,
          credentials: Buffer.from('sealed'),
          credentials_key_id: 'own',
          ...given,
        })
        .execute();
    await connect('gmail', { needs_reauth: true });
    await connect('fireflies', { failures: 9, last_synced_at: daysAgo(3) });
    await connect('google_calendar', { failures: 1, last_synced_at: new Date() });
    const mail = await digestOf(ann);
    expect(mail?.text).toContain(`- Gmail, ${ann.email}: Access has ended. Connect it again.`);
    expect(mail?.text).toContain(
      `- fireflies, ${ann.email}: Syncing has failed for more than a day`,
    );
    expect(mail?.text).not.toContain('google_calendar');
  });
});

const slugOf = async ({ id }: Made) => {
  const { path } = await app.db
    .selectFrom('workspaces')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select(sql<string>`organizations.slug || '/' || workspaces.slug`.as('path'))
    .where('workspaces.id', '=', id)
    .executeTakeFirstOrThrow();
  return path;
};

describe('when it is sent', () => {
  /** Whether a user in a time zone gets an email at an instant. */
  const isSent = async (timeZone: string | null, at: string) => {
    await wantDigest(ann, { time_zone: timeZone, digest_week: null });
    app.mails.length = 0;
    app.jobs.recorded.length = 0;
    await enqueueDigests(app.context, new Date(at));
    await app.jobs.run();
    return app.mails.length > 0;
  };

  test.each([
    ['Europe/Berlin', '2026-11-23T06:59:00Z', false],
    ['Europe/Berlin', '2026-11-23T07:00:00Z', true],
    ['Europe/Berlin', '2026-11-23T22:59:00Z', true],
    ['Europe/Berlin', '2026-11-23T23:00:00Z', false],
    // During daylight saving time it is the same local hour.
    ['Europe/Berlin', '2026-07-20T06:00:00Z', true],
    ['Europe/Berlin', '2026-07-20T05:59:00Z', false],
    ['Pacific/Kiritimati', '2026-11-22T18:00:00Z', true],
    [null, '2026-11-23T12:59:00Z', false],
    [null, '2026-11-23T13:00:00Z', true],
    // A zone that this server does not know.
    ['Mars/Olympus', '2026-11-23T13:00:00Z', true],
  ])('in %s at %s: %s', async (zone, at, expected) => {
    await account('Acme', [1, 2]);
    expect(await isSent(zone, at)).toBe(expected);
  });

  const monday = new Date('2026-11-23T14:00:00Z');
  const run = async (now = monday) => {
    await enqueueDigests(app.context, now);
    await app.jobs.run();
  };

  test('once a week, however often it is looked for', async () => {
    await account('Acme', [1, 2]);
    await wantDigest(ann);
    await run();
    await run(new Date('2026-11-23T20:00:00Z'));
    expect(app.mails).toHaveLength(1);
    await run(new Date('2026-11-30T14:00:00Z'));
    expect(app.mails).toHaveLength(2);
    const ids = app.mails.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  test('once, also when several processes do it at the same time', async () => {
    await account('Acme', [1, 2]);
    await wantDigest(ann);
    const due = { userId: ann.id, week: '2026-11-23' };
    await Promise.all(Array.from({ length: 6 }, () => sendDigest(app.context, { providers }, due)));
    expect(app.mails).toHaveLength(1);
  });

  test('again after the mail server refused it, as the same message', async () => {
    await account('Acme', [1, 2]);
    await wantDigest(ann);
    mailFailure = new Error('down');
    await expect(run()).rejects.toThrow('down');
    mailFailure = undefined;
    await run();
    await run();
    expect(app.mails).toHaveLength(1);
  });

  test.each([{ weekly_digest: false }, { is_active: false }])(
    'never to a person with %j, also when that changed while it waited',
    async (values) => {
      await account('Acme', [1, 2]);
      await wantDigest(ann);
      await enqueueDigests(app.context, monday);
      expect(app.jobs.recorded).toHaveLength(1);
      await app.db.updateTable('users').set(values).where('id', '=', ann.id).execute();
      await app.jobs.run();
      await run();
      expect(app.mails).toEqual([]);
    },
  );

  test('not to those who joined today', async () => {
    await account('Acme', [1, 2]);
    await wantDigest(ann, { created_at: new Date() });
    await run();
    expect(app.mails).toEqual([]);
  });

  test('everyone is found, also beyond one part of the list', async () => {
    await sql`insert into users (email, name, created_at)
      select 'many' || number || '@example.com', 'Many', now() - interval '40 days' from generate_series(1, 1100) number
    `.execute(app.db);
    expect(await enqueueDigests(app.context, monday)).toBe(1_100);
    await sql`delete from users where name = 'Many'`.execute(app.db);
  });
});
