import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { sampleMail } from '../activities/sample-mail.fixture.ts';
import { deleteDomain } from './delete-domain.ts';
import { completeRemoval, enqueueRemoval, removeDomainJob } from './remove-domain.job.ts';
import { removeDomain } from './remove-domain.ts';
import { tracking } from './tracking.fixture.ts';

const app = await createTestApp();
afterAll(() => app.close());
const { settle, capture, importOne, trackedBy, accountsOf } = tracking(app);

describe('DELETE /api/accounts/domains/{id}', () => {
  const remove = (token: string, id: string) =>
    app.call('DELETE /api/accounts/domains/{id}', { token, params: { id } });

  test('removes what it published and what was captured for it alone', async () => {
    const { workspace, person, token } = await settle();
    await importOne(token, 'acme.com', workspace.id);
    await importOne(token, 'other.org');
    const both = [
      { name: '', email: 'ann@acme.com', role: 'from' as const },
      { name: '', email: 'cat@other.org', role: 'to' as const },
    ];
    await capture(person, [sampleMail(), sampleMail({ participants: both, title: 'Stays' })]);
    const [, acme] = await trackedBy(token);
    expect((await remove(token, acme?.id ?? '')).data).toEqual({});
    expect(await trackedBy(token)).toMatchObject([{ domain: 'other.org', activityCount: 1 }]);
    expect(await accountsOf(token, workspace.id)).toMatchObject([
      { domain: 'acme.com', activityCount: 0, contributors: [] },
    ]);
    const kept = await app.db
      .selectFrom('captured_activities')
      .select('title')
      .where('owner_id', '=', person.id)
      .execute();
    expect(kept).toEqual([{ title: 'Stays' }]);
  });

  test('at the same time as sharing, moving and tracking again leaves one truth', async () => {
    const { workspace, person, token } = await settle();
    const other = await app.make.workspace();
    await app.make.membership(other.id, person.id);
    const colleagues = [await app.make.member(workspace.id), await app.make.member(other.id)];
    await importOne(colleagues[0]?.token ?? '', 'acme.com', workspace.id);
    await importOne(colleagues[1]?.token ?? '', 'acme.com', other.id);
    for (let round = 0; round < 5; round += 1) {
      await importOne(token, 'acme.com');
      await capture(person, [sampleMail()]);
      const domainId = (await trackedBy(token))[0]?.id ?? '';
      const move = (name: 'share' | 'unshare', workspaceId: string) =>
        app.call(
          name === 'share'
            ? 'POST /api/accounts/domains/share'
            : 'DELETE /api/accounts/domains/unshare',
          { token, body: { domainId, workspaceId } },
        );
      const answers = await Promise.all([
        move('share', workspace.id),
        move('share', other.id),
        move('unshare', workspace.id),
        remove(token, domainId),
        importOne(token, 'acme.com'),
        capture(person, [sampleMail()]).then(() => ({ status: 200 })),
        remove(token, domainId),
      ]);
      for (const { status } of answers) expect([200, 404, 409]).toContain(status);
      expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThan(0);
      const [domain, ...more] = await trackedBy(token);
      expect(more).toEqual([]);
      const shared = domain?.workspaceShares[0]?.workspaceId;
      for (const { id } of [workspace, other]) {
        const [account] = await accountsOf(token, id);
        expect(account?.activityCount).toBe(id === shared ? domain?.activityCount : 0);
      }
    }
  });

  test("does not touch another's", async () => {
    const { token } = await settle();
    const id = (await importOne(token, 'acme.com')).data.results[0]?.domain.id ?? '';
    expect((await remove((await app.make.person()).token, id)).status).toBe(404);
    expect((await remove(token, randomUUID())).status).toBe(404);
    expect(await trackedBy(token)).toHaveLength(1);
  });
});

describe('a removal of more than one step', () => {
  const sizes = { step: 3, window: 5 };
  const mails = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      sampleMail({ externalId: `mail ${at}`, key: `mail ${at}` }),
    );
  const both = [
    { name: '', email: 'ann@acme.com', role: 'from' as const },
    { name: '', email: 'cat@other.org', role: 'to' as const },
  ];

  async function prepare() {
    const { workspace, person, token } = await settle();
    await importOne(token, 'acme.com', workspace.id);
    await importOne(token, 'other.org');
    await capture(person, [
      ...mails(7),
      sampleMail({ externalId: 'both', key: 'both', participants: both, title: 'Stays' }),
    ]);
    const tracked = await trackedBy(token);
    const domainId = tracked.find(({ domain }) => domain === 'acme.com')?.id ?? '';
    return { workspace, person, token, removal: { userId: person.id, domainId } };
  }
  const titlesOf = async (userId: string) => {
    const rows = await app.db
      .selectFrom('captured_activities')
      .select('title')
      .where('owner_id', '=', userId)
      .execute();
    return rows.map(({ title }) => title);
  };

  test('deletes a bounded number in each, and the domain with the last one', async () => {
    const { person, token, removal } = await prepare();
    const counts: number[] = [];
    const afterStep = async () => void counts.push((await titlesOf(person.id)).length);
    await deleteDomain(app.db, removal, afterStep, sizes);
    // The last step deletes the remaining two and the domain.
    expect(counts).toEqual([5, 3]);
    expect(await titlesOf(person.id)).toEqual(['Stays']);
    expect(await trackedBy(token)).toMatchObject([{ domain: 'other.org', activityCount: 1 }]);
  });

  test('deletes what a sync captures meanwhile', async () => {
    const { person, token, removal } = await prepare();
    let steps = 0;
    // The sync brings back what the first step has deleted.
    const afterStep = async () => {
      steps += 1;
      if (steps === 1) await capture(person, mails(7));
    };
    await deleteDomain(app.db, removal, afterStep, sizes);
    expect(steps).toBeGreaterThan(1);
    expect(await titlesOf(person.id)).toEqual(['Stays']);
    expect(await trackedBy(token)).toHaveLength(1);
  });

  test('responds in time, and a job does the rest', async () => {
    const { person, token, removal, workspace } = await prepare();
    const begin = enqueueRemoval(app.context, removal);
    const removing = removeDomain(app.db, removal, 0, { begin, sizes });
    await expect(removing).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('goes on by itself'),
      details: { continues: true },
    });
    expect(await trackedBy(token)).toHaveLength(2);
    expect((await titlesOf(person.id)).length).toBeGreaterThanOrEqual(5);
    expect(await accountsOf(token, workspace.id)).toMatchObject([{ activityCount: 0 }]);
    // Once more, as the user who repeats it.
    await expect(removeDomain(app.db, removal, 0, { begin, sizes })).rejects.toThrow(
      'goes on by itself',
    );
    const waiting = app.jobs.recorded.filter(
      ({ kind, options }) =>
        kind === removeDomainJob.kind.name && options.singletonKey === removal.domainId,
    );
    expect(waiting).toMatchObject([{ data: removal }]);
    await completeRemoval(app.context, removal, new AbortController().signal);
    expect(await titlesOf(person.id)).toEqual(['Stays']);
    expect(await trackedBy(token)).toMatchObject([{ domain: 'other.org' }]);
    // Once more, as after a process that ended at the last moment.
    await completeRemoval(app.context, removal, new AbortController().signal);
  });
});
