import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { connectedLab } from '#test/connected-lab.ts';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import { passChangesInterval } from '#test/pass-changes-interval.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { LeaseLostError, underLease } from '../reading/lease.ts';

describe('following a mailbox', () => {
  it('captures what concerns a tracked domain when it comes, and nothing else', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    await lab.deliver([
      { subject: 'from them' },
      { from: 'Eve <eve@other.com>', subject: 'from others' },
      { from: `Ann <${mailbox}>`, to: 'x@mail.acme.com', subject: 'to them' },
      { from: 'Eve <eve@notacme.com>', subject: 'alike' },
    ]);
    const gmail = await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual(['from them', 'to them']);
    expect(gmail).toMatchObject({ storedActivities: 2, needsReauth: false });
    expect(gmail.lastSyncedAt).not.toBeNull();
  });

  it('removes what is deleted, trashed or spam, and takes it back when it is restored', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    const [kept, deleted, trashed, spam] = await lab.deliver(
      ['kept', 'deleted', 'trashed', 'spam'].map((subject) => ({ subject })),
    );
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual(['kept', 'deleted', 'trashed', 'spam']);
    const path = async (messageId = '') =>
      `/gmail/${mailbox}/messages/${await lab.idOf(messageId)}`;
    await lab.control('POST', `${await path(kept)}/labels`, { add: ['STARRED'] });
    await lab.control('POST', `${await path(trashed)}/labels`, { add: ['TRASH'] });
    await lab.control('POST', `${await path(spam)}/labels`, { add: ['SPAM'] });
    await lab.control('DELETE', await path(deleted));
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual(['kept']);
    await lab.control('POST', `${await path(trashed)}/labels`, { remove: ['TRASH'] });
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual(['kept', 'trashed']);
  });

  it('takes a draft for nothing until it is sent', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    const [sent] = await lab.deliver([{ from: mailbox, to: 'bob@acme.com', subject: 'soon' }]);
    const labels = `/gmail/${mailbox}/messages/${await lab.idOf(sent ?? '')}/labels`;
    await lab.control('POST', labels, { add: ['DRAFT'], remove: ['SENT'] });
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual([]);
    await lab.control('POST', labels, { add: ['SENT'], remove: ['DRAFT'] });
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual(['soon']);
  });

  it('reads pages of history that repeat and turn round', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    const subjects = Array.from({ length: 230 }, (_, index) => `mail ${index}`);
    await lab.deliver(subjects.map((subject) => ({ subject })));
    for (const kind of ['duplicate-entries', 'reorder-entries']) {
      await lab.control('POST', '/faults', { path: '/gmail/v1/users/me/**', effect: { kind } });
    }
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual(subjects);
  });
});

describe('a newly tracked domain', () => {
  it('is read back for 84 days, a mail to two domains once', async () => {
    const { lab, ann } = await connectedLab();
    await lab.deliver([
      { subject: 'too old', daysAgo: 85 },
      { subject: 'old', daysAgo: 82 },
      { subject: 'both', cc: 'x@umbrella.example', daysAgo: 2 },
      { subject: 'others', from: 'y@others.example', daysAgo: 1 },
    ]);
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual([]);
    await lab.track(ann, 'acme.com', 'umbrella.example');
    await lab.rested(ann);
    expect(await lab.captured(ann)).toEqual(['old', 'both']);
  });

  it('is read once, however many domains of it are tracked one after the other', async () => {
    const { lab, ann } = await connectedLab();
    const domains = ['acme.com', 'beta.example', 'gamma.example', 'delta.example'];
    // Old enough to be outside of discovery, which reads the heads of the last 14 days.
    const mails = Array.from({ length: 40 }, (_, index) => ({
      subject: `${index}`,
      from: `Bob <bob@${domains[index % 2]}>`,
      to: domains.map((domain) => `team@${domain}`).join(', '),
      daysAgo: 30,
    }));
    await lab.deliver(mails);
    await lab.sync(ann);
    await lab.control('POST', '/faults', {
      path: '/gmail/v1/users/me/messages/*',
      effect: { kind: 'slow', ms: 0 },
    });
    for (const domain of domains) {
      await lab.track(ann, domain);
      await lab.rested(ann);
    }
    expect(await lab.captured(ann)).toHaveLength(mails.length);
    const { faults } = await lab.control<{ faults: { struck: number }[] }>('GET', '/faults');
    expect(faults[0]?.struck).toBe(mails.length);
  });

  it('is found among hundreds, which take several searches', async () => {
    const { lab, ann } = await connectedLab();
    await lab.deliver([{ subject: 'one of many' }]);
    const others = Array.from({ length: 120 }, (_, index) => `company-${index}.example`);
    await lab.track(ann, ...others, 'acme.com');
    await lab.rested(ann);
    expect(await lab.captured(ann)).toEqual(['one of many']);
  });
});

