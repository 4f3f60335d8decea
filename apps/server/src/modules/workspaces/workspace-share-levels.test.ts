import { limits } from '@repo/contract/limits';
import { type ShareLevel, shareLevels } from '@repo/domain/sharing/share-level';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { tracking } from '../domains/tracking.fixture.ts';

let app: TestApp;
let workspaceId: string;
let owner: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspaceId = (await app.make.workspace()).id;
  owner = await app.make.person();
  await app.make.membership(workspaceId, owner.id, 'owner');
});
afterAll(() => app.close());

const choose = (body: { default: ShareLevel; least: ShareLevel }, token = owner.token) =>
  app.call('PUT /api/workspaces/{workspaceId}/share-levels', {
    token,
    params: { workspaceId },
    body,
  });

/** The levels as the workspace is listed with them. */
async function listed(token = owner.token) {
  const { data } = await app.call('GET /api/workspaces', { token });
  return data.items.find(({ id }) => id === workspaceId)?.shareLevels;
}

/** The level of the share of a user's domain. */
async function levelOf({ token }: MadePerson, domain: string) {
  const tracked = await tracking(app).trackedBy(token);
  return tracked.find((one) => one.domain === domain)?.workspaceShares[0]?.level;
}

async function track({ token }: MadePerson, domain: string): Promise<string> {
  const { data } = await tracking(app).importOne(token, domain);
  return data.results[0]?.domain.id ?? '';
}

