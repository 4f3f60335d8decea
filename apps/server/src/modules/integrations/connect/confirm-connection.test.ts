import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { removeExpiredGrants } from './pending-grants.ts';

let lab: SyncLab;
/** The owner of the mailbox. */
let ann: MadePerson;
let mallory: MadePerson;
beforeEach(async () => {
  lab = await createSyncLab();
  ann = await lab.make.person({ email: mailbox });
  mallory = await lab.make.person();
});

const pending = () => lab.db.selectFrom('pending_grants').selectAll().execute();

/** Returns how many grants of Ann's account the provider still has, and removes them. */
const grantsLeft = async () =>
  (await lab.control<{ revoked: number }>('POST', `/google-oauth/${mailbox}/revoke-grants`))
    .revoked;

const expire = () =>
  sql`update pending_grants set expires_at = expires_at - interval '10 minutes'`.execute(lab.db);

describe('a link that leads someone else to the consent page', () => {
  it('gives the one who sent it no mailbox, and the grant is revoked', async () => {
    // Mallory starts and sends Ann the URL; Ann consents and her browser follows the redirect.
    const landed = await lab.consent(mallory);
    expect(await lab.integrations(mallory)).toEqual([]);
    const answer = await lab.confirm(ann, landed);
    expect(answer).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
    expect(answer.error?.message).toContain('Someone else started this connection');
    // Mallory cannot finish it afterwards either, even with the value.
    expect((await lab.confirm(mallory, landed)).status).toBe(409);
    expect(await lab.integrations(mallory)).toEqual([]);
    expect(await lab.integrations(ann)).toEqual([]);
    expect(await pending()).toEqual([]);
    expect(await grantsLeft()).toBe(0);
  });

  it('leaves the connections of the one who followed it as they are', async () => {
    await lab.connect(ann, { provider: 'google_calendar' });
    const landed = await lab.consent(mallory);
    await lab.confirm(ann, landed);
    expect(await lab.integrations(ann)).toMatchObject([
      { provider: 'google_calendar', needsReauth: false },
    ]);
    lab.startWorker();
    expect(await lab.sync(ann)).toMatchObject({ needsReauth: false });
    expect(await lab.integrations(mallory)).toEqual([]);
  });

  it('comes to nothing when the one who followed it is not signed in', async () => {
    const landed = await lab.consent(mallory);
    const signedOut = { ...ann, token: 'made-up' };
    expect((await lab.confirm(signedOut, landed)).status).toBe(401);
    await expire();
    await removeExpiredGrants(lab.context, lab.providers);
    expect(await pending()).toEqual([]);
    expect(await grantsLeft()).toBe(0);
    expect(await lab.integrations(mallory)).toEqual([]);
  });
});

