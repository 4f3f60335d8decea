import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MadePerson } from '#test/test-makers.ts';
import {
  contribute,
  daysAgo,
  inPeopleWorkspace,
  lee,
  mail,
} from '../../accounts/people/people.fixture.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';

const lab = inPeopleWorkspace();

const read = async ({ token } = lab.ann) =>
  (await lab.app.call('GET /api/notices', { token })).data;
const kinds = async (person = lab.ann) => (await read(person)).notices.map(({ kind }) => kind);
const mark = (ids: string[], isRead = true, { token } = lab.ann) =>
  lab.app.call('PUT /api/notices/read', { token, body: { ids, isRead } });
const capture = (person: MadePerson, ...activities: ActivityToCapture[]) =>
  tracking(lab.app).capture(person, activities);
const change = (body: object) =>
  lab.app.call('PUT /api/auth/notifications', { token: lab.ann.token, body });
const own = () =>
  lab.app.call('PUT /api/accounts/{accountId}/owner', {
    token: lab.ann.token,
    params: { accountId: lab.accountId },
    body: { userId: lab.ann.id },
  });
const remove = () =>
  lab.app.call('DELETE /api/accounts/{accountId}', {
    token: lab.ben.token,
    params: { accountId: lab.accountId },
  });
const leave = async () => {
  const olga = await lab.app.make.person();
  await lab.app.make.membership(lab.workspaceId, olga.id, 'owner');
  return lab.app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
    token: olga.token,
    params: { workspaceId: lab.workspaceId, userId: lab.ann.id },
  });
};

/** Makes Acme a favourite of Ann, since some days. */
async function favour(days: number) {
  await lab.app.call('PUT /api/workspaces/{workspaceId}/favourites', {
    token: lab.ann.token,
    params: { workspaceId: lab.workspaceId },
    body: { accountIds: [lab.accountId], isFavourite: true },
  });
  await sql`update own_accounts set favourite_at = ${daysAgo(days)}
    where user_id = ${lab.ann.id}`.execute(lab.app.db);
}

const written = (days: number) => mail(days, lab.ann, [lee.email]);
const answered = (days: number, given: Partial<ActivityToCapture> = {}) =>
  mail(days, lee, [lab.ann.email], given);

describe('a colleague shares activities of an account that the reader owns', () => {
  beforeEach(() => contribute(lab.app, lab.ben));

  test('is a notice with the colleague and the account, to its owner alone', async () => {
    await own();
    expect(await read()).toEqual({
      notices: [
        {
          id: expect.any(String),
          kind: 'share',
          at: expect.any(String),
          isRead: false,
          workspace: {
            slug: expect.any(String),
            orgSlug: expect.any(String),
            name: expect.any(String),
          },
          by: { name: 'Ben', email: lab.ben.email },
          accounts: [{ id: lab.accountId, name: 'Acme' }],
          total: 1,
          connection: null,
        },
      ],
      unread: 1,
    });
    expect(await kinds(lab.ben)).toEqual([]);
  });

  test.each([
    ['the account has another owner', async () => {}],
    ['the account is deleted', async () => void (await own(), await remove())],
    ['the reader left the workspace', async () => void (await own(), await leave())],
    [
      'it is no longer shared',
      async () => {
        await own();
        const domain = await lab.app.db
          .selectFrom('domain_shares')
          .select('domain_id')
          .where('owner_id', '=', lab.ben.id)
          .executeTakeFirstOrThrow();
        await lab.app.call('DELETE /api/accounts/domains/unshare', {
          token: lab.ben.token,
          body: { domainId: domain.domain_id, workspaceId: lab.workspaceId },
        });
      },
    ],
    [
      'it is more than 30 days ago',
      async () => {
        await own();
        await sql`update domain_shares set shared_at = ${daysAgo(31)}`.execute(lab.app.db);
      },
    ],
    [
      'the share shows nothing, since nothing is captured or all of it is private',
      async () => {
        await own();
        await lab.app.db
          .deleteFrom('account_contributors')
          .where('user_id', '=', lab.ben.id)
          .execute();
      },
    ],
    [
      'the share is an old one that someone restored with its account',
      async () => {
        await own();
        await sql`update domain_shares set shared_at = ${daysAgo(40)}`.execute(lab.app.db);
        await remove();
        await lab.app.call(
          'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore',
          {
            token: lab.ann.token,
            params: { workspaceId: lab.workspaceId, accountId: lab.accountId },
          },
        );
        await contribute(lab.app, lab.ben);
        const restored = await lab.app.db
          .selectFrom('domain_shares')
          .select('shared_at')
          .where('owner_id', '=', lab.ben.id)
          .execute();
        expect(restored).toEqual([{ shared_at: daysAgo(40) }]);
        await own();
      },
    ],
  ])('is no notice where %s', async (_, arrange) => {
    await arrange();
    expect(await kinds()).toEqual([]);
  });

  test('many shares of a day are one notice, which a later one makes unread again', async () => {
    await own();
    const [notice] = (await read()).notices;
    await mark([notice?.id ?? '']);
    expect((await read()).unread).toBe(0);
    for (const domain of ['b.example', 'c.example', 'd.example', 'e.example']) {
      const { data } = await tracking(lab.app).importOne(lab.ben.token, domain, lab.workspaceId);
      await lab.app.call('PUT /api/accounts/{accountId}/owner', {
        token: lab.ann.token,
        params: { accountId: data.results[0]?.workspaceAccount?.id ?? '' },
        body: { userId: lab.ann.id },
      });
    }
    await contribute(lab.app, lab.ben);
    const { notices, unread } = await read();
    expect(notices.map(({ id, total, accounts }) => [id, total, accounts.length])).toEqual([
      [notice?.id, 5, limits.noticeAccounts],
    ]);
    expect(unread).toBe(1);
  });
});

