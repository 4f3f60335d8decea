import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { countWaiting } from '#test/wait-for-locks.ts';
import { lockOwner } from '../../activities/lock-owner.ts';

let lab: SyncLab;
let ann: MadePerson;
let id: string;
let token: string;
beforeEach(async () => {
  lab = await createSyncLab();
  ann = await lab.make.person({ email: mailbox });
  await lab.track(ann, 'acme.com');
  const asked = { token: ann.token, params: { provider: 'fathom' as const } };
  const { data } = await lab.call('POST /api/integrations/{provider}/auth', asked);
  const state = new URL(data.authUrl).searchParams.get('state') ?? '';
  const made = await lab.call('POST /api/integrations/{provider}/callback', {
    ...asked,
    body: { code: 'webhook', state },
  });
  id = made.data.integration?.id ?? '';
  token = made.data.integration?.connectionData?.webhook_token ?? '';
});

const hourMs = 60 * 60 * 1000;
const recording = {
  id: '42',
  meeting_title: 'Kick-off',
  meeting_scheduled_start_time: new Date(Date.now() - hourMs).toISOString(),
  meeting_invitees_email: 'casey@acme.com, dana@acme.com',
  fathom_user_email: mailbox,
};

const post = async (payload: string, type: string | undefined, bearer = token) => {
  const answer = await lab.app.inject({
    method: 'POST',
    url: `/api/webhooks/v1/fathom/${id}`,
    headers: { authorization: `Bearer ${bearer}`, ...(type && { 'content-type': type }) },
    payload,
  });
  return { status: answer.statusCode, ...answer.json() };
};

const form = 'application/x-www-form-urlencoded';

