import type { EndpointRequest } from '@repo/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveTexts } from '#modules/activities/leave-texts.ts';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { sampleMail } from '#modules/activities/sample-mail.fixture.ts';
import { setShareLevel, storeShareLevel } from '#modules/domains/set-share-level.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { treatAsCluster } from '#platform/database/distribution/storage.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import type { MadePerson } from '../test-makers.ts';
import { findHits, foundIn, readEverything } from './read-everything.ts';
import { needles, type SharedAtLevel, shareWithColleague } from './shared-at-level.ts';

/*
 * A workspace that leaves texts to those who took part: every endpoint that a member reads from × whether the member
 * took part, before the rows are stored in the new form and afterwards, on one node and on a cluster.
 */

interface World extends SharedAtLevel {
  owner: MadePerson;
  /** In Cc of the first message of the conversation, and in Bcc of it. */
  cora: MadePerson;
  hidden: MadePerson;
  /** The last message of that conversation. */
  mailId: string;
  callId: string;
}

async function createLab(): Promise<TestApp> {
  const mails: TestApp['mails'] = [];
  const app = await createTestApp({
    config: { webUrl: 'https://app.example', publicUrl: 'https://api.example', productName: '' },
    replace: { mailer: { send: async (mail) => void mails.push(mail) } },
  });
  app.mails = mails;
  return app;
}

const CONVERSATION = ['sierrasummary', 'romeobody'];

async function shareInFull(app: TestApp): Promise<World> {
  const shared = await shareWithColleague(app);
  const { workspaceId, ann, accountId } = shared;
  const cora = await app.make.member(workspaceId, { name: 'Cora' });
  const hidden = await app.make.member(workspaceId, { name: 'Hal' });
  const owner = await app.make.person({ name: 'Olga' });
  await app.make.membership(workspaceId, owner.id, 'owner');
  const yankee = { name: 'Yankeename', email: 'yankee@acme.com', role: 'from' as const };
  const mail = (key: string, given: object) =>
    sampleMail({
      key,
      title: 'Zulusubject',
      summary: 'Sierrasummary',
      textBody: 'Romeobody',
      ...given,
    });
  const me = { name: 'Ann', email: ann.email, role: 'to' as const };
  await tracking(app).capture(ann, [
    mail('with many', {
      participants: [yankee, me, { name: 'Cora', email: cora.email, role: 'cc' }],
      bcc: [{ name: 'Hal', email: hidden.email, role: 'other' }],
      messageIds: ['<many-1@acme.com>'],
      occurredAt: new Date(Date.now() - 7_200_000),
    }),
    mail('with one', {
      participants: [yankee, me],
      messageIds: ['<many-2@acme.com>', '<many-1@acme.com>'],
      occurredAt: new Date(Date.now() - 3_600_000),
    }),
  ]);
  const { rows } = await sql<{ id: string; type: string }>`
    select id, type from account_activities where account_id = ${accountId}
    order by occurred_at desc`.execute(app.db);
  const newest = (type: string, after = 0) =>
    rows.filter((one) => one.type === type).at(after)?.id ?? '';
  return {
    ...shared,
    activityIds: rows.map(({ id }) => id),
    owner,
    cora,
    hidden,
    mailId: newest('email'),
    callId: newest('call'),
  };
}

const choose = ({ app, workspaceId, owner }: World, participantsOnly: boolean) =>
  app.call('PUT /api/workspaces/{workspaceId}/share-levels', {
    token: owner.token,
    params: { workspaceId },
    body: { default: 'full', least: 'activity', participantsOnly },
  });

const open = async ({ app }: World, { token }: MadePerson, activityId: string) =>
  app.call('GET /api/activities/{activityId}', { token, params: { activityId } });

const textOf = async (world: World, reader: MadePerson, activityId = world.mailId) => {
  const answer = await open(world, reader, activityId);
  return answer.status === 404 ? [] : foundIn(JSON.stringify(answer.data), CONVERSATION);
};

