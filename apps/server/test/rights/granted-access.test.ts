import type { EndpointRequest } from '@repo/contract/endpoints';
import { addDays, businessDayOf, startOfBusinessDay } from '@repo/domain/time/business-day';
import { type ShareLevel, shareLevels } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleMail } from '#modules/activities/sample-mail.fixture.ts';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { forgetEndedRequests } from '#modules/domains/access/forget-ended-requests.ts';
import { setShareLevel } from '#modules/domains/set-share-level.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import type { MadePerson } from '../test-makers.ts';
import { foundIn, readEverything, withheldAt } from './read-everything.ts';
import { needles, type SharedAtLevel, shareWithColleague } from './shared-at-level.ts';

/*
 * What a colleague reads who was granted access to a conversation, a call or a meeting: that one in full, where it is
 * opened, and nothing else. A third colleague reads as before.
 */

let app: TestApp;
beforeAll(async () => {
  const mails: TestApp['mails'] = [];
  app = await createTestApp({
    config: { webUrl: 'https://app.example', publicUrl: 'https://api.example', productName: '' },
    replace: { mailer: { send: async (mail) => void mails.push(mail) } },
  });
  app.mails = mails;
});
afterAll(() => app.close());

type Answer = EndpointRequest<'PUT /api/access-requests/{requestId}'>['body'];

interface World extends SharedAtLevel {
  /** A colleague who asks for nothing. */
  eve: MadePerson;
  /** Of the newer email of the conversation, and of the call. */
  mailId: string;
  callId: string;
}

async function shareAt(level: ShareLevel): Promise<World> {
  const shared = await shareWithColleague(app);
  const eve = await app.make.member(shared.workspaceId, { name: 'Eve' });
  const { rows } = await sql<{ id: string; type: string }>`
    select id, type from account_activities where account_id = ${shared.accountId}
    order by occurred_at desc`.execute(app.db);
  await setShareLevel(app.db, { userId: shared.ann.id, domainId: shared.domainId, level });
  await takeRemainingSteps(app.db);
  return {
    ...shared,
    eve,
    mailId: rows.find(({ type }) => type === 'email')?.id ?? '',
    callId: rows.find(({ type }) => type === 'call')?.id ?? '',
  };
}

const request = (activityId: string, { token }: { token: string }) =>
  app.call('POST /api/activities/{activityId}/access', { token, params: { activityId } });

const requestsTo = async ({ token }: { token: string }) =>
  (await app.call('GET /api/access-requests', { token })).data.requests;

async function answer(by: { token: string }, body: Answer, index = 0) {
  const found = (await requestsTo(by))[index];
  return app.call('PUT /api/access-requests/{requestId}', {
    token: by.token,
    params: { requestId: found?.id ?? '' },
    body,
  });
}

const open = async (activityId: string, { token }: { token: string }) =>
  JSON.stringify(
    await app.call('GET /api/activities/{activityId}', { token, params: { activityId } }),
  );

const accessTo = async (activityId: string, { token }: { token: string }) => {
  const { data } = await app.call('GET /api/activities/{activityId}', {
    token,
    params: { activityId },
  });
  return 'access' in data.activity ? data.activity.access : undefined;
};

const transcriptOf = async (activityId: string, { token }: { token: string }) =>
  JSON.stringify(
    await app.call('GET /api/activities/{activityId}/fireflies-transcript', {
      token,
      params: { activityId },
    }),
  );

async function grant(shared: World, activityId: string, body: Answer = { answer: 'conversation' }) {
  expect((await request(activityId, shared.bob)).status).toBe(200);
  expect((await answer(shared.ann, body)).status).toBe(200);
}

const below = shareLevels.filter((level) => level !== 'full');
/** Everything that the level withholds of an email, in its own words. */
const words = ['zulusubject', 'yankeename', 'whiskeybody', 'tangofile'];