describe('confirming a connection', () => {
  it('makes the integration, and stores the value hashed and the grant encrypted until then', async () => {
    const landed = await lab.consent(ann);
    const [row] = await pending();
    expect(row).toMatchObject({ user_id: ann.id, provider: 'gmail', source: mailbox });
    expect(JSON.stringify(row)).not.toContain(landed.searchParams.get('confirm'));
    expect(row?.credentials.toString('latin1')).not.toContain('refresh_token');
    expect(await lab.integrations(ann)).toEqual([]);
    const { data } = await lab.confirm(ann, landed);
    expect(data).toMatchObject({ integration: { provider: 'gmail', isConnected: true } });
    expect(data).not.toHaveProperty('syncResults');
    expect(await pending()).toEqual([]);
    lab.startWorker();
    expect(await lab.sync(ann)).toMatchObject({ needsReauth: false });
  });

  it('works after a refused session, and once', async () => {
    const landed = await lab.consent(ann);
    expect((await lab.confirm({ ...ann, token: 'ended' }, landed)).status).toBe(401);
    expect((await lab.confirm(ann, landed)).status).toBe(200);
    const again = await lab.confirm(ann, landed);
    expect(again).toMatchObject({ status: 409 });
    expect(again.error?.message).toContain('was used before');
    expect(await lab.integrations(ann)).toHaveLength(1);
    expect(await grantsLeft()).toBe(1);
  });

  it('completes once for two concurrent requests', async () => {
    const landed = await lab.consent(ann);
    const answers = await Promise.all([1, 2, 3].map(() => lab.confirm(ann, landed)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await lab.integrations(ann)).toHaveLength(1);
  });

  it('completes the connections of two tabs, each with its own value', async () => {
    const [first, second] = [await lab.consent(ann), await lab.consent(ann)];
    expect((await lab.confirm(ann, second)).status).toBe(200);
    expect((await lab.confirm(ann, first)).status).toBe(200);
    expect(await lab.integrations(ann)).toHaveLength(1);
  });

  it('keeps a grant that a second tab still waits to confirm', async () => {
    await lab.consent(ann);
    await expire();
    const second = await lab.consent(ann);
    await removeExpiredGrants(lab.context, lab.providers);
    expect((await lab.confirm(ann, second)).status).toBe(200);
    lab.startWorker();
    expect(await lab.sync(ann)).toMatchObject({ needsReauth: false });
  });

  it('is refused after ten minutes, and the grant is revoked', async () => {
    const landed = await lab.consent(ann);
    await expire();
    const answer = await lab.confirm(ann, landed);
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.error?.message).toContain('took too long');
    expect(await pending()).toEqual([]);
    expect(await grantsLeft()).toBe(0);
  });

  it('is refused for another provider than the one that granted', async () => {
    const landed = await lab.consent(ann);
    expect((await lab.confirm(ann, landed, 'google_calendar')).status).toBe(409);
    expect(await lab.integrations(ann)).toEqual([]);
    expect(await grantsLeft()).toBe(0);
    const key = await lab.confirm(ann, await lab.consent(ann), 'fireflies');
    expect(key).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
  });

  it.each([{}, { confirm: '' }, { confirm: 'x'.repeat(201) }, { code: 'a' }])(
    'refuses the body %j',
    async (body) => {
      const params = { provider: 'gmail' } as const;
      const answer = await lab.call('POST /api/integrations/{provider}/callback', {
        token: ann.token,
        params,
        body: body as { confirm: string },
      });
      expect(answer).toMatchObject({ status: 400, error: { code: 'VALIDATION_FAILED' } });
    },
  );

  it('refuses a body that is far too large for a value', async () => {
    const answer = await lab.call('POST /api/integrations/{provider}/callback', {
      token: ann.token,
      params: { provider: 'gmail' },
      body: { confirm: 'x'.repeat(20_000) },
    });
    expect(answer).toMatchObject({ status: 413, error: { code: 'PAYLOAD_TOO_LARGE' } });
  });

  it('connects again what needed it, and only then', async () => {
    await lab.connect(ann);
    lab.startWorker();
    await lab.rested(ann);
    await grantsLeft();
    expect(await lab.sync(ann)).toMatchObject({ needsReauth: true });
    const landed = await lab.consent(ann);
    expect(await lab.integrations(ann)).toMatchObject([{ needsReauth: true }]);
    await lab.confirm(ann, landed);
    expect(await lab.sync(ann)).toMatchObject({ needsReauth: false });
  });

  it('ends the oldest of too many connections that were begun, of one person alone', async () => {
    const begin = async (person: MadePerson) => {
      const { data } = await lab.call('POST /api/integrations/{provider}/auth', {
        token: person.token,
        params: { provider: 'gmail' },
      });
      return data.authUrl;
    };
    const others = await begin(mallory);
    const begun: string[] = [];
    for (let count = 0; count <= limits.pendingConnections; count += 1) {
      begun.push(await begin(ann));
    }
    const landing = async (authUrl = '') =>
      (await lab.follow(await lab.press(authUrl))).searchParams;
    expect((await landing(begun[0])).get('error')).toContain('belongs to no connection');
    expect((await landing(begun[1])).has('confirm')).toBe(true);
    expect((await landing(begun.at(-1))).has('confirm')).toBe(true);
    expect((await landing(others)).has('confirm')).toBe(true);
  });

  it('discards the oldest of too many grants that no one confirmed', async () => {
    const first = await lab.consent(ann);
    const more: URL[] = [];
    for (let count = 0; count < limits.pendingConnections; count += 1) {
      more.push(await lab.consent(ann));
    }
    await removeExpiredGrants(lab.context, lab.providers);
    expect(await pending()).toHaveLength(limits.pendingConnections);
    expect((await lab.confirm(ann, first)).status).toBe(409);
    expect((await lab.confirm(ann, more[0] ?? first)).status).toBe(200);
  });

  it('leaves the grant of the mailbox beside which another one is connected', async () => {
    await lab.connect(ann);
    await lab.connect(ann, { address: 'ann@elsewhere.example' });
    expect(await grantsLeft()).toBe(1);
  });
});
