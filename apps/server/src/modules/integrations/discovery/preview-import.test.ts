import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Asks until all is counted. */
async function preview(lab: SyncLab, ann: MadePerson, domains: string[]) {
  for (let tries = 0; tries < 400; tries += 1) {
    const { data } = await lab.call('POST /api/accounts/preview', {
      token: ann.token,
      body: { domains },
    });
    if (data.state !== 'running') return data;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('The preview does not end.');
}

/** Mail of more than a page, meetings and calls with two companies, and with others. */
async function fill(lab: SyncLab) {
  await lab.deliver([
    ...Array.from({ length: 130 }, (_, index) => ({
      subject: `acme ${index}`,
      daysAgo: (index * 83) / 130,
      ...(index % 7 === 0 && { cc: 'Bea <bea@mail.beta.example>' }),
    })),
    ...Array.from({ length: 5 }, (_, index) => ({
      from: mailbox,
      to: 'x@beta.example',
      daysAgo: 20 + index,
    })),
    { subject: 'too old', daysAgo: 100 },
    { from: 'Eve <eve@other.example>', subject: 'another matter' },
  ]);
  await lab.control('POST', `/google-calendar/${mailbox}/events`, {
    events: ['bob@acme.com', 'bea@beta.example', 'eve@other.example'].map((email, index) => ({
      id: `meeting${index}`,
      summary: 'A meeting',
      start: { dateTime: new Date(Date.now() - (index + 30) * dayMs).toISOString() },
      end: { dateTime: new Date(Date.now() - (index + 30) * dayMs + 30 * minuteMs).toISOString() },
      attendees: [{ email: mailbox }, { email }],
    })),
  });
}

async function connectedLab() {
  const lab = await createSyncLab();
  const ann = await lab.make.person({ email: mailbox });
  await fill(lab);
  await lab.connect(ann);
  await lab.connect(ann, { provider: 'google_calendar' });
  return { lab, ann };
}

describe('POST /api/accounts/preview', () => {
  it('tells before an import what it then brings', async () => {
    const { lab, ann } = await connectedLab();
    lab.startWorker();
    const domains = ['acme.com', 'beta.example'];
    const before = await preview(lab, ann, domains);
    expect(before).toMatchObject({ state: 'done', isEstimate: true, backfillDays: 84 });
    expect(before.domains.every(({ isCounted }) => isCounted)).toBe(true);
    expect(await lab.captured(ann)).toEqual([]);

    await lab.track(ann, ...domains);
    await lab.rested(ann);
    const counted = new Map(before.domains.map((one) => [one.domain, one.activityCount]));
    await expect
      .poll(
        async () => {
          const { data } = await lab.call('GET /api/accounts', {
            token: ann.token,
            query: { type: 'domains' },
          });
          return new Map(data.domains.map((one) => [one.domain, one.activityCount]));
        },
        { timeout: 15_000 },
      )
      .toEqual(counted);
    expect([...counted]).toEqual([
      ['acme.com', 131],
      ['beta.example', 25],
    ]);
  });

  it('is near where the mailbox finds what only looks alike, and never too low', async () => {
    const { lab, ann } = await connectedLab();
    await lab.deliver([
      { from: 'A stranger <x@acme.com.evil.example>', subject: 'alike' },
      { from: '"bob at acme.com" <y@other.example>', subject: 'named alike' },
    ]);
    lab.startWorker();
    const { domains, isEstimate } = await preview(lab, ann, ['acme.com']);
    expect(isEstimate).toBe(true);
    expect(domains[0]?.activityCount).toBeGreaterThanOrEqual(131);
    expect(domains[0]?.activityCount).toBeLessThanOrEqual(133);
  });

  it('leaves out drafts, and what is in the trash or spam', async () => {
    const { lab, ann } = await connectedLab();
    for (const label of ['DRAFT', 'TRASH', 'SPAM', 'CHAT']) {
      const [mail = ''] = await lab.deliver([{ subject: label }]);
      const path = `/gmail/${mailbox}/messages/${await lab.idOf(mail)}/labels`;
      await lab.control('POST', path, { add: [label] });
    }
    lab.startWorker();
    const { domains } = await preview(lab, ann, ['acme.com']);
    await lab.track(ann, 'acme.com');
    await expect.poll(async () => (await lab.captured(ann)).length).toBe(131);
    expect(domains[0]?.activityCount).toBe(131);
  });

  it('answers at once, says that it counts, and goes on where a dead worker was', async () => {
    const { lab, ann } = await connectedLab();
    const request = async () =>
      (
        await lab.call('POST /api/accounts/preview', {
          token: ann.token,
          body: { domains: ['acme.com', 'beta.example'] },
        })
      ).data;
    expect(await request()).toMatchObject({
      state: 'running',
      domains: [{ isCounted: false }, { isCounted: false }],
    });
    // The first worker dies after a page: nothing is lost of it and nothing counted twice.
    await lab.control('POST', '/faults', {
      path: '/gmail/v1/users/me/messages',
      effect: { kind: 'slow', ms: 500 },
    });
    const first = lab.startWorker();
    await expect.poll(async () => (await request()).domains[0]?.activityCount).toBeGreaterThan(0);
    await first.stop();
    await lab.control('DELETE', '/faults');
    lab.startWorker();
    expect((await preview(lab, ann, ['acme.com', 'beta.example'])).domains).toMatchObject([
      { activityCount: 131 },
      { activityCount: 25 },
    ]);
  });

  it('counts what is listed twice once', async () => {
    const { lab, ann } = await connectedLab();
    await lab.control('POST', '/faults', {
      path: '/gmail/v1/users/me/messages',
      effect: { kind: 'duplicate-entries' },
    });
    lab.startWorker();
    expect((await preview(lab, ann, ['acme.com'])).domains[0]?.activityCount).toBe(131);
  });

  it('counts nothing that cannot be imported', async () => {
    const { lab, ann } = await connectedLab();
    lab.startWorker();
    const { domains } = await preview(lab, ann, ['gmail.com', 'co.uk', ' ACME.com', 'no domain']);
    expect(domains).toEqual([{ domain: ' ACME.com', activityCount: 131, isCounted: true }]);
  });

  it('counts the calls of a key for all domains at once, also with several participants', async () => {
    const lab = await createSyncLab();
    const ann = await lab.make.person({ email: mailbox });
    const call = (daysAgo: number, ...others: string[]) => ({
      title: 'A call',
      date: Date.now() - daysAgo * dayMs,
      duration: 30,
      participants: [mailbox, ...others],
    });
    lab.sandbox.addCalls(mailbox, [
      // More than a page.
      ...Array.from({ length: 60 }, (_, index) => call(1 + index, 'bob@acme.com')),
      call(2.5, 'bob@acme.com', 'bea@mail.beta.example', 'ben@beta.example'),
      call(3.5, 'eve@other.example'),
      call(100, 'bob@acme.com'),
    ]);
    const state = { userId: ann.id, provider: 'fireflies', type: 'call_transcription' };
    lab.startWorker();
    await lab.call('POST /api/integrations/{provider}/callback', {
      token: ann.token,
      params: { provider: 'fireflies' },
      body: { code: lab.sandbox.firefliesKey(mailbox), state: btoa(JSON.stringify(state)) },
    });
    const counted = await preview(lab, ann, ['acme.com', 'beta.example', 'nobody.example']);
    // Who took part in a call is known: nothing is estimated.
    expect(counted).toMatchObject({ state: 'done', isEstimate: false });
    expect(counted.domains.map(({ activityCount }) => activityCount)).toEqual([61, 1, 0]);
    await lab.track(ann, 'acme.com', 'beta.example');
    await lab.rested(ann);
    expect(await lab.captured(ann)).toHaveLength(61);
  });

  it('counts again after reconnecting, and adds what another mailbox has', async () => {
    const { lab, ann } = await connectedLab();
    const body = { domains: ['acme.com'] };
    // No one counts yet; with the disconnection what was to be counted is forgotten.
    await lab.call('POST /api/accounts/preview', { token: ann.token, body });
    const { data } = await lab.call('GET /api/integrations', { token: ann.token });
    const gmail = data.integrations.find(({ provider }) => provider === 'gmail');
    await lab.call('DELETE /api/integrations/{id}', {
      token: ann.token,
      params: { id: gmail?.id ?? '' },
    });
    await lab.connect(ann);
    lab.startWorker();
    expect((await preview(lab, ann, ['acme.com'])).domains[0]?.activityCount).toBe(131);
    await lab.deliver([{}], 'ann@elsewhere.example');
    await lab.connect(ann, { address: 'ann@elsewhere.example' });
    expect((await preview(lab, ann, ['acme.com'])).domains[0]?.activityCount).toBe(132);
  });

  it('counts once what has waited for long', async () => {
    const { lab, ann } = await connectedLab();
    const body = { domains: ['acme.com'] };
    const request = () => lab.call('POST /api/accounts/preview', { token: ann.token, body });
    await request();
    await lab.context.db
      .updateTable('import_previews')
      .set({ requested_at: new Date(Date.now() - 20 * minuteMs) })
      .execute();
    await request();
    lab.startWorker();
    expect((await preview(lab, ann, ['acme.com'])).domains[0]?.activityCount).toBe(131);
  });

  it('says why nothing can be counted, and asks no one while nothing is connected', async () => {
    const lab = await createSyncLab();
    const ann = await lab.make.person({ email: mailbox });
    const body = { domains: ['acme.com'] };
    const unconnected = await lab.call('POST /api/accounts/preview', { token: ann.token, body });
    expect(unconnected.status).toBe(409);
    await lab.connect(ann);
    await lab.control('POST', `/google-oauth/${mailbox}/revoke-grants`);
    lab.startWorker();
    const answer = await preview(lab, ann, ['acme.com']);
    expect(answer).toMatchObject({ state: 'failed', domains: [{ isCounted: false }] });
    expect(answer.message).toBeTruthy();
  });

  it('lets only so many counts wait while the workers are behind', async () => {
    const { lab, ann } = await connectedLab();
    await sql`delete from sync_tasks`.execute(lab.db);
    await sql`insert into sync_tasks (owner_id, integration_id, kind, since)
      select owner_id, id, 'preview', now() from integrations, generate_series(2, ${limits.pendingPreviews})
      where owner_id = ${ann.id}`.execute(lab.db);
    const request = (domains: string[]) =>
      lab.call('POST /api/accounts/preview', { token: ann.token, body: { domains } });
    expect((await request(['acme.com'])).status).toBe(200);
    expect(await request(['beta.example'])).toMatchObject({
      status: 429,
      error: { code: 'RATE_LIMITED' },
      headers: { 'retry-after': '60' },
    });
    // What is being counted already is returned as before.
    expect((await request(['acme.com'])).data.state).toBe('running');
  });

  it('begins only so many counts in an hour, and goes on telling how those are that it began', async () => {
    const { lab, ann } = await connectedLab();
    const request = (person: MadePerson, domains: string[]) =>
      lab.call('POST /api/accounts/preview', { token: person.token, body: { domains } });
    const part = (number: number) =>
      Array.from({ length: 1_000 }, (_, index) => `c${index}.part${number}.example`);
    for (const number of [1, 2, 3, 4, 5]) {
      expect((await request(ann, part(number))).status).toBe(200);
      expect((await request(ann, part(number))).status).toBe(200);
    }
    const refused = await request(ann, ['acme.com', ...part(5).slice(1)]);
    expect(refused.error).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await request(ann, part(5))).status).toBe(200);
    const begun = await lab.db
      .selectFrom('import_previews')
      .select('domain')
      .where('domain', '=', 'acme.com')
      .execute();
    expect(begun).toEqual([]);

    const bea = await lab.make.person({ email: 'bea@example.org' });
    await lab.connect(bea, { address: 'ann@elsewhere.example' });
    expect((await request(bea, ['acme.com'])).status).toBe(200);
  });
});
