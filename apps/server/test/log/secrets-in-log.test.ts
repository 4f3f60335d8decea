import { sendKeyCreatedJob } from '#modules/auth/api-keys/send-key-created.job.ts';
import { processResetRequestsJob } from '#modules/auth/password-reset/process-reset-requests.job.ts';
import { sendRequestedResetJob } from '#modules/auth/password-reset/send-requested-reset.job.ts';
import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openCredentials } from '#modules/integrations/connect/credentials.ts';
import { createLog } from '#platform/log/create-log.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import { clientSecret } from '@repo/sandbox/testing/sign-in';
import { createSyncLab, mailbox, type SyncLab } from '../create-sync-lab.ts';
import { knownPassword, type MadePerson } from '../test-makers.ts';

const [newPassword, guess] = ['a new pass phrase 8f2c', 'a guessed pass phrase 77aa'];
const [mailText, callText] = ['text-of-a-mail-51ab', 'text-of-a-call-90cd'];

let lab: SyncLab;
let ann: MadePerson;
/** Texts that must not be found, by description. */
const secrets = new Map<string, string>();
let output = '';

/** Writes an email like a server that cuts the connection in the middle of it. */
let isMailBroken = false;
async function send({ to, text }: OutgoingMail): Promise<void> {
  const token = /token=(\S+)/.exec(text)?.[1];
  if (token !== undefined) secrets.set(`reset link to ${to} ${secrets.size}`, token);
  if (!isMailBroken) return;
  throw Object.assign(new Error('Connection closed unexpectedly'), {
    code: 'ECONNECTION',
    envelope: { to },
    message_: text,
    options: { auth: { user: 'mail', pass: 'password-of-the-mail-server' } },
  });
}

async function start(): Promise<void> {
  secrets.set('password of the mail server', 'password-of-the-mail-server');
  const log = createLog('trace', { write: (line) => void (output += line) });
  lab = await createSyncLab({ replace: { log, mailer: { send } } });
  await registerJobs(
    [processResetRequestsJob, sendRequestedResetJob, sendKeyCreatedJob],
    lab.context,
  );
  ann = await lab.make.person({ email: mailbox });
  for (const [id, key] of lab.context.config.encryptionKeys) {
    secrets.set(`encryption key ${id}`, key.toString('base64'));
    secrets.set(`encryption key ${id} in hexadecimal`, key.toString('hex'));
  }
  secrets.set('client secret of Google', clientSecret);
  secrets.set('text of a mail', mailText);
  secrets.set('text of a call', callText);
}

const lines = () => output.trim().split('\n').length;

/** Runs work and verifies that it logged a line like this one. */
async function leaves(line: RegExp, work: () => Promise<unknown>): Promise<void> {
  const before = output.length;
  await work();
  await expect.poll(() => output.slice(before), { timeout: 5_000 }).toMatch(line);
}

const fail = (path: string, status = 503) =>
  lab.control('POST', '/faults', { path, effect: { kind: 'fail', status } });

/** Makes every statement on a table fail with an error that contains the row. */
async function withUnwritable(table: string, work: () => Promise<unknown>): Promise<void> {
  const { ref, raw } = sql;
  await sql`alter table ${ref(table)} add constraint broken check (false) not valid`.execute(
    lab.db,
  );
  await work();
  await raw(`alter table ${table} drop constraint broken`).execute(lab.db);
}

/** Signing in and choosing a new password. */
async function signInAndReset(): Promise<void> {
  const signIn = (password: string) =>
    lab.call('POST /api/auth/login', { body: { email: mailbox, password } });
  secrets
    .set('password', knownPassword)
    .set('wrong password', guess)
    .set('new password', newPassword);
  await leaves(/a sign-in was refused/, () => signIn(guess));
  await leaves(new RegExp(`"userId":"${ann.id}".*signed in`), () => signIn(knownPassword));
  const { data } = await signIn(knownPassword);
  secrets.set('session', data.token);
  await leaves(/request failed/, () => withUnwritable('sessions', () => signIn(knownPassword)));

  const request = () =>
    lab.call('POST /api/auth/request-password-reset', { body: { email: mailbox } });
  isMailBroken = true;
  await request();
  await leaves(/reset mail could not be sent/, () => lab.jobs.run().catch(() => {}));
  isMailBroken = false;
  lab.jobs.recorded.length = 0;
  await request();
  await lab.jobs.run();
  const token = [...secrets].at(-1)?.[1] ?? '';
  const reset = (given: string) =>
    lab.call('POST /api/auth/reset-password', { body: { token: given, password: newPassword } });
  await leaves(/request failed/, () => withUnwritable('users', () => reset(token)));
  expect((await reset(`${token}x`)).status).toBe(400);
  expect((await reset(token)).status).toBe(200);
  const { password_hash: hash } = await lab.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', ann.id)
    .executeTakeFirstOrThrow();
  secrets.set('hash of the password', hash ?? '');
  ann = { ...ann, token: await lab.make.session(ann.id) };
  secrets.set('another session', ann.token);
}