describe.each(below)('at the level %s', (level) => {
  test('a colleague who is granted access reads the conversation in full, and nothing else', async () => {
    const shared = await shareAt(level);
    expect(foundIn(await open(shared.mailId, shared.bob), ['whiskeybody'])).toEqual([]);
    expect(await accessTo(shared.mailId, shared.bob)).toEqual({ state: 'none' });
    await grant(shared, shared.mailId);
    expect(foundIn(await open(shared.mailId, shared.bob), words)).toEqual(words);
    expect(await accessTo(shared.mailId, shared.bob)).toMatchObject({ state: 'granted' });
    // The earlier email of the conversation; at the level activity no one is shown that it belongs to it.
    const [earlier = ''] = shared.activityIds.filter((id) => id !== shared.mailId).slice(-3);
    const texts = await Promise.all(shared.activityIds.map((id) => open(id, shared.bob)));
    const opened = texts.filter((text) => foundIn(text, ['whiskeybody']).length > 0);
    expect(earlier).not.toBe('');
    expect(opened).toHaveLength(2);
    expect(await transcriptOf(shared.callId, shared.bob)).not.toContain('Uniformtranscript');
  });

  test('no other surface and no other colleague shows more than before', async () => {
    const shared = await shareAt(level);
    await request(shared.mailId, shared.eve);
    await answer(shared.ann, { answer: 'declined' });
    await grant(shared, shared.mailId);
    await request(shared.callId, shared.bob);
    await answer(shared.ann, { answer: 'conversation' });
    expect(await transcriptOf(shared.callId, shared.bob)).toContain('Uniformtranscript');
    const leaksTo = async (reader: MadePerson) =>
      [...(await readEverything({ ...shared, bob: reader }))].flatMap(([name, text]) =>
        foundIn(text, withheldAt[level]).map((word) => `${name}: ${word}`),
      );
    const places = new Set((await leaksTo(shared.bob)).map((leak) => leak.split(': ')[0]));
    expect([...places].toSorted()).toEqual([
      'GET /api/activities/{activityId}',
      'GET /api/activities/{activityId}/fireflies-transcript',
    ]);
    expect(await leaksTo(shared.eve)).toEqual([]);
    expect(await accessTo(shared.mailId, shared.eve)).toMatchObject({ state: 'declined' });
  });

  test('a later email of the conversation is shown as well', async () => {
    const shared = await shareAt(level);
    await grant(shared, shared.mailId);
    await tracking(app).capture(shared.ann, [
      sampleMail({ textBody: 'Sierrabody', messageIds: ['<third@acme.com>', '<second@acme.com>'] }),
      sampleMail({ textBody: 'Romeobody', messageIds: ['<alone@acme.com>'] }),
    ]);
    const { rows } = await sql<{ id: string }>`
      select id from account_activities where account_id = ${shared.accountId}`.execute(app.db);
    const texts = await Promise.all(rows.map(({ id }) => open(id, shared.bob)));
    expect(foundIn(texts.join(), ['Sierrabody', 'Romeobody'])).toEqual(['Sierrabody']);
  });

  const endings: Record<string, (shared: World) => Promise<unknown>> = {
    'its owner ends it': ({ ann }) => answer(ann, { answer: 'declined' }),
    'the domain is no longer shared': ({ ann, domainId, workspaceId }) =>
      app.call('DELETE /api/accounts/domains/unshare', {
        token: ann.token,
        body: { domainId, workspaceId },
      }),
    'the domain is shared again': async ({ ann, domainId, workspaceId }) => {
      const body = { domainId, workspaceId };
      await app.call('DELETE /api/accounts/domains/unshare', { token: ann.token, body });
      await app.call('POST /api/accounts/domains/share', {
        token: ann.token,
        body: { ...body, level },
      });
    },
    'an address is protected': ({ ann }) =>
      app.call('PUT /api/protected-addresses', {
        token: ann.token,
        body: { address: 'yankee@acme.com', shares: 'activity' },
      }),
    'the conversation is kept private': ({ ann, mailId }) =>
      app.call('POST /api/activities/{activityId}/private', {
        token: ann.token,
        params: { activityId: mailId },
      }),
    'the conversation is kept private, and shared again': async ({ ann, mailId }) => {
      const { data } = await app.call('POST /api/activities/{activityId}/private', {
        token: ann.token,
        params: { activityId: mailId },
      });
      await app.call('DELETE /api/private-conversations/{conversationId}', {
        token: ann.token,
        params: data,
      });
    },
    'the colleague is removed': ({ bob, workspaceId }) =>
      app.db
        .deleteFrom('memberships')
        .where('user_id', '=', bob.id)
        .where('workspace_id', '=', workspaceId)
        .execute(),
    'the colleague is removed and comes back': async ({ bob, workspaceId }) => {
      const of = app.db.deleteFrom('memberships').where('user_id', '=', bob.id);
      await of.where('workspace_id', '=', workspaceId).execute();
      await app.make.membership(workspaceId, bob.id);
    },
    'the owner leaves': ({ ann, workspaceId }) =>
      app.db
        .deleteFrom('memberships')
        .where('user_id', '=', ann.id)
        .where('workspace_id', '=', workspaceId)
        .execute(),
    'the workspace is archived': ({ workspaceId }) =>
      app.db
        .updateTable('workspaces')
        .set({ archived_at: new Date() })
        .where('id', '=', workspaceId)
        .execute(),
    'it has ended': ({ ann }) =>
      sql`update access_requests set ends_at = now() where owner_id = ${ann.id}`.execute(app.db),
  };

  test.each(Object.entries(endings))('access is gone at once when %s', async (_, end) => {
    const shared = await shareAt(level);
    await grant(shared, shared.mailId);
    expect(foundIn(await open(shared.mailId, shared.bob), ['whiskeybody'])).not.toEqual([]);
    await end(shared);
    const texts = [...(await readEverything(shared)).values()].join('\n');
    expect(foundIn(texts, needles.full)).toEqual([]);
  });
});

