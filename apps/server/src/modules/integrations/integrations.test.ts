import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';

let lab: SyncLab;
let ann: MadePerson;
beforeEach(async () => {
  lab = await createSyncLab();
  ann = await lab.make.person({ email: 'ann@company.example' });
});

describe('connecting Gmail', () => {
  const begin = async (person: MadePerson) =>
    lab.call('POST /api/integrations/{provider}/auth', {
      token: person.token,
      params: { provider: 'gmail' },
    });

  /** The address to which the provider sends the browser back. */
  const consent = async (person: MadePerson) => {
    const { data } = await begin(person);
    const state = new URL(data.authUrl).searchParams.get('state');
    return { state, callback: await lab.press(data.authUrl) };
  };

  it('asks for reading alone, with PKCE and a refresh token', async () => {
    const url = new URL((await begin(ann)).data.authUrl);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      scope: 'openid email https://www.googleapis.com/auth/gmail.readonly',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/api/integrations/gmail/oauth/callback',
    });
  });

  it('goes through the consent page and comes back connected', async () => {
    const landed = await lab.connect(ann);
    expect(landed.href).toMatch(
      /^http:\/\/localhost:3000\/oauth\/success\?success=true&confirm=[\w-]{43}&provider=gmail$/,
    );
    const { data } = await lab.call('GET /api/integrations', { token: ann.token });
    expect(data).toMatchObject({
      availableProviders: [
        'gmail',
        'google_calendar',
        'microsoft_mail',
        'microsoft_calendar',
        'imap',
        'caldav',
        'fireflies',
        'fathom',
      ],
      integrations: [
        {
          provider: 'gmail',
          name: 'Gmail',
          isConnected: true,
          needsReauth: false,
          lastSyncedAt: null,
          progress: { phase: 'waiting' },
          storedActivities: 0,
        },
      ],
    });
  });

  it('stores what was granted encrypted, and the state hashed', async () => {
    const { state, callback } = await consent(ann);
    const states = await lab.db.selectFrom('oauth_states').selectAll().execute();
    expect(JSON.stringify(states)).not.toContain(state);
    await lab.confirm(ann, await lab.follow(callback));
    const [row] = await lab.db.selectFrom('integrations').selectAll().execute();
    expect(row?.source).toBe(mailbox);
    expect(row?.credentials?.toString('latin1')).not.toContain('refresh_token');
  });

  const errorOf = (url: URL) => url.searchParams.get('error');

  it('says so when access is denied', async () => {
    const landed = await lab.connect(ann, { deny: true });
    expect(landed.pathname).toBe('/oauth/success');
    expect(Object.fromEntries(landed.searchParams)).toEqual({
      error: 'Access was denied.',
      provider: 'gmail',
    });
    expect(await lab.integrations(ann)).toEqual([]);
  });

  it('takes an answer once', async () => {
    const { callback } = await consent(ann);
    expect(errorOf(await lab.follow(callback))).toBeNull();
    expect(errorOf(await lab.follow(callback))).toContain('was used before');
  });

  it('takes an answer only for what was asked', async () => {
    const { callback } = await consent(ann);
    callback.searchParams.set('state', 'made-up');
    expect(errorOf(await lab.follow(callback))).toContain('belongs to no connection');
    const other = new URL((await consent(ann)).callback);
    other.searchParams.delete('state');
    expect(errorOf(await lab.follow(other))).toContain('belongs to no connection');
    expect(await lab.integrations(ann)).toEqual([]);
  });

  it('takes no answer after ten minutes', async () => {
    const { callback } = await consent(ann);
    await sql`update oauth_states set expires_at = expires_at - interval '10 minutes'`.execute(
      lab.db,
    );
    expect(errorOf(await lab.follow(callback))).toContain('took too long');
  });

  it('says so when the provider does not take the code', async () => {
    const { callback } = await consent(ann);
    callback.searchParams.set('code', 'made-up');
    expect(errorOf(await lab.follow(callback))).toContain('did not accept');
  });

  it('belongs to the one who began, whichever account they choose there', async () => {
    const bob = await lab.make.person();
    await lab.connect(bob);
    expect(await lab.integrations(ann)).toEqual([]);
    expect(await lab.integrations(bob)).toHaveLength(1);
  });

  it('is not offered where the server is not set up for it', async () => {
    const bare = await createTestApp();
    onTestFinished(bare.close);
    const { token } = await bare.make.person();
    const params = { provider: 'gmail' } as const;
    const answer = await bare.call('POST /api/integrations/{provider}/auth', { token, params });
    expect(answer).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  });
});