/** Connecting a mailbox, syncing it, and revoking the grant. */
async function connectMailbox(): Promise<void> {
  const begin = async () => {
    const { data } = await lab.call('POST /api/integrations/{provider}/auth', {
      token: ann.token,
      params: { provider: 'gmail' },
    });
    const state = new URL(data.authUrl).searchParams.get('state') ?? '';
    secrets.set(`state ${secrets.size}`, state);
    const verifiers = await lab.db.selectFrom('oauth_states').select('code_verifier').execute();
    for (const { code_verifier: verifier } of verifiers)
      secrets.set(`verifier ${verifier}`, verifier);
    const back = await lab.press(data.authUrl);
    secrets.set(`code ${secrets.size}`, back.searchParams.get('code') ?? '');
    return back;
  };
  await fail('/token');
  await leaves(/a connection failed/, async () => lab.follow(await begin()));
  await lab.control('DELETE', '/faults');
  const landed = await lab.follow(await begin());
  secrets.set('confirmation', landed.searchParams.get('confirm') ?? '');
  const confirm = () => lab.confirm(ann, landed);
  await lab.app.inject(`${landed.pathname}${landed.search}`);
  await leaves(/request failed/, () => withUnwritable('integrations', confirm));
  await confirm();
  await noteCredentials();
  const others = await lab.follow(await begin());
  secrets.set('confirmation of another', others.searchParams.get('confirm') ?? '');
  const bob = await lab.make.person();
  secrets.set('session of another', bob.token);
  await leaves(/not confirmed by the person who began/, () => lab.confirm(bob, others));

  await lab.track(ann, 'acme.com');
  await lab.deliver([{ subject: mailText }]);
  lab.startWorker();
  await leaves(/captures one by one|set an item aside|sync failed/, () =>
    withUnwritable('captured_activities', () => lab.sync(ann)),
  );
  await fail('/gmail/v1/users/me/messages');
  await leaves(/sync failed|set an item aside/, async () => {
    await lab.db.updateTable('integrations').set({ cursor: null }).execute();
    await lab.deliver([{ subject: mailText }]);
    await lab.sync(ann);
  });
  await fail('/token', 400);
  await lab.control('DELETE', '/faults');
  await lab.sync(ann);
  await noteCredentials();

  await fail('/revoke');
  const [integration] = await lab.integrations(ann);
  await leaves(/did not revoke a grant/, () =>
    lab.call('DELETE /api/integrations/{id}', {
      token: ann.token,
      params: { id: integration?.id ?? '' },
    }),
  );
  await lab.control('DELETE', '/faults');
}

async function noteCredentials(): Promise<void> {
  const rows = await lab.db.selectFrom('integrations').selectAll().execute();
  for (const row of rows) {
    const opened = openCredentials(lab.context, row.id, row);
    for (const [name, value] of Object.entries(opened)) {
      if (typeof value === 'string' && value.length > 12 && !value.includes('://')) {
        secrets.set(`${row.provider} ${name} ${secrets.size}`, value);
      }
    }
  }
}

