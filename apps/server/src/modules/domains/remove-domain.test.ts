import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../test/create-test-app.ts';
import { sampleMail } from '../activities/sample-mail.fixture.ts';
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