const mailPath = (id: string) => `/gmail/v1/users/me/messages/${id}`;

describe('changes in the middle of a long backfill', () => {
  it('removes what was deleted after it was read ahead', async () => {
    const { lab, ann } = await connectedLab();
    const subjects = Array.from({ length: 130 }, (_, index) => `mail ${index}`);
    const [oldest] = await lab.deliver([
      { subject: 'deleted', daysAgo: 80 },
      ...subjects.map((subject) => ({ subject, daysAgo: 2 })),
    ]);
    await lab.sync(ann);
    const id = await lab.idOf(oldest ?? '');
    const slow = (ms: number) => ({ kind: 'slow', ms });
    for (const fault of [
      { path: mailPath('*'), effect: slow(100) },
      { path: '/gmail/v1/users/me/history', effect: slow(1_500) },
      {
        path: mailPath(id),
        times: 1,
        effect: {
          kind: 'call',
          method: 'DELETE',
          path: `/sandbox/gmail/${mailbox}/messages/${id}`,
        },
      },
    ]) {
      await lab.control('POST', '/faults', fault);
    }
    await lab.track(ann, 'acme.com');
    await passChangesInterval(lab);
    await lab.rested(ann);
    expect(await lab.captured(ann)).toEqual(subjects);
  });
});