describe('an integration', () => {
  it('is gone with its credentials when it is disconnected; what it stored stays', async () => {
    await lab.deliver([{ subject: 'kept' }]);
    await lab.track(ann, 'acme.com');
    await lab.connect(ann);
    lab.startWorker();
    const gmail = await lab.rested(ann);
    const params = { id: gmail.id };
    await lab.call('DELETE /api/integrations/{id}', { token: ann.token, params });
    expect(await lab.integrations(ann)).toEqual([]);
    expect(await lab.captured(ann)).toEqual(['kept']);
    const [row] = await lab.db.selectFrom('integrations').selectAll().execute();
    expect(row).toMatchObject({ credentials: null, credentials_key_id: null, cursor: null });
    const { revoked } = await lab.control<{ revoked: number }>(
      'POST',
      `/google-oauth/${mailbox}/revoke-grants`,
    );
    expect(revoked).toBe(0);
    const again = await lab.call('DELETE /api/integrations/{id}', { token: ann.token, params });
    expect(again.status).toBe(404);

    await lab.deliver([{ subject: 'meanwhile' }]);
    await lab.connect(ann);
    expect(await lab.rested(ann)).toMatchObject({ id: gmail.id, storedActivities: 2 });
  });

  it('is disconnected even if the grant cannot be revoked at the provider', async () => {
    await lab.connect(ann);
    await lab.control('POST', '/faults', {
      path: '/revoke',
      effect: { kind: 'fail', status: 503 },
    });
    const [gmail] = await lab.integrations(ann);
    const answer = await lab.call('DELETE /api/integrations/{id}', {
      token: ann.token,
      params: { id: gmail?.id ?? '' },
    });
    expect(answer.status).toBe(200);
    expect(await lab.integrations(ann)).toEqual([]);
  });

  it('is no one else’s to sync or to disconnect', async () => {
    await lab.connect(ann);
    const [gmail] = await lab.integrations(ann);
    const { token } = await lab.make.person();
    const params = { id: gmail?.id ?? '' };
    for (const name of [
      'DELETE /api/integrations/{id}',
      'POST /api/integrations/{id}/sync',
    ] as const) {
      expect(await lab.call(name, { token, params })).toMatchObject({ status: 404 });
    }
    expect(await lab.integrations(ann)).toHaveLength(1);
  });

  it('responds immediately with its state when a sync is requested', async () => {
    await lab.connect(ann);
    const [gmail] = await lab.integrations(ann);
    const { data } = await lab.call('POST /api/integrations/{id}/sync', {
      token: ann.token,
      params: { id: gmail?.id ?? '' },
    });
    expect(data.integration.progress?.phase).toBe('waiting');
  });
});