/** Where a reader finds one of the words. */
async function surfacesWith(world: World, reader: MadePerson, words: readonly string[]) {
  const read = await readEverything({ ...world, bob: reader });
  return [...read].flatMap(([name, text]) => (foundIn(text, words).length > 0 ? [name] : []));
}

const withheld = [...needles.full, ...CONVERSATION];

describe.each(['on one node', 'on a cluster'])('%s', (storage) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createLab();
    if (storage === 'on a cluster') treatAsCluster(app.db);
  });
  afterAll(() => app.close());

  test('before the first step, no one reads a text, and none is found', async () => {
    const world = await shareInFull(app);
    expect(await textOf(world, world.bob)).toEqual(CONVERSATION);
    await app.db.transaction().execute((tx) => leaveTexts(tx, world.workspaceId, true));
    for (const reader of [world.bob, world.cora]) {
      expect(await surfacesWith(world, reader, withheld)).toEqual([]);
      expect(await findHits({ ...world, bob: reader }, withheld)).toEqual([]);
    }
  });

  test('once it is chosen, a colleague who did not take part finds a text nowhere', async () => {
    const world = await shareInFull(app);
    expect((await choose(world, true)).data).toMatchObject({ participantsOnly: true });
    await takeRemainingSteps(app.db);
    expect(await surfacesWith(world, world.bob, withheld)).toEqual([]);
    expect(await findHits(world, withheld)).toEqual([]);
    const { data } = await open(world, world.bob, world.mailId);
    expect(data.activity).toMatchObject({
      level: 'subject',
      title: 'Zulusubject',
      access: { state: 'none', isForParticipants: true },
    });
    const { rows } = await sql`
      select from account_activities
      where account_id = ${world.accountId} and (summary <> '' or location is not null)`.execute(
      app.db,
    );
    expect(rows).toEqual([]);
  });

  test('who took part in one message reads the conversation where it is opened, and nothing else', async () => {
    const world = await shareInFull(app);
    await choose(world, true);
    await takeRemainingSteps(app.db);
    for (const reader of [world.cora, world.hidden, world.ann]) {
      expect(await textOf(world, reader)).toEqual(CONVERSATION);
      expect(await textOf(world, reader, `conversation.${world.mailId}`)).toEqual(CONVERSATION);
      const { data } = await open(world, reader, world.mailId);
      expect(data.activity).not.toHaveProperty('access');
      expect(data.activity).not.toHaveProperty('level');
    }
    const { cora } = world;
    expect(await surfacesWith(world, cora, CONVERSATION)).toEqual([
      'GET /api/activities/{activityId}',
    ]);
    expect(await surfacesWith(world, cora, needles.full)).toEqual([]);
    expect(await findHits({ ...world, bob: cora }, withheld)).toEqual([]);
    // Of the hidden recipients, the others learn nothing.
    const { data } = await open(world, world.cora, `conversation.${world.mailId}`);
    expect(JSON.stringify(data)).not.toContain(world.hidden.email);
    // The call is Ann's: she reads its transcript, and they do not.
    const transcriptFor = async ({ token }: MadePerson) =>
      JSON.stringify(
        await app.call('GET /api/activities/{activityId}/fireflies-transcript', {
          token,
          params: { activityId: world.callId },
        }),
      );
    expect(await transcriptFor(world.ann)).toContain('Uniformtranscript');
    expect(await transcriptFor(world.cora)).not.toContain('Uniformtranscript');
  });
});