describe('failures', () => {
  it('continues with its tasks where every failed item fails again', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    const bad = await lab.deliver([{ subject: 'one' }, { subject: 'other' }]);
    await lab.deliver([{ subject: 'good' }]);
    for (const messageId of bad) {
      const effect = { kind: 'fail', status: 500 };
      await lab.control('POST', '/faults', { path: mailPath(await lab.idOf(messageId)), effect });
    }
    await lab.sync(ann);
    await lab.db
      .updateTable('failed_items')
      .set({ retry_at: new Date(0) })
      .execute();
    expect((await lab.sync(ann)).lastError).toBeUndefined();
    const failures = await lab.db.selectFrom('failed_items').select('attempts').execute();
    expect(failures).toEqual([{ attempts: 2 }, { attempts: 2 }]);
  });

  it('stores what cannot be read as failed items, stores the others, and retries', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    const [bad] = await lab.deliver([{ subject: 'bad' }, { subject: 'good' }]);
    await lab.control('POST', '/faults', {
      path: mailPath(await lab.idOf(bad ?? '')),
      effect: { kind: 'fail', status: 400 },
    });
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual(['good']);
    const failures = lab.db.selectFrom('failed_items').select(['reason', 'attempts']);
    expect(await failures.execute()).toEqual([
      { reason: expect.stringContaining('Gmail refused (400'), attempts: 1 },
    ]);
    const wait = () =>
      lab.db
        .updateTable('failed_items')
        .set({ retry_at: new Date(0) })
        .execute();
    await wait();
    await lab.sync(ann);
    expect(await failures.execute()).toMatchObject([{ attempts: 2 }]);
    await lab.control('DELETE', '/faults');
    await wait();
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual(['bad', 'good']);
    expect(await failures.execute()).toEqual([]);
  });

  it('waits for Retry-After, and continues', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    await lab.deliver([{ subject: 'late' }]);
    await lab.control('POST', '/faults', {
      path: '/gmail/v1/users/me/**',
      times: 2,
      effect: { kind: 'fail', status: 403, reason: 'userRateLimitExceeded', retryAfter: 1 },
    });
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual(['late']);
  });

  it('sends no requests during a long pause, even when a sync is requested', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    const other = await lab.connectColleague();
    await lab.deliver([{ subject: 'late' }]);
    await lab.control('POST', '/faults', {
      path: '/gmail/v1/users/me/**',
      effect: { kind: 'fail', status: 429, retryAfter: 3600 },
    });
    const gmail = await lab.sync(ann);
    expect(gmail.lastError).toContain('asks for a pause');
    const struck = async () =>
      (await lab.control<{ faults: { struck: number }[] }>('GET', '/faults')).faults[0]?.struck;
    const before = await struck();
    await lab.call('POST /api/integrations/{id}/sync', {
      token: ann.token,
      params: { id: gmail.id },
    });
    await other.sync();
    expect(await struck()).toBe(before);
  });

  it('gets over answers that fail, break off and come late', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    const subjects = Array.from({ length: 40 }, (_, index) => `mail ${index}`);
    await lab.deliver(subjects.map((subject) => ({ subject })));
    const effects = [{ kind: 'fail', status: 503 }, { kind: 'cut' }, { kind: 'slow', ms: 20 }];
    for (const effect of effects) {
      const path = '/gmail/v1/users/me/**';
      await lab.control('POST', '/faults', { path, probability: 0.15, effect });
    }
    await lab.sync(ann);
    await lab.control('DELETE', '/faults');
    await lab.db
      .updateTable('failed_items')
      .set({ retry_at: new Date(0) })
      .execute();
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual(subjects);
  });

  it('requires reconnecting when the grant is revoked, and sends Gmail no more requests', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    const other = await lab.connectColleague();
    await lab.control('POST', `/google-oauth/${mailbox}/revoke-grants`);
    const gmail = await lab.sync(ann);
    expect(gmail).toMatchObject({ isConnected: true, needsReauth: true });
    expect(gmail.lastError).toContain('Connect it again');
    const again = await lab.call('POST /api/integrations/{id}/sync', {
      token: ann.token,
      params: { id: gmail.id },
    });
    expect(again).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
    for (const path of ['/gmail/**', '/token']) {
      await lab.control('POST', '/faults', { path, effect: { kind: 'slow', ms: 0 } });
    }
    await sql`update integrations set due_at = now()`.execute(lab.db);
    await other.sync();
    const { faults } = await lab.control<{ faults: { struck: number }[] }>('GET', '/faults');
    expect(faults.map(({ struck }) => struck)).toEqual([0, 0]);
    await lab.deliver([{ subject: 'meanwhile' }]);
    await lab.connect(ann);
    const back = await lab.rested(ann);
    expect(back).toMatchObject({ id: gmail.id, needsReauth: false });
    expect(await lab.captured(ann)).toEqual(['meanwhile']);
  });

  it('refreshes an access token that ran out before its time, and keeps the new one', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    const sealed = () => lab.db.selectFrom('integrations').select('credentials').execute();
    const before = await sealed();
    await lab.control('POST', `/google-oauth/${mailbox}/expire-access-tokens`);
    await lab.deliver([{ subject: 'after' }]);
    const gmail = await lab.sync(ann);
    expect(gmail.needsReauth).toBe(false);
    expect(await lab.captured(ann)).toEqual(['after']);
    expect(await sealed()).not.toEqual(before);
  });
});

