import { control } from '@repo/sandbox/testing/control';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';

let lab: SyncLab;
let ann: MadePerson;
beforeEach(async () => {
  lab = await createSyncLab();
  ann = await lab.make.person({ email: mailbox });
});

const hourMs = 60 * 60 * 1000;

const begin = (provider: 'fireflies' | 'fathom', person = ann) =>
  lab.call('POST /api/integrations/{provider}/auth', { token: person.token, params: { provider } });

describe('connecting with an API key', () => {
  const stateOf = (userId: string, provider = 'fireflies') =>
    btoa(
      JSON.stringify({ userId, provider, type: 'call_transcription', timestamp: 1, nonce: 'n' }),
    );

  const connect = (code: string, state = stateOf(ann.id)) =>
    lab.call('POST /api/integrations/{provider}/callback', {
      token: ann.token,
      params: { provider: 'fireflies' },
      body: { code, state },
    });

  const addCall = (title: string) =>
    lab.sandbox.addCalls(mailbox, [
      {
        title,
        date: Date.now() - hourMs,
        duration: 30,
        meeting_attendees: [{ email: mailbox }, { email: 'bob@acme.com', displayName: 'Bob' }],
        summary: { overview: 'They agreed.', action_items: '- Send the offer\n- Call back' },
        sentences: [{ speaker_name: 'Bob', text: 'Agreed.', start_time: 1, end_time: 2 }],
      },
    ])[0] ?? '';

  it('asks for the key by its scheme', async () => {
    expect((await begin('fireflies')).data.authUrl).toMatch(/^api-key:/);
  });

  it('stores the key encrypted, and says what the first sync brought', async () => {
    await lab.track(ann, 'acme.com');
    addCall('First call');
    lab.startWorker();
    const key = lab.sandbox.firefliesKey(mailbox);
    const { data } = await connect(` ${key} `);
    expect(data.syncResults).toEqual({ activities: 1 });
    const [fireflies] = await lab.integrations(ann);
    expect(fireflies).toMatchObject({ provider: 'fireflies', isConnected: true });
    const rows = await lab.db.selectFrom('integrations').select('credentials').execute();
    expect(rows[0]?.credentials?.includes(key)).toBe(false);
    expect(await lab.captured(ann)).toEqual(['First call']);
  });

  it('does not take what an earlier connection stored for what this one brought', async () => {
    await lab.track(ann, 'acme.com');
    addCall('First call');
    lab.startWorker();
    await connect(lab.sandbox.firefliesKey(mailbox));
    const { data } = await connect(lab.sandbox.firefliesKey('ann@elsewhere.example'));
    expect(data).toMatchObject({
      integration: { storedActivities: 0 },
      syncResults: { activities: 0 },
    });
  });

  it('does not wait for a first sync that takes longer than people like to wait', async () => {
    // No worker runs: a response that waited for the end of the sync would never be sent.
    const { data } = await connect(lab.sandbox.firefliesKey(mailbox));
    expect(data.syncResults).toEqual({ activities: 0 });
    expect((await lab.integrations(ann))[0]?.progress?.phase).toBe('waiting');
  });

  it('follows what comes, changes and goes', async () => {
    await lab.track(ann, 'acme.com');
    lab.startWorker();
    await connect(lab.sandbox.firefliesKey(mailbox));
    const first = addCall('First');
    await lab.sync(ann);
    addCall('Second');
    lab.sandbox.addCalls(mailbox, [
      {
        id: first,
        title: 'Renamed',
        date: Date.now() - 2 * hourMs,
        duration: 5,
        participants: ['x@acme.com', mailbox],
      },
    ]);
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual(['Renamed', 'Second']);
    await control(lab.sandbox.url, 'DELETE', `fireflies/${mailbox}/calls/${first}`);
    await lab.sync(ann);
    expect(await lab.captured(ann)).toEqual(['Second']);
  });

  it('refuses a key that is none, one for someone else, and stores nothing', async () => {
    const wrong = await connect('made-up');
    expect(wrong).toMatchObject({ status: 400, error: { code: 'VALIDATION_FAILED' } });
    expect(wrong.error?.message).toContain('does not know this API key');
    const key = lab.sandbox.firefliesKey(mailbox);
    const states = [stateOf('somebody'), stateOf(ann.id, 'gmail'), 'nonsense'];
    for (const state of states) expect((await connect(key, state)).status).toBe(400);
    expect(await lab.integrations(ann)).toEqual([]);
  });

  it('says so when the provider cannot be reached or has had enough', async () => {
    const key = lab.sandbox.firefliesKey(mailbox);
    const failing = async (status: number) => {
      await lab.control('DELETE', '/faults');
      await lab.control('POST', '/faults', { path: '/graphql', effect: { kind: 'fail', status } });
      return (await connect(key)).error?.code;
    };
    expect(await failing(503)).toBe('NETWORK_ERROR');
    expect(await failing(429)).toBe('RATE_LIMITED');
  });

  it('asks for a new key when the old one is refused', async () => {
    lab.startWorker();
    await connect(lab.sandbox.firefliesKey(mailbox));
    await control(lab.sandbox.url, 'POST', `fireflies/${mailbox}/key`, { isRefused: true });
    expect(await lab.sync(ann)).toMatchObject({ needsReauth: true });
  });

  it('gives the transcript of a call on first use', async () => {
    const workspace = await lab.make.workspace();
    await lab.make.membership(workspace.id, ann.id);
    await lab.call('POST /api/accounts/import', {
      token: ann.token,
      body: { domains: ['acme.com'], source: 'manual', name: 'Acme', workspaceId: workspace.id },
    });
    addCall('Spoken');
    lab.startWorker();
    await connect(lab.sandbox.firefliesKey(mailbox));
    const [published] = await lab.db.selectFrom('account_activities').select('id').execute();
    const transcript = (token = ann.token) =>
      lab.call('GET /api/activities/{activityId}/fireflies-transcript', {
        token,
        params: { activityId: published?.id ?? '' },
      });
    await lab.control('POST', '/faults', {
      path: '/graphql',
      effect: { kind: 'fail', status: 429 },
    });
    expect((await transcript()).error?.code).toBe('RATE_LIMITED');
    await lab.control('DELETE', '/faults');
    // A deactivated user's key cannot be used, not even for colleagues.
    const colleague = await lab.make.member(workspace.id);
    const isActive = (active: boolean) =>
      lab.db.updateTable('users').set({ is_active: active }).where('id', '=', ann.id).execute();
    await isActive(false);
    expect((await transcript(colleague.token)).error?.code).toBe('UNKNOWN_ERROR');
    await isActive(true);
    const sentences = [{ speaker_name: 'Bob', start_time: 1, text: 'Agreed.' }];
    expect((await transcript()).data.transcriptSentences).toEqual(sentences);
    await lab.control('POST', '/faults', { path: '/graphql', effect: { kind: 'cut' } });
    expect((await transcript()).data.transcriptSentences).toEqual(sentences);
  });
});