test('lowering the level ends what was granted at the higher one', async () => {
  const shared = await shareAt('subject');
  const { ann, bob, domainId, mailId } = shared;
  await grant(shared, mailId);
  await setShareLevel(app.db, { userId: ann.id, domainId, level: 'activity' });
  expect(foundIn(await open(mailId, bob), words)).toEqual([]);
  // Nor does it come back.
  await setShareLevel(app.db, { userId: ann.id, domainId, level: 'subject' });
  expect(foundIn(await open(mailId, bob), ['whiskeybody'])).toEqual([]);
});

test('granted for the domain, everyone sees everything of it, and no request is left', async () => {
  const shared = await shareAt('activity');
  await grant(shared, shared.mailId, { answer: 'domain' });
  await takeRemainingSteps(app.db);
  for (const reader of [shared.bob, shared.eve]) {
    expect(foundIn(await open(shared.mailId, reader), words)).toEqual(words);
    expect(await accessTo(shared.mailId, reader)).toBeUndefined();
  }
  expect(await requestsTo(shared.ann)).toEqual([]);
  expect((await request(shared.mailId, shared.eve)).status).toBe(409);
});

test('a conversation is asked for once, whichever of its messages is named', async () => {
  const shared = await shareAt('subject');
  const first = await request(`conversation.${shared.mailId}`, shared.bob);
  expect(first.data.access).toMatchObject({ state: 'asked' });
  expect((await request(shared.mailId, shared.bob)).data).toEqual(first.data);
  const requests = await requestsTo(shared.ann);
  expect(requests).toMatchObject([
    {
      by: { name: 'Bob' },
      title: 'Zulusubject',
      domain: 'acme.com',
      activityId: shared.mailId,
      accountId: shared.accountId,
      isGranted: false,
      lastDay: null,
    },
  ]);
  expect(await requestsTo(shared.bob)).toEqual([]);
});

test('what is declined says so, cannot be asked for again at once, and later it can', async () => {
  const shared = await shareAt('subject');
  await request(shared.mailId, shared.bob);
  await answer(shared.ann, { answer: 'declined' });
  expect(await accessTo(shared.mailId, shared.bob)).toMatchObject({ state: 'declined' });
  expect((await request(shared.mailId, shared.bob)).data.access.state).toBe('declined');
  expect(await requestsTo(shared.ann)).toEqual([]);
  await sql`update access_requests set answered_at = now() - interval '31 days'
    where owner_id = ${shared.ann.id}`.execute(app.db);
  expect(await accessTo(shared.mailId, shared.bob)).toEqual({ state: 'none' });
  expect((await request(shared.mailId, shared.bob)).data.access.state).toBe('asked');
  expect(await requestsTo(shared.ann)).toHaveLength(1);
});