describe('crashes and concurrent workers', () => {
  const subjects = Array.from({ length: 250 }, (_, index) => `mail ${index}`);

  const mails = subjects.map((subject) => ({ subject }));

  /** Each second transaction that moves a cursor or a page token fails at its very end. */
  const crashEachSecond = (lab: SyncLab, table: string, column: string) =>
    sql
      .raw(
        `create sequence moves;
        create function crash() returns trigger language plpgsql as $$
        begin
          if nextval('moves') % 2 = 1 then raise 'crash'; end if;
          return null;
        end $$;
        create constraint trigger crash after update of ${column} on ${table}
          deferrable initially deferred for each row execute function crash();`,
      )
      .execute(lab.db);

  /** Syncs until it goes through. */
  async function syncThrough(lab: SyncLab, ann: MadePerson): Promise<number> {
    for (let failures = 0; ; failures += 1) {
      const gmail = await lab.sync(ann);
      if (gmail.lastError === undefined && !gmail.progress) return failures;
      expect(failures).toBeLessThan(20);
    }
  }

  it('loses and doubles nothing of the history when transactions fail between pages', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    await lab.deliver(mails);
    await crashEachSecond(lab, 'integrations', 'cursor');
    expect(await syncThrough(lab, ann)).toBeGreaterThan(1);
    expect(await lab.captured(ann)).toEqual(subjects);
  });

  it('loses and doubles nothing of a backfill and a discovery', async () => {
    const lab = await createSyncLab();
    const ann = await lab.make.person({ email: mailbox });
    await lab.deliver(mails);
    await lab.track(ann, 'acme.com');
    await lab.connect(ann);
    await crashEachSecond(lab, 'sync_tasks', 'processed');
    lab.startWorker();
    expect(await syncThrough(lab, ann)).toBeGreaterThan(1);
    expect(await lab.captured(ann)).toEqual(subjects);
    const found = await lab.call('GET /api/accounts/discover', { token: ann.token, query: {} });
    expect(found.data.domains).toMatchObject([{ domain: 'acme.com', activityCount: 250 }]);
  });

  it('syncs once when many workers want to', async () => {
    const lab = await createSyncLab();
    const ann = await lab.make.person({ email: mailbox });
    await lab.deliver(mails);
    await lab.track(ann, 'acme.com');
    await lab.connect(ann);
    for (let count = 0; count < 4; count += 1) lab.startWorker();
    await lab.rested(ann);
    expect(await lab.captured(ann)).toEqual(subjects);
  });

  it('goes on after a restart where it was', async () => {
    const lab = await createSyncLab();
    const ann = await lab.make.person({ email: mailbox });
    await lab.deliver(mails);
    await lab.track(ann, 'acme.com');
    await lab.connect(ann);
    await lab.control('POST', '/faults', {
      path: '/gmail/v1/users/me/**',
      effect: { kind: 'slow', ms: 30 },
    });
    const first = lab.startWorker();
    await expect.poll(() => lab.captured(ann)).not.toEqual([]);
    await first.stop();
    const stored = (await lab.captured(ann)).length;
    expect(stored).toBeLessThan(250);
    await lab.control('DELETE', '/faults');
    lab.startWorker();
    await lab.rested(ann);
    expect(await lab.captured(ann)).toEqual(subjects);
  });

  it('is taken over from a worker that died, which can store nothing any more', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    const [gmail] = await lab.integrations(ann);
    const leaseId = crypto.randomUUID();
    const dead = {
      ownerId: ann.id,
      integrationId: gmail?.id ?? '',
      leaseId,
      provider: 'gmail',
      readsHistory: false,
      hasFailed: false,
    };
    const die = (until: string) =>
      sql`update integrations set lease_id = ${dead.leaseId}, lease_until = now() + ${until}::interval,
        due_at = now() + interval '1 hour' where id = ${dead.integrationId}`.execute(lab.db);
    await lab.deliver([{ subject: 'waiting' }]);
    const other = await lab.connectColleague();
    await die('1 hour');
    await other.sync();
    expect(await lab.captured(ann)).toEqual([]);
    await die('-1 second');
    await expect.poll(() => lab.captured(ann)).toEqual(['waiting']);
    await expect(underLease(lab.db, dead, async () => 'stored')).rejects.toThrow(LeaseLostError);
  });

  it('does not sync for a deactivated user', async () => {
    const { lab, ann } = await connectedLab('acme.com');
    const other = await lab.connectColleague();
    await lab.db.updateTable('users').set({ is_active: false }).where('id', '=', ann.id).execute();
    await lab.deliver([{ subject: 'unseen' }]);
    await sql`update integrations set due_at = now()`.execute(lab.db);
    await other.sync();
    expect(await lab.captured(ann)).toEqual([]);
  });
});