describe('PUT /api/workspaces/{workspaceId}/share-levels', () => {
  test('owners are notified of what an administrator chooses, and not of what they choose', async () => {
    const admin = await app.make.person({ is_admin: true, name: 'Ada Admin' });
    app.mails.length = 0;
    await choose({ default: 'subject', least: 'subject' }, admin.token);
    await choose({ default: 'subject', least: 'subject' }, admin.token);
    await choose({ default: 'full', least: 'activity' });
    expect(app.mails.map(({ to }) => to)).toEqual([owner.email]);
    expect(app.mails[0]?.text).toContain('begin at the level “subject”');
  });

  test('a workspace shares everything and asks for nothing until an owner chooses', async () => {
    expect(await listed()).toEqual({ default: 'full', least: 'activity', participantsOnly: false });
  });

  test.each(
    shareLevels.flatMap((least, at) => shareLevels.slice(at).map((chosen) => [chosen, least])),
  )('an owner chooses the default %s and the least level %s', async (chosen, least) => {
    const levels = { default: chosen, least } as { default: ShareLevel; least: ShareLevel };
    const { status, data } = await choose(levels);
    expect([status, data]).toEqual([200, { ...levels, participantsOnly: false }]);
    const member = await app.make.member(workspaceId);
    expect(await listed(member.token)).toEqual({ ...levels, participantsOnly: false });
  });

  test.each([
    ['activity', 'subject'],
    ['activity', 'full'],
    ['subject', 'full'],
  ] as const)('the default %s is refused below the least level %s', async (chosen, least) => {
    const { status, error } = await choose({ default: chosen, least });
    expect([status, error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await listed()).toEqual({ default: 'full', least: 'activity', participantsOnly: false });
  });

  test('members cannot choose', async () => {
    const { token } = await app.make.member(workspaceId);
    const { status, error } = await choose({ default: 'subject', least: 'subject' }, token);
    expect(status).toBe(403);
    expect(error?.message).toBe(
      'Only an owner of the workspace can change the levels of its shares',
    );
  });

  test('a change is in the audit log, once', async () => {
    const levels = { default: 'subject', least: 'activity' } as const;
    await choose(levels);
    await choose(levels);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('actor_id', '=', owner.id)
      .where('action', '=', 'workspace.share-levels-changed')
      .execute();
    expect(entries).toEqual([
      {
        before: { defaultLevel: 'full', leastLevel: 'activity' },
        after: { defaultLevel: 'subject', leastLevel: 'activity' },
      },
    ]);
  });

  test('the number of changes in a day is limited; choosing the same is no change', async () => {
    const two = ['full', 'subject'] as const;
    for (let at = 0; at < limits.shareLevelChangesPerDay; at += 1) {
      const chosen = at % 2 === 0 ? two[1] : two[0];
      expect((await choose({ default: chosen, least: 'activity' })).status).toBe(200);
    }
    const now = await listed();
    expect((await choose({ default: now?.default ?? 'full', least: 'activity' })).status).toBe(200);
    const other = now?.default === 'full' ? 'subject' : 'full';
    expect((await choose({ default: other, least: 'activity' })).status).toBe(429);
  });
});

describe('a share without a level', () => {
  /** Each way to share with the workspace a domain that has an account there. */
  const ways = {
    'POST /api/accounts/domains/share': async (user: MadePerson, level?: ShareLevel) => {
      const colleague = await app.make.member(workspaceId);
      await tracking(app).importOne(colleague.token, 'acme.com', workspaceId);
      const domainId = await track(user, 'acme.com');
      return app.call('POST /api/accounts/domains/share', {
        token: user.token,
        body: { domainId, workspaceId, ...(level && { level }) },
      });
    },
    'POST /api/workspaces/{workspaceId}/shares': async (user: MadePerson, level?: ShareLevel) => {
      const domainId = await track(user, 'acme.com');
      return app.call('POST /api/workspaces/{workspaceId}/shares', {
        token: user.token,
        params: { workspaceId },
        body: { domains: [{ domainId, name: 'Acme' }], ...(level && { level }) },
      });
    },
    'POST /api/accounts/import': ({ token }: MadePerson, level?: ShareLevel) =>
      app.call('POST /api/accounts/import', {
        token,
        body: { domains: ['acme.com'], workspaceId, name: 'Acme', ...(level && { level }) },
      }),
  };

  describe.each(Object.entries(ways))('by %s', (_, shareBy) => {
    test.each(shareLevels)('has the default of the workspace, %s', async (level) => {
      await choose({ default: level, least: 'activity' });
      expect((await shareBy(owner)).status).toBe(200);
      expect(await levelOf(owner, 'acme.com')).toBe(level);
    });

    test('is full where the workspace has chosen none', async () => {
      await shareBy(owner);
      expect(await levelOf(owner, 'acme.com')).toBe('full');
    });

    test.each(shareLevels)(
      'has the level %s if it is given, also below the least',
      async (level) => {
        await choose({ default: 'full', least: 'full' });
        await shareBy(owner, level);
        expect(await levelOf(owner, 'acme.com')).toBe(level);
      },
    );
  });

  test('keeps its level when the default changes, and when it is shared again', async () => {
    await ways['POST /api/accounts/import'](owner);
    const domainId = await track(owner, 'acme.com');
    await choose({ default: 'activity', least: 'activity' });
    const body = { domainId, workspaceId };
    await app.call('POST /api/accounts/domains/share', { token: owner.token, body });
    expect(await levelOf(owner, 'acme.com')).toBe('full');
  });

  test('keeps its level when it moves to a workspace with another default', async () => {
    const from = await app.make.workspace();
    await app.make.membership(from.id, owner.id, 'member');
    await app.call('POST /api/accounts/import', {
      token: owner.token,
      body: { domains: ['acme.com'], workspaceId: from.id, name: 'Acme', level: 'activity' },
    });
    await choose({ default: 'full', least: 'full' });
    await ways['POST /api/accounts/import'](owner);
    expect(await levelOf(owner, 'acme.com')).toBe('activity');
  });
});

test('a user lowers one domain below the least level', async () => {
  await choose({ default: 'full', least: 'subject' });
  await tracking(app).importOne(owner.token, 'acme.com', workspaceId);
  const { data } = await app.call('PUT /api/accounts/domains/level', {
    token: owner.token,
    body: { domainIds: [await track(owner, 'acme.com')], level: 'activity' },
  });
  expect(data.results[0]?.problem).toBeUndefined();
  expect(await levelOf(owner, 'acme.com')).toBe('activity');
});
