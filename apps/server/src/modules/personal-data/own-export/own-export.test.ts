import { once } from 'node:events';
import { connect } from 'node:net';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { usesOf } from '#platform/database/data-register/described-table.ts';
import { readZipFiles } from '../archive/read-zip.fixture.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { makePeopleWorkspace } from '../../accounts/people/people.fixture.ts';
import { sampleMail } from '../../activities/sample-mail.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { exportedFiles } from './exported-files.ts';
import { limitExports } from './limit-exports.ts';
import { exportOwnData } from './export-own-data.ts';

let app: TestApp;
let ann: MadePerson;
let ben: MadePerson;
let workspaceId: string;
const sentence = 'The price is for your eyes alone';
const secretOfBen = 'Nothing of this is for Ann';
beforeAll(async () => {
  app = await createTestApp();
  ({ ann, ben, workspaceId } = await makePeopleWorkspace(app));
  const mails = Array.from({ length: 60 }, (_, at) =>
    sampleMail({ title: `Offer ${at}`, textBody: sentence }),
  );
  await tracking(app).capture(ann, mails);
  await tracking(app).capture(ben, [sampleMail({ title: secretOfBen, textBody: secretOfBen })]);
});
afterAll(() => app.close());

const request = ({ token }: { token: string }) =>
  app.app.inject({
    url: '/api/auth/own-data/export',
    headers: { authorization: `Bearer ${token}` },
  });
const exportOf = async (person: MadePerson) => readZipFiles((await request(person)).rawPayload);
const linesOf = (files: Map<string, string>, name: string) =>
  (files.get(name) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('has what the user captured, what others see of it, their sessions and their settings', async () => {
  const files = await exportOf(ann);
  const captured = linesOf(files, 'own/captured_activities.jsonl');
  expect(captured).toHaveLength(60);
  expect(new Set(captured.map(({ id }) => id)).size).toBe(60);
  expect(captured[0]).toMatchObject({ text_body: sentence, owner_id: ann.id });
  const seen = linesOf(files, 'own/account_activities.jsonl');
  expect(seen).toHaveLength(60);
  expect(linesOf(files, 'own/users.jsonl')).toMatchObject([{ id: ann.id, email: ann.email }]);
  expect(linesOf(files, 'own/sessions.jsonl')).toHaveLength(1);
  expect(linesOf(files, 'own/memberships.jsonl')).toMatchObject([{ workspace_id: workspaceId }]);
});

test('says what is in it, and at its end that it is complete', async () => {
  const files = await exportOf(ann);
  const manifest = JSON.parse(files.get('manifest.json') ?? '');
  expect(manifest).toMatchObject({
    format: 'account-tracker-own-data',
    version: 1,
    user: { id: ann.id, email: ann.email },
  });
  const names = manifest.files.map(({ file }: { file: string }) => file);
  expect([...files.keys()]).toEqual(['manifest.json', ...names, 'complete.json']);
  const { complete, rows } = JSON.parse(files.get('complete.json') ?? '');
  expect(complete).toBe(true);
  for (const name of names) expect([name, rows[name]]).toEqual([name, linesOf(files, name).length]);
});

test('has nothing of colleagues: no content, no name, no id', async () => {
  await sql`update workspace_accounts set created_by = ${ann.id}, account_owner_id = ${ben.id},
    account_owner_name = 'Ben', note = ${secretOfBen}`.execute(app.db);
  const files = await exportOf(ann);
  const accounts = linesOf(files, 'mentions/workspace_accounts.jsonl');
  expect(accounts.length).toBeGreaterThan(0);
  expect(accounts[0]).toMatchObject({ created_by: ann.id, account_owner_id: null });
  const text = [...files.values()].join('\n');
  const found = [ben.id, ben.email, secretOfBen].filter((theirs) => text.includes(theirs));
  expect(found).toEqual([]);
});

test('has every column of the user’s own rows, and no secret', async () => {
  const files = await exportOf(ann);
  for (const [table, described] of Object.entries(describedTables)) {
    if (described.belongsTo === undefined) continue;
    const [row] = linesOf(files, `own/${table}.jsonl`);
    const uses = usesOf(described);
    const personal = [...uses].flatMap(([column, use]) =>
      ['about', 'contact', 'content', 'mark', 'key', 'user'].includes(use) ? [column] : [],
    );
    if (row !== undefined)
      expect([table, Object.keys(row)]).toEqual([table, personal.toSorted(inOrderOf(row))]);
  }
  const text = [...files.values()].join('\n');
  expect(/"(token_hash|password_hash|credentials)"/.test(text)).toBe(false);
});

const inOrderOf = (row: object) => (one: string, other: string) =>
  Object.keys(row).indexOf(one) - Object.keys(row).indexOf(other);

test('answers to repeated requests are not in it', async () => {
  await sql`
    insert into repeated_requests (key_hash, user_id, request_hash, response)
    values (sha256('export'), ${ann.id}, '', ${secretOfBen})`.execute(app.db);
  const files = await exportOf(ann);
  expect(files.get('own/repeated_requests.jsonl')).not.toContain(secretOfBen);
});

test('every table that has an owner or mentions a user is in it', () => {
  const names = new Set(exportedFiles.map(({ name }) => name));
  for (const [table, { columns, belongsTo }] of Object.entries(describedTables)) {
    const isAboutUsers = belongsTo !== undefined || (columns.user ?? '') !== '';
    const isExported = names.has(`own/${table}.jsonl`) || names.has(`mentions/${table}.jsonl`);
    expect([table, isExported]).toEqual([table, isAboutUsers]);
  }
});

test('a user has one export at a time, and may begin another when it has ended', async () => {
  const begin = limitExports();
  const end = await begin(app.db, ben.id);
  await expect(begin(app.db, ben.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  await begin(app.db, ann.id);
  end();
  (await begin(app.db, ben.id))();
});

describe('over a connection', () => {
  let origin: string;
  beforeAll(async () => {
    origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
  });
  const path = '/api/auth/own-data/export';
  const statusFor = async ({ token }: MadePerson) => {
    const response = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    return response.status;
  };

  test('a client that goes away ends its export', async () => {
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${ben.token}` };
    const first = await fetch(origin + path, { headers, signal: gone.signal });
    expect(first.status).toBe(200);
    gone.abort();
    await expect.poll(() => statusFor(ben)).toBe(200);
  });

  test('one that went away before its export began keeps no place', async () => {
    const person = await app.make.person();
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const head = [`GET ${path} HTTP/1.1`, 'host: a', `authorization: Bearer ${person.token}`];
    socket.write(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
    await once(socket, 'close');
    await expect.poll(() => statusFor(person)).toBe(200);
    // Also where the first of these came before the broken one was handled.
    await expect.poll(() => statusFor(person)).toBe(200);
  });
});

test('so many in a day, and then a refusal with the time to wait', async () => {
  const person = await app.make.person();
  for (let count = 0; count < limits.ownDataExportsPerDay; count += 1) await request(person);
  const refused = await request(person);
  expect([refused.statusCode, refused.json().error.message]).toEqual([
    429,
    'Too many downloads of your data. Try again in 24 hours.',
  ]);
});

test('ends when the user may no longer read', async () => {
  const { name, email, id } = ann;
  const requireStill = () => Promise.reject(new Error('The session has ended.'));
  const reading = (async () => {
    for await (const _chunk of exportOwnData({
      db: app.db,
      subject: { id, email, name },
      requireStill,
      checkIntervalMs: 0,
    }));
  })();
  await expect(reading).rejects.toThrow('The session has ended.');
});