describe('the first answer of a favourite', () => {
  test('is a notice on the day of the first one, also of the day on which we wrote', async () => {
    await favour(20);
    await capture(lab.ann, written(10), written(9));
    expect(await kinds()).toEqual([]);
    await capture(lab.ann, answered(5), answered(3));
    const { notices } = await read();
    expect(notices).toMatchObject([{ kind: 'answer', accounts: [{ name: 'Acme' }], by: null }]);
    expect(notices[0]?.id).toContain(daysAgo(5).toISOString().slice(0, 10));
  });

  test('does not tell its time while the level is being lowered', async () => {
    await favour(20);
    await capture(lab.ann, written(10), answered(5));
    expect((await read()).notices[0]?.at).toBe(daysAgo(5).toISOString());
    await lab.app.db
      .insertInto('level_changes')
      .values({
        workspace_id: lab.workspaceId,
        account_id: lab.accountId,
        owner_id: lab.ann.id,
        level: 0,
      })
      .execute();
    expect((await read()).notices[0]?.at).toBe(daysAgo(5, 12).toISOString());
  });

  test('may come on the day on which we wrote', async () => {
    await favour(20);
    await capture(
      lab.ann,
      mail(0, lab.ann, [lee.email], { occurredAt: daysAgo(4, 15) }),
      mail(0, lee, [lab.ann.email], { occurredAt: daysAgo(4, 17) }),
    );
    expect(await kinds()).toEqual(['answer']);
  });

  test.each([
    ['they wrote first', 20, () => [answered(5), written(4)]],
    [
      'they wrote first, on the day of our answer',
      20,
      () => [
        mail(0, lee, [lab.ann.email], { occurredAt: daysAgo(4, 15) }),
        mail(0, lab.ann, [lee.email], { occurredAt: daysAgo(4, 17) }),
      ],
    ],
    ['it is automatic', 20, () => [written(10), answered(5, { isAutomatic: true })]],
    ['it is older than the favourite', 3, () => [written(10), answered(5)]],
    ['it is older than 30 days', 60, () => [written(40), answered(35)]],
  ])('is no notice where %s', async (_, favouriteSince, mails) => {
    await favour(favouriteSince);
    await capture(lab.ann, ...mails());
    expect(await kinds()).toEqual([]);
  });
});