test('a grant with a last day ends with it, in the time zone of the workspace', async () => {
  const shared = await shareAt('subject');
  const today = businessDayOf(new Date());
  await request(shared.mailId, shared.bob);
  for (const lastDay of [addDays(today, -1), addDays(today, 400)]) {
    expect((await answer(shared.ann, { answer: 'conversation', lastDay })).status).toBe(400);
  }
  await answer(shared.ann, { answer: 'conversation', lastDay: addDays(today, 7) });
  const access = await accessTo(shared.mailId, shared.bob);
  const lastDay = addDays(today, 7);
  expect(access).toMatchObject({ state: 'granted', lastDay });
  expect(await requestsTo(shared.ann)).toMatchObject([{ isGranted: true, lastDay }]);
  const { rows } = await sql<{ endsAt: Date }>`
    select ends_at as "endsAt" from access_requests where owner_id = ${shared.ann.id}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ endsAt: startOfBusinessDay(addDays(lastDay, 1)) }]);
});

test('a protected conversation is not granted, and the colleague does not learn why', async () => {
  const shared = await shareAt('full');
  const { ann, bob, mailId } = shared;
  const body = { address: 'yankee@acme.com', shares: 'activity' } as const;
  await app.call('PUT /api/protected-addresses', { token: ann.token, body });
  await request(mailId, bob);
  for (const chosen of ['conversation', 'domain'] as const) {
    const { status, error } = await answer(ann, { answer: chosen });
    expect({ status, message: error?.message }).toMatchObject({
      status: 409,
      message: expect.stringContaining('protected'),
    });
  }
  expect(await accessTo(mailId, bob)).toMatchObject({ state: 'asked' });
  expect(foundIn(await open(mailId, bob), words)).toEqual([]);
});

test('what cannot be seen, is shown already, or is one’s own cannot be asked for', async () => {
  const shared = await shareAt('subject');
  const stranger = await app.make.person();
  const { status, error } = await request(shared.mailId, stranger);
  const absent = await request('00000000-0000-4000-8000-000000000000', shared.bob);
  expect([status, absent.status]).toEqual([404, 404]);
  expect(error).toEqual(absent.error);
  expect((await request(shared.mailId, shared.ann)).status).toBe(409);
  expect(await accessTo(shared.mailId, shared.ann)).toBeUndefined();
  const other = await shareAt('full');
  expect((await request(other.mailId, other.bob)).status).toBe(409);
  const { rows } = await sql`select from access_requests where asker_id = any(${[
    stranger.id,
    shared.bob.id,
    shared.ann.id,
    other.bob.id,
  ]}::uuid[])`.execute(app.db);
  expect(rows).toEqual([]);
});

test('a request is answered by the one who was asked', async () => {
  const shared = await shareAt('subject');
  await request(shared.mailId, shared.bob);
  const [found] = await requestsTo(shared.ann);
  for (const { token } of [shared.bob, shared.eve]) {
    for (const chosen of ['conversation', 'domain', 'declined'] as const) {
      const { status } = await app.call('PUT /api/access-requests/{requestId}', {
        token,
        params: { requestId: found?.id ?? '' },
        body: { answer: chosen },
      });
      expect(status).toBe(404);
    }
  }
  expect(await accessTo(shared.mailId, shared.bob)).toMatchObject({ state: 'asked' });
});

test('the log names who was answered and the domain, and no subject', async () => {
  const shared = await shareAt('subject');
  await grant(shared, shared.mailId);
  await answer(shared.ann, { answer: 'declined' });
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'person_id', 'after'])
    .where('actor_id', '=', shared.ann.id)
    .where('action', 'like', 'access.%')
    .orderBy('at')
    .execute();
  expect(entries).toEqual([
    {
      action: 'access.granted',
      person_id: shared.bob.id,
      after: { domain: 'acme.com', shows: 'conversation' },
    },
    { action: 'access.ended', person_id: shared.bob.id, after: { domain: 'acme.com' } },
  ]);
});

test('a colleague can have 50 open requests', async () => {
  const shared = await shareAt('activity');
  await sql`
    insert into access_requests (owner_id, asker_id, workspace_id, domain_id, refs)
    select ${shared.ann.id}, ${shared.bob.id}, ${shared.workspaceId}, ${shared.domainId},
      array[gen_random_uuid()]
    from generate_series(1, 47)`.execute(app.db);
  // At once, so that each would count those before the others.
  const answers = await Promise.all(shared.activityIds.map((id) => request(id, shared.bob)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.map(({ error }) => error?.code)).toContain('LIMIT_REACHED');
});

test('requests that no longer hold are deleted', async () => {
  const shared = await shareAt('activity');
  await request(shared.mailId, shared.bob);
  await forgetEndedRequests(app.db);
  expect(await requestsTo(shared.ann)).toHaveLength(1);
  await sql`update access_requests set asked_at = now() - interval '91 days'
    where owner_id = ${shared.ann.id}`.execute(app.db);
  await forgetEndedRequests(app.db);
  const { rows } = await sql`select from access_requests where owner_id = ${shared.ann.id}`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
});