describe('a webhook', () => {
  const connect = async (person = ann) => {
    const { data } = await begin('fathom', person);
    const state = new URL(data.authUrl).searchParams.get('state') ?? '';
    const answer = await lab.call('POST /api/integrations/{provider}/callback', {
      token: person.token,
      params: { provider: 'fathom' },
      body: { code: 'webhook', state },
    });
    return { answer, state };
  };

  const connected = async () => {
    const { integration } = (await connect()).answer.data;
    return { id: integration?.id ?? '', token: integration?.connectionData?.webhook_token ?? '' };
  };

  const deliver = (id: string, token: string | undefined, payload: unknown) =>
    lab.call('POST /api/webhooks/v1/{provider}/{integrationId}', {
      token,
      params: { provider: 'fathom', integrationId: id },
      body: payload,
    });

  const recording = {
    id: '42',
    meeting_title: 'Kick-off',
    meeting_scheduled_start_time: new Date(Date.now() - hourMs).toISOString(),
    meeting_invitees_email: 'casey@acme.com',
    fathom_user_email: mailbox,
    transcript_plaintext: 'Casey: Hello',
  };

  it('is named by its scheme, and shows its token whenever it is looked at', async () => {
    expect((await begin('fathom')).data.authUrl).toMatch(/^webhook:fathom\?state=./);
    const { token } = await connected();
    expect(token).toMatch(/^[\w-]{43}$/);
    const [fathom] = await lab.integrations(ann);
    expect(fathom).toMatchObject({
      isConnected: true,
      connectionData: { webhook_token: token, webhook_api_version: 'v1' },
    });
    expect(fathom?.progress).toBeUndefined();
    expect((await connected()).token).toBe(token);
  });

  it('takes a state once, and only from the one who began', async () => {
    const { state } = await connect();
    const again = (token: string, used: string) =>
      lab.call('POST /api/integrations/{provider}/callback', {
        token,
        params: { provider: 'fathom' },
        body: { code: 'webhook', state: used },
      });
    expect((await again(ann.token, state)).error?.code).toBe('CONFLICT');
    const bob = await lab.make.person();
    const { data } = await begin('fathom');
    const fresh = new URL(data.authUrl).searchParams.get('state') ?? '';
    expect((await again(bob.token, fresh)).error?.code).toBe('CONFLICT');
  });

  it('stores a recording that is delivered three times at once, once', async () => {
    await lab.track(ann, 'acme.com');
    const { id, token } = await connected();
    const answers = await Promise.all([1, 2, 3].map(() => deliver(id, token, recording)));
    expect(answers.map(({ data }) => data.outcome)).toEqual(['stored', 'stored', 'stored']);
    expect(await lab.captured(ann)).toEqual(['Kick-off']);
    const transcripts = await lab.db.selectFrom('call_transcripts').selectAll().execute();
    expect(transcripts).toMatchObject([{ sentences: [{ speaker_name: 'Casey', text: 'Hello' }] }]);
  });

  it('lets in no one without the token', async () => {
    await lab.track(ann, 'acme.com');
    const { id, token } = await connected();
    for (const wrong of [undefined, 'made-up', `${token}x`]) {
      expect((await deliver(id, wrong, recording)).status).toBe(401);
    }
    expect((await deliver(crypto.randomUUID(), token, recording)).status).toBe(401);
    await lab.call('DELETE /api/integrations/{id}', { token: ann.token, params: { id } });
    expect((await deliver(id, token, recording)).status).toBe(401);
    expect((await connected()).token).not.toBe(token);
  });

  it('keeps nothing of what concerns no tracked domain', async () => {
    const { id, token } = await connected();
    expect((await deliver(id, token, recording)).data).toEqual({
      outcome: 'ignored',
      reason: 'No participant belongs to a domain that its owner tracks.',
    });
    expect(await lab.captured(ann)).toEqual([]);
  });

  it('stores a failed delivery, lists it, and reads it again on request', async () => {
    await lab.track(ann, 'acme.com');
    const { id, token } = await connected();
    const { data } = await deliver(id, token, {
      ...recording,
      meeting_scheduled_start_time: 'soon',
    });
    expect(data).toEqual({ outcome: 'failed', reason: expect.stringContaining('no time') });
    const asked = { token: ann.token, params: { id } };
    const list = async () =>
      (await lab.call('GET /api/integrations/{id}/failed-items', asked)).data;
    expect(await list()).toMatchObject({
      total: 1,
      items: [{ reason: expect.stringContaining('no time'), retryAt: null, attempts: 1 }],
    });
    expect((await lab.integrations(ann))[0]?.failedItems).toBe(1);
    await lab.call('POST /api/integrations/{id}/failed-items/retry', asked);
    expect((await list()).items[0]?.attempts).toBe(2);
    await lab.db
      .updateTable('failed_items')
      .set({ payload: JSON.stringify(recording) })
      .execute();
    await lab.call('POST /api/integrations/{id}/failed-items/retry', asked);
    expect(await list()).toEqual({ items: [], total: 0 });
    expect(await lab.captured(ann)).toEqual(['Kick-off']);
    const bob = await lab.make.person();
    const others = await lab.call('GET /api/integrations/{id}/failed-items', {
      ...asked,
      token: bob.token,
    });
    expect(others.status).toBe(404);
  });

  it('is not asked for a backfill', async () => {
    await connected();
    await lab.track(ann, 'acme.com');
    expect(await lab.db.selectFrom('sync_tasks').selectAll().execute()).toEqual([]);
  });
});

describe('two services of one Google account', () => {
  it('keep the grant until the last of them is disconnected', async () => {
    lab.startWorker();
    await lab.connect(ann);
    await lab.connect(ann, { provider: 'google_calendar' });
    await lab.rested(ann);
    const [gmail] = await lab.integrations(ann);
    await lab.call('DELETE /api/integrations/{id}', {
      token: ann.token,
      params: { id: gmail?.id ?? '' },
    });
    const left = await lab.sync(ann);
    expect(left).toMatchObject({ provider: 'google_calendar', needsReauth: false });
    expect(left.lastError).toBeUndefined();
  });
});