describe('discovery', () => {
  const discover = (days?: number, progress?: 'true' | 'false') =>
    lab.call('GET /api/accounts/discover', { token: ann.token, query: { days, progress } });

  it('needs a mailbox', async () => {
    const answer = await discover();
    expect(answer).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
    expect(answer.error?.message).toContain(
      'Connect Gmail, Microsoft 365 Mail or IMAP Mailbox first',
    );
  });

  it('counts emails by registrable domain, most active first', async () => {
    await lab.deliver([
      { from: 'Bob <bob@acme.com>', cc: 'eve@mail.acme.com' },
      { from: 'Carl <carl@mail.acme.com>', daysAgo: 13 },
      { from: 'Old <old@acme.com>', daysAgo: 15 },
      { from: mailbox, to: 'Zoë <z@münchen.example>, bob@acme.com', daysAgo: 3 },
      { from: 'friend@gmail.com' },
      { from: 'colleague@company.example' },
      { from: 'sibling@example.org' },
      { from: 'list@lists.project.example', headers: { 'List-Id': '<dev.project.example>' } },
      {
        from: 'Dev via dev <dev@project.example>',
        headers: { 'List-Id': '<dev.project.example>' },
      },
    ]);
    await lab.connect(ann);
    lab.startWorker();
    const { data } = await discover();
    expect(data).toEqual({
      domains: [
        {
          domain: 'acme.com',
          activityCount: 3,
          sampleNames: expect.arrayContaining(['Bob', 'Carl']),
          sampleEmails: expect.arrayContaining(['bob@acme.com', 'carl@mail.acme.com']),
        },
        {
          domain: 'münchen.example',
          activityCount: 1,
          sampleNames: ['Zoë'],
          sampleEmails: [expect.stringContaining('z@')],
        },
      ],
      progress: { state: 'done', processed: 0, total: null },
      excluded: {
        total: 5,
        domains: [
          { domain: 'company.example', reason: 'own-domain', activityCount: 1 },
          { domain: 'example.org', reason: 'own-domain', activityCount: 1 },
          { domain: 'gmail.com', reason: 'free-mail', activityCount: 1 },
          { domain: 'lists.project.example', reason: 'list', activityCount: 1 },
          { domain: 'project.example', reason: 'list', activityCount: 1 },
        ],
      },
      backfillDays: 84,
    });
    expect((await discover(7)).data.domains[0]).toMatchObject({ activityCount: 2 });
  });

  it('keeps nothing but counts and samples of mail that concerns no tracked domain', async () => {
    await lab.deliver([{ subject: 'a secret subject' }]);
    await lab.connect(ann);
    lab.startWorker();
    await discover();
    const tables = [
      'discovered_days',
      'excluded_days',
      'discovered_samples',
      'discovered_mails',
      'sync_tasks',
    ] as const;
    const rows = await Promise.all(
      tables.map((name) => lab.db.selectFrom(name).selectAll().execute()),
    );
    expect(JSON.stringify(rows)).not.toContain('secret');
    expect(await lab.captured(ann)).toEqual([]);
  });

  it('counts what came since, each mail once', async () => {
    await lab.deliver([{}]);
    await lab.connect(ann);
    lab.startWorker();
    await discover();
    await lab.deliver([{}, { from: 'Eve <eve@new.example>' }]);
    await lab.control('POST', `/gmail/${mailbox}/expire-history`);
    await lab.sync(ann);
    const { data } = await discover();
    expect(data.domains).toMatchObject([
      { domain: 'acme.com', activityCount: 2 },
      { domain: 'new.example', activityCount: 1 },
    ]);
  });

  it('responds in time with what is known when reading takes longer, and sooner to who shows progress', async () => {
    // No worker runs: a response that waited for the end of the sync would never be sent.
    await lab.connect(ann);
    const [soon, whole] = [discover(14, 'true'), discover()];
    const first = await Promise.race([soon.then(() => 'soon'), whole.then(() => 'whole')]);
    expect(first).toBe('soon');
    expect((await soon).data.progress?.state).toBe('running');
    expect((await whole).data.progress?.state).toBe('running');
  });

  it('counts emails whose recipients are more than a statement has parameters', async () => {
    // Up to 1,000 recipients of one email count.
    const mailsTo = (address: (n: number) => string) =>
      Array.from({ length: 8 }, (_, mail) => ({
        to: Array.from({ length: 900 }, (_, n) => address(mail * 900 + n)).join(', '),
      }));
    const companies = mailsTo((n) => `a@company-${n}.example`);
    const lists = mailsTo((n) => `a@lists.l${n}.example`);
    await lab.deliver([...companies, ...companies, ...lists]);
    await lab.connect(ann);
    lab.startWorker();
    const { data } = await discover();
    expect(data.progress?.state).toBe('done');
    expect(data.domains).toHaveLength(5_000);
    expect(data.domainCount).toBe(7_201);
    expect(data.domains[1]).toMatchObject({ activityCount: 2, sampleEmails: [expect.any(String)] });
    expect(data.excluded?.total).toBe(7_200);
    expect(data.excluded?.domains).toHaveLength(200);
  });

  it('says what is wrong when the mailbox cannot be read', async () => {
    await lab.connect(ann);
    await lab.control('POST', `/google-oauth/${mailbox}/revoke-grants`);
    lab.startWorker();
    const refused = await discover();
    expect(refused).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
    expect(refused.error?.message).toContain('Connect it again');
    // A client that shows progress gets this as well.
    expect((await discover(14, 'true')).data).toMatchObject({
      domains: [],
      progress: { state: 'failed', message: expect.stringContaining('Connect it again') },
    });
  });

  it('retries after a failure on the next request', async () => {
    await lab.deliver([{}]);
    await lab.connect(ann);
    const path = '/gmail/v1/users/me/profile';
    await lab.control('POST', '/faults', { path, effect: { kind: 'fail', status: 400 } });
    lab.startWorker();
    const failed = await discover();
    expect(failed).toMatchObject({ status: 502, error: { code: 'NETWORK_ERROR' } });
    expect(failed.error?.message).toContain('Gmail refused');
    await lab.control('DELETE', '/faults');
    expect((await discover()).data).toMatchObject({
      domains: [{ domain: 'acme.com' }],
      progress: { state: 'done' },
    });
  });
});