/** An API key and a webhook. */
async function connectOthers(): Promise<void> {
  const state = (provider: string) =>
    Buffer.from(JSON.stringify({ userId: ann.id, provider })).toString('base64');
  const connect = (code: string) =>
    lab.call('POST /api/integrations/{provider}/callback', {
      token: ann.token,
      params: { provider: 'fireflies' },
      body: { code, state: state('fireflies') },
    });
  const key = lab.sandbox.firefliesKey(mailbox);
  secrets.set('API key', key).set('wrong API key', 'wrong-api-key-1234');
  expect((await connect('wrong-api-key-1234')).status).toBe(400);
  await fail('/graphql');
  await leaves(/Fireflies/, () => connect(key));
  await lab.control('DELETE', '/faults');
  await leaves(/request failed/, () => withUnwritable('integrations', () => connect(key)));

  const { data: begun } = await lab.call('POST /api/integrations/{provider}/auth', {
    token: ann.token,
    params: { provider: 'fathom' },
  });
  const begunState = new URL(begun.authUrl).searchParams.get('state') ?? '';
  secrets.set('state of a webhook', begunState);
  const { data } = await lab.call('POST /api/integrations/{provider}/callback', {
    token: ann.token,
    params: { provider: 'fathom' },
    body: { code: 'fathom', state: begunState },
  });
  const token = data.integration?.connectionData?.webhook_token ?? '';
  secrets.set('webhook token', token);
  const deliver = (bearer: string) =>
    lab.call('POST /api/webhooks/v1/{provider}/{integrationId}', {
      token: bearer,
      params: { provider: 'fathom', integrationId: data.integration?.id ?? '' },
      body: { transcript: callText },
    });
  secrets.set('wrong webhook token', 'wrong-webhook-token-1');
  expect((await deliver('wrong-webhook-token-1')).status).toBe(401);
  expect((await deliver(token)).data.outcome).toBe('failed');
  await leaves(/request failed/, () => withUnwritable('failed_items', () => deliver(token)));
}

/** Creating a key, and using it in every way, also those that are refused. */
async function useKeys(): Promise<void> {
  const create = (currentPassword: string) =>
    lab.call('POST /api/auth/api-keys', {
      token: ann.token,
      body: { name: 'Reports', scopes: ['workspaces:read'], currentPassword },
    });
  await leaves(/a new API key was refused/, () => create(guess));
  await leaves(/request failed/, () => withUnwritable('api_keys', () => create(newPassword)));
  const { data } = await create(newPassword);
  const { key } = data;
  const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  const encoded = [...key].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
  secrets.set('key', key).set('key without its prefix', key.slice(4, 34));
  secrets.set('wrong key', wrong).set('encoded key', encoded);
  isMailBroken = true;
  await leaves(/mail about a change of sign-in was not sent/, () => lab.jobs.run().catch(() => {}));
  isMailBroken = false;
  lab.jobs.recorded.length = 0;
  await leaves(/request failed/, () =>
    withUnwritable('audit_entries', () => lab.call('GET /api/workspaces', { token: key })),
  );
  expect((await lab.call('GET /api/workspaces', { token: key })).status).toBe(200);
  expect((await lab.call('GET /api/workspaces', { token: wrong })).status).toBe(401);
  expect((await lab.call('GET /api/auth/me', { token: key })).status).toBe(403);
  for (const address of [
    `/api/workspaces?api_key=${key}`,
    `/api/workspaces?token=${encoded}`,
    `/api/${key}`,
    `/api/accounts/${encoded}`,
    `/${key}`,
  ]) {
    await leaves(/"status":400/, async () => {
      const { statusCode, body } = await lab.app.inject(address);
      expect([statusCode, body]).toEqual([400, expect.stringContaining('does not belong')]);
      expect(body).not.toContain(key);
    });
  }
  await leaves(/revoked an API key/, () =>
    lab.call('DELETE /api/auth/api-keys/{id}', {
      token: ann.token,
      params: { id: data.apiKey.id },
    }),
  );
  expect((await lab.call('GET /api/workspaces', { token: key })).status).toBe(401);
}

test('no secret is in the log', { timeout: 60_000 }, async () => {
  await start();
  await signInAndReset();
  await useKeys();
  await connectMailbox();
  await connectOthers();
  expect(lines()).toBeGreaterThan(30);
  expect([...secrets.values()].filter((secret) => secret.length < 8)).toEqual([]);
  expect(secrets.size).toBeGreaterThan(20);
  const found = [...secrets].flatMap(([what, secret]) =>
    output
      .split('\n')
      .filter((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)))
      .map((line) => `${what}: ${line.slice(0, 600)}`),
  );
  expect(found).toEqual([]);
});