describe('with other rules', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createLab();
  });
  afterAll(() => app.close());

  const stricter: Record<string, (world: World) => Promise<unknown>> = {
    'its owner shares the subject': ({ ann, domainId }) =>
      setShareLevel(app.db, { userId: ann.id, domainId, level: 'subject' }),
    'its owner shares the subject, before it is stored': ({ ann, domainId }) =>
      storeShareLevel(app.db, { userId: ann.id, domainId, level: 'subject' }),
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
    'the workspace has deleted its text': ({ workspaceId }) =>
      sql`
        insert into workspace_retentions (workspace_id, texts_gone_before)
        values (${workspaceId}, now())`.execute(app.db),
    'who took part leaves': ({ cora, workspaceId }) =>
      app.db
        .deleteFrom('memberships')
        .where('user_id', '=', cora.id)
        .where('workspace_id', '=', workspaceId)
        .execute(),
  };

  test.each(Object.entries(stricter))('a text is gone for all when %s', async (_, change) => {
    const world = await shareInFull(app);
    await choose(world, true);
    await takeRemainingSteps(app.db);
    expect(await textOf(world, world.cora)).toEqual(CONVERSATION);
    await change(world);
    expect(await textOf(world, world.cora)).toEqual([]);
  });

  test('what its owner shares less of stays less, whenever that was chosen', async () => {
    const world = await shareInFull(app);
    const { ann, domainId } = world;
    await setShareLevel(app.db, { userId: ann.id, domainId, level: 'subject' });
    await choose(world, true);
    await takeRemainingSteps(app.db);
    expect(await textOf(world, world.cora)).toEqual([]);
    await setShareLevel(app.db, { userId: ann.id, domainId, level: 'full' });
    await takeRemainingSteps(app.db);
    expect(await textOf(world, world.cora)).toEqual(CONVERSATION);
    expect(await textOf(world, world.bob)).toEqual([]);
  });

  test('what is captured later is left to those who took part as well', async () => {
    const world = await shareInFull(app);
    await choose(world, true);
    await tracking(app).capture(world.ann, [
      sampleMail({ key: 'later', summary: 'Oscarsummary', textBody: 'Novemberbody' }),
    ]);
    expect(await surfacesWith(world, world.bob, ['oscarsummary', 'novemberbody'])).toEqual([]);
  });

  test('when it ends, everyone reads what is shared in full again', async () => {
    const world = await shareInFull(app);
    await choose(world, true);
    expect((await choose(world, false)).data).toMatchObject({ participantsOnly: false });
    await takeRemainingSteps(app.db);
    expect(await textOf(world, world.bob)).toEqual(CONVERSATION);
    expect(await findHits(world, ['whiskeybody', 'romeobody'])).toEqual([
      'whiskeybody',
      'romeobody',
    ]);
  });

  const connect = (world: World, provider: string, source: string) =>
    world.app.db
      .insertInto('integrations')
      .values({ owner_id: world.bob.id, provider, source })
      .execute();

  test.each([
    ['imap', false],
    ['caldav', false],
    ['microsoft_mail', false],
    ['fireflies', false],
    ['gmail', true],
  ])('whether an address that was connected by %s counts as own: %s', async (provider, counts) => {
    const world = await shareInFull(app);
    await choose(world, true);
    await takeRemainingSteps(app.db);
    await connect(world, provider, world.cora.email);
    expect(await textOf(world, world.bob)).toEqual(counts ? CONVERSATION : []);
  });

  /** Bob shares the company as well, with activities that he has sent in. */
  const sendIn = async (world: World, activities: Parameters<typeof sampleMail>[0][]) => {
    const { token } = world.bob;
    const { data } = await tracking(app).importOne(token, 'acme.com');
    const domainId = data.results[0]?.domain.id ?? '';
    const { workspaceId } = world;
    await app.call('POST /api/accounts/domains/share', { token, body: { domainId, workspaceId } });
    await tracking(app).capture(
      world.bob,
      activities.map((given) =>
        sampleMail({
          participants: [
            { name: 'Yankeename', email: 'yankee@acme.com', role: 'from' },
            { name: 'Bob', email: world.bob.email, role: 'to' },
          ],
          ...given,
        }),
      ),
    );
    await takeRemainingSteps(app.db);
  };

  test('an email that only refers to the conversation proves nothing, and its sender reads it', async () => {
    const world = await shareInFull(app);
    await choose(world, true);
    await sendIn(world, [
      { textBody: 'Limabody', messageIds: ['<made-up@x>', '<many-1@acme.com>'] },
    ]);
    expect(await textOf(world, world.bob)).toEqual([]);
    const { data } = await open(world, world.bob, `conversation.${world.mailId}`);
    expect(JSON.stringify(data)).toContain('Limabody');
    expect(foundIn(JSON.stringify(data), CONVERSATION)).toEqual([]);
  });

  test('a copy of one of its messages does', async () => {
    const world = await shareInFull(app);
    await choose(world, true);
    await sendIn(world, [{ key: 'with many', messageIds: ['<many-1@acme.com>'] }]);
    expect(await textOf(world, world.bob)).toEqual(CONVERSATION);
  });

  test('a call that is sent in with the identity of another one proves nothing', async () => {
    const world = await shareInFull(app);
    await choose(world, true);
    await sendIn(world, [
      { key: 'call', type: 'call', occurredAt: new Date(), textBody: 'Limabody' },
    ]);
    const read = await open(world, world.bob, world.callId);
    const transcript = await app.call('GET /api/activities/{activityId}/fireflies-transcript', {
      token: world.bob.token,
      params: { activityId: world.callId },
    });
    expect(read.status).toBe(200);
    expect(foundIn(JSON.stringify([read.data, transcript]), needles.full)).toEqual([]);
  });

  type Answer = EndpointRequest<'PUT /api/access-requests/{requestId}'>['body']['answer'];
  const answer = async ({ ann }: World, chosen: Answer) => {
    const { data } = await app.call('GET /api/access-requests', { token: ann.token });
    return app.call('PUT /api/access-requests/{requestId}', {
      token: ann.token,
      params: { requestId: data.requests[0]?.id ?? '' },
      body: { answer: chosen },
    });
  };

  test('who did not take part asks its owner, who grants that conversation', async () => {
    const world = await shareInFull(app);
    await choose(world, true);
    await takeRemainingSteps(app.db);
    const request = ({ token }: MadePerson) =>
      app.call('POST /api/activities/{activityId}/access', {
        token,
        params: { activityId: world.mailId },
      });
    expect((await request(world.cora)).status).toBe(409);
    expect((await request(world.bob)).data.access.state).toBe('asked');
    const { status, error } = await answer(world, 'domain');
    expect([status, error?.message]).toEqual([409, expect.stringContaining('took part')]);
    expect((await answer(world, 'conversation')).status).toBe(200);
    expect(await textOf(world, world.bob)).toEqual(CONVERSATION);
    expect(await surfacesWith(world, world.bob, needles.full)).toEqual([]);
    await answer(world, 'declined');
    expect(await textOf(world, world.bob)).toEqual([]);
  });

  test('its owner is told why colleagues see no text', async () => {
    const world = await shareInFull(app);
    await choose(world, true);
    await takeRemainingSteps(app.db);
    const { data } = await app.call('GET /api/accounts/domains/{id}/as-colleagues-see', {
      token: world.ann.token,
      params: { id: world.domainId },
      query: {},
    });
    expect(data).toMatchObject({ level: 'full', participantsOnly: true });
    expect(new Set(data.activities.map(({ reason }) => reason))).toEqual(
      new Set(['participants-only']),
    );
  });

  test('the log has the choice, and owners receive an email about that of an administrator', async () => {
    const world = await shareInFull(app);
    const admin = await app.make.person({ is_admin: true, name: 'Ada' });
    app.mails.length = 0;
    await choose({ ...world, owner: admin }, true);
    await choose({ ...world, owner: admin }, true);
    const { rows } = await sql<{ before: object; after: object }>`
      select before, after from audit_entries
      where actor_id = ${admin.id} and action = 'workspace.share-levels-changed'`.execute(app.db);
    const levels = { defaultLevel: 'full', leastLevel: 'activity' };
    expect(rows).toEqual([
      {
        before: { ...levels, participantsOnly: false },
        after: { ...levels, participantsOnly: true },
      },
    ]);
    expect(app.mails.map(({ to }) => to)).toEqual([world.owner.email]);
    expect(app.mails[0]?.text).toContain('took part');
  });
});