describe('a favourite goes quiet', () => {
  const busyUntil = (days: number) =>
    capture(lab.ann, ...[0, 1, 2, 3, 4, 5].map((more) => written(days + more)));

  test('is a notice once it does, and not to a colleague', async () => {
    await favour(60);
    await busyUntil(45);
    expect(await kinds()).toEqual(['quiet']);
    expect(await kinds(lab.ben)).toEqual([]);
  });

  test.each([
    ['it was quiet before it became a favourite', 1, 45],
    ['it is not quiet yet', 60, 41],
    ['it has been quiet for longer than 30 days', 90, 73],
  ])('is no notice where %s', async (_, favouriteSince, days) => {
    await favour(favouriteSince);
    await busyUntil(days);
    expect(await kinds()).toEqual([]);
  });

  const dismiss = () =>
    lab.app.call('PUT /api/accounts/{accountId}/quiet-dismissal', {
      token: lab.ben.token,
      params: { accountId: lab.accountId },
      body: { until: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10) },
    });
  test.each([
    ['somebody dismissed it', dismiss],
    ['the account is deleted', remove],
    ['the reader left the workspace', leave],
  ])('is no notice where %s', async (_, arrange) => {
    await favour(60);
    await busyUntil(45);
    expect((await arrange()).status).toBe(200);
    expect(await kinds()).toEqual([]);
  });
});

describe('a connection of the reader', () => {
  const connect = (given = {}) =>
    lab.app.db
      .insertInto('integrations')
      .values({
        owner_id: lab.ann.id,
        provider: 'gmail',
        source: lab.ann.email,
        credentials: Buffer.from('sealed'),
        credentials_key_id: 'own',
        needs_reauth: true,
        ...given,
      })
      .execute();

  test('is a notice while it has to be connected again', async () => {
    await connect();
    expect((await read()).notices).toMatchObject([
      { kind: 'connection', connection: expect.stringContaining(lab.ann.email), workspace: null },
    ]);
    expect(await kinds(lab.ben)).toEqual([]);
    await lab.app.db.updateTable('integrations').set({ needs_reauth: false }).execute();
    expect(await kinds()).toEqual([]);
  });

  test('is unread again when it breaks after it was connected again', async () => {
    await connect();
    await mark((await read()).notices.map(({ id }) => id));
    expect((await read()).unread).toBe(0);
    await lab.app.db.updateTable('integrations').set({ connected_at: new Date() }).execute();
    expect((await read()).unread).toBe(1);
  });
});

test('a kind that is switched off is no notice', async () => {
  await own();
  await favour(60);
  await capture(lab.ann, written(10), answered(5));
  await contribute(lab.app, lab.ben);
  expect((await kinds()).toSorted()).toEqual(['answer', 'share']);
  await change({ shareNotices: false });
  expect(await kinds()).toEqual(['answer']);
  await change({ answerNotices: false, shareNotices: true });
  expect(await kinds()).toEqual(['share']);
});

describe('read and unread', () => {
  test('each is of the reader alone, and can be taken back', async () => {
    await own();
    await contribute(lab.app, lab.ben);
    const [notice] = (await read()).notices;
    await mark([notice?.id ?? ''], true, lab.ben);
    expect((await read()).unread).toBe(1);
    await mark([notice?.id ?? '']);
    expect((await read()).notices[0]?.isRead).toBe(true);
    await mark([notice?.id ?? ''], false);
    expect((await read()).unread).toBe(1);
  });

  test('what is no notice of the reader is not stored', async () => {
    await own();
    const ids = ['x', '<script>', '💥'.repeat(20), `share ${lab.workspaceId} ${lab.ben.id}`];
    expect((await mark(ids)).status).toBe(200);
    const rows = await lab.app.db.selectFrom('read_notices').selectAll().execute();
    expect(rows.filter(({ owner_id }) => owner_id === lab.ann.id)).toEqual([]);
  });

  test.each([
    ['none', []],
    ['too many', Array.from({ length: limits.notices + 1 }, (_, index) => `x${index}`)],
    ['too long', ['x'.repeat(201)]],
    ['a control character', ['share\u0000']],
  ])('%s is refused', async (_, ids) => {
    expect((await mark(ids)).status).toBe(400);
  });
});