describe('what a Zap posts', () => {
  it.each([
    ['JSON', JSON.stringify(recording), 'application/json; charset=utf-8'],
    ['JSON in a list', JSON.stringify([recording]), 'application/json'],
    ['a form', new URLSearchParams(recording).toString(), `${form}; charset=utf-8`],
    ['JSON that calls itself a form', ` ${JSON.stringify(recording)}`, form],
    ['JSON that calls itself plain text', JSON.stringify(recording), 'text/plain;charset=UTF-8'],
  ])('is taken as %s', async (_, payload, type) => {
    expect(await post(payload, type)).toMatchObject({ status: 200, data: { outcome: 'stored' } });
    expect(await lab.captured(ann)).toEqual(['Kick-off']);
  });

  const keys = (count: number, key = '"k') =>
    Array.from({ length: count }, (_, at) => `${key}${at}`);
  const objectOf = (count: number) => `{${keys(count).join('":0,')}":0}`;
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  it.each([
    ['nests too deeply', nested(limits.bodyDepth + 1), 'application/json'],
    ['nests far too deeply', nested(100_000), 'application/json'],
    ['has too many values', `[${'0,'.repeat(limits.webhookBodyValues)}0]`, 'application/json'],
    ['has too many values as a form', `[${'0,'.repeat(limits.webhookBodyValues)}0]`, form],
    ['has too many fields', 'a&'.repeat(limits.formFields), form],
    ['has too large an object', objectOf(limits.objectFields + 1), 'application/json'],
    [
      'has too large an object within a list',
      `[{"a":[]},{"a":${objectOf(limits.objectFields + 1)}}]`,
      'application/json',
    ],
    ['has too many names', `a=1&${keys(limits.objectFields, '').join('&')}`, form],
  ])('is refused where it %s', async (_, payload, type) => {
    expect(await post(payload, type)).toMatchObject({
      status: 400,
      error: { code: 'VALIDATION_FAILED', message: expect.stringMatching(/nests|more than/) },
    });
  });

  it('is taken up to those limits, whatever is in quotation marks', async () => {
    const many = Array.from({ length: 80_000 }, () => ['[{,:"\\']);
    const large = `[${objectOf(limits.objectFields)},{"a":${objectOf(limits.objectFields)}}]`;
    const payload = JSON.stringify({
      ...recording,
      many,
      large: JSON.parse(large),
      deep: JSON.parse(nested(30)),
    });
    expect((await post(payload, 'application/json')).data.outcome).toBe('stored');
    const fields = `${new URLSearchParams(recording).toString()}${'&a=1'.repeat(10_000)}`;
    expect((await post(fields, form)).data.outcome).toBe('stored');
  });

  it('is refused where it cannot be read and the list of failed deliveries is full, which stays complete', async () => {
    const first = JSON.stringify({ id: '43' });
    await post(first, 'application/json');
    await sql`insert into failed_items (owner_id, integration_id, external_id, reason, payload, failed_at)
      select ${ann.id}, ${id}, number::text, 'No.', 'null', now() + interval '1 hour'
      from generate_series(1, 499) as number`.execute(lab.db);
    const refused = await post(JSON.stringify({ id: '44' }), 'application/json');
    expect(refused).toMatchObject({ status: 400, error: { code: 'VALIDATION_FAILED' } });
    expect(refused.error.message).toMatch(/no time.*500 failed deliveries .* at most 500/);
    // What is kept may come again, and what can be used is taken as ever.
    expect((await post(first, 'application/json')).data.outcome).toBe('failed');
    const usable = JSON.stringify(recording);
    expect((await post(usable, 'application/json')).data.outcome).toBe('stored');
    const kept = await lab.db.selectFrom('failed_items').select('payload').execute();
    expect(kept).toHaveLength(500);
    expect(kept).toContainEqual({ payload: first });
  });

  it('is refused where too many come at the same time, or too many bytes', async () => {
    await sql`insert into failed_items (owner_id, integration_id, external_id, reason, payload)
      select ${ann.id}, ${id}, number::text, 'No.', 'null' from generate_series(1, 498) as number`.execute(
      lab.db,
    );
    const both = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        post(JSON.stringify({ id: `5${index}` }), 'application/json'),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400]);
    await sql`delete from failed_items`.execute(lab.db);
    await sql`insert into failed_items (owner_id, integration_id, external_id, reason, payload)
      values (${ann.id}, ${id}, 'large', 'No.', repeat('x', 100 * 1024 * 1024 - 5))`.execute(
      lab.db,
    );
    const refused = await post(JSON.stringify({ id: '60' }), 'application/json');
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.error.message).toMatch(/1 failed deliveries \(100 MB\).*at most 500 \(100 MB\)/);
  });

  it('is refused beyond what one webhook may bring in a day, before its body is read', async () => {
    const body = JSON.stringify(recording);
    expect((await post(body, 'application/json')).status).toBe(200);
    await sql`update rate_limit_counters set count = ${limits.deliveriesPerDay} where count = 1`.execute(
      lab.db,
    );
    for (const payload of [body, '{"broken']) {
      expect(await post(payload, 'application/json')).toMatchObject({
        status: 429,
        error: { code: 'RATE_LIMITED', message: 'Too many deliveries. Try again in 24 hours.' },
      });
    }
    // A client without the token uses nothing up.
    await sql`delete from rate_limit_counters`.execute(lab.db);
    expect((await post(body, 'application/json', 'made-up')).status).toBe(401);
    expect(await lab.db.selectFrom('rate_limit_counters').selectAll().execute()).toEqual([]);
  });

  it('is refused beyond the bytes that one webhook may bring in a day', async () => {
    const body = JSON.stringify({ ...recording, notes: 'x'.repeat(200_000) });
    expect((await post(body, 'application/json')).status).toBe(200);
    const kilobytes = limits.deliveryBytesPerDay / 1_024;
    await sql`update rate_limit_counters set count = ${kilobytes - 100} where count > 100`.execute(
      lab.db,
    );
    expect((await post(body, 'application/json')).status).toBe(429);
    expect((await post(JSON.stringify(recording), 'application/json')).status).toBe(200);
  });

  it('is refused uncounted where it announces more than one delivery may hold', async () => {
    for (const length of ['900000000', '18446744073709551615']) {
      const { statusCode } = await lab.app.inject({
        method: 'POST',
        url: `/api/webhooks/v1/fathom/${id}`,
        headers: { authorization: `Bearer ${token}`, 'content-length': length },
        payload: '{}',
      });
      expect(statusCode).toBe(413);
    }
    expect(await lab.db.selectFrom('rate_limit_counters').selectAll().execute()).toEqual([]);
  });

  it('waits for its turn where many come at once, and leaves the rest to come again', async () => {
    const count = limits.concurrentDeliveries + limits.waitingDeliveries + 3;
    let posting: ReturnType<typeof post>[] = [];
    const settled: number[] = [];
    await lab.db.transaction().execute(async (tx) => {
      await lockOwner(tx, ann.id);
      posting = Array.from({ length: count }, () =>
        post(JSON.stringify(recording), 'application/json'),
      );
      for (const one of posting) void one.then(({ status }) => settled.push(status));
      await expect.poll(() => settled).toEqual([429, 429, 429]);
      // Their user's own requests do not wait behind them.
      expect((await lab.call('GET /api/workspaces', { token: ann.token })).status).toBe(200);
      expect(await countWaiting(lab.db)).toBeLessThanOrEqual(limits.concurrentDeliveries);
    });
    const statuses = (await Promise.all(posting)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(count - 3);
  });

  it('stays stored through a disconnection where it failed', async () => {
    await post(JSON.stringify({ id: '43' }), 'application/json');
    await lab.call('DELETE /api/integrations/{id}', { token: ann.token, params: { id } });
    const kept = await lab.db.selectFrom('failed_items').select('payload').execute();
    expect(kept).toEqual([{ payload: '{"id":"43"}' }]);
  });

  it('may name a field of a form several times', async () => {
    const fields = new URLSearchParams({ ...recording, meeting_invitees_email: 'casey@acme.com' });
    fields.append('meeting_invitees_email', 'dana@acme.com');
    expect((await post(fields.toString(), form)).data.outcome).toBe('stored');
    const { participants } = await lab.db
      .selectFrom('captured_activities')
      .select('participants')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(participants)).toContain('dana@acme.com');
  });

  it('is stored as a failed delivery where the form lacks a time', async () => {
    const { data } = await post('meeting_title=Talk', form);
    expect(data).toEqual({ outcome: 'failed', reason: expect.stringContaining('no time') });
  });

  it.each([
    ['another type', '<a/>', 'text/xml', 'it came as text/xml'],
    ['no type', 'hello', undefined, 'it came without a type'],
    ['broken JSON', '{"a":', 'application/json', 'JSON'],
    ['broken JSON in a form', '{"a":', form, 'JSON'],
  ])('is refused clearly as %s', async (_, payload, type, message) => {
    const { status, error } = await post(payload, type);
    expect(status).toBe(400);
    expect(error.message).toContain(message);
  });
});

describe('a token', () => {
  const replace = (bearer: string) =>
    lab.call('POST /api/integrations/{id}/webhook-token', { token: bearer, params: { id } });

  it('can be replaced; the former one is then refused', async () => {
    const { data } = await replace(ann.token);
    const fresh = data.integration.connectionData?.webhook_token ?? '';
    expect(fresh).not.toBe(token);
    const payload = JSON.stringify(recording);
    expect((await post(payload, 'application/json')).status).toBe(401);
    expect((await post(payload, 'application/json', fresh)).data.outcome).toBe('stored');
    expect((await lab.integrations(ann))[0]?.connectionData?.webhook_token).toBe(fresh);
  });

  it('is replaced by its owner alone, and only where there is one', async () => {
    const bob = await lab.make.person();
    expect((await replace(bob.token)).status).toBe(404);
    await lab.connect(ann);
    const gmail = (await lab.integrations(ann)).find(({ provider }) => provider === 'gmail');
    const answer = await lab.call('POST /api/integrations/{id}/webhook-token', {
      token: ann.token,
      params: { id: gmail?.id ?? '' },
    });
    expect(answer.error?.code).toBe('CONFLICT');
    await lab.call('DELETE /api/integrations/{id}', { token: ann.token, params: { id } });
    expect((await replace(ann.token)).status).toBe(404);
  });
});

it('a single failed delivery can be retried', async () => {
  await post(JSON.stringify({ title: 'one' }), 'application/json');
  await post(JSON.stringify({ title: 'other' }), 'application/json');
  const asked = { token: ann.token, params: { id } };
  const list = async () =>
    (await lab.call('GET /api/integrations/{id}/failed-items', asked)).data.items;
  const [item] = await list();
  const retry = (itemId: string) =>
    lab.call('POST /api/integrations/{id}/failed-items/retry', { ...asked, body: { itemId } });
  await retry(item?.itemId ?? '');
  const attempts = new Map((await list()).map(({ itemId, attempts: count }) => [itemId, count]));
  expect([...attempts.values()].sort()).toEqual([1, 2]);
  expect(attempts.get(item?.itemId ?? '')).toBe(2);
  expect((await retry('made-up')).status).toBe(404);
});
