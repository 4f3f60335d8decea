import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { sampleMail } from '@repo/sandbox/testing/sample-mail';
import { pressConsentButton } from '@repo/sandbox/testing/sign-in';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import type { KillKind, KillWorld } from './kill-kinds.ts';

/** Whose mailbox the sandbox has. */
export const mailbox = 'ann@example.org';

const dayMs = 24 * 60 * 60 * 1000;
const PART_BYTES = 1024 * 1024;

/** An email of long ago, which no regular sync brings. */
export const earlierMail = (number: number, of: number): string =>
  sampleMail({
    From: 'Bob <bob@acme.com>',
    To: mailbox,
    Subject: `earlier ${number}`,
    Date: new Date(Date.now() - (100 + (400 * number) / of) * dayMs).toUTCString(),
    'Message-ID': `<earlier-${number}@kills.example>`,
  });

const fileOf = (count: number): Buffer =>
  Buffer.from(
    Array.from({ length: count }, (_, number) => {
      const mail = earlierMail(number, count).replaceAll('\r\n', '\n');
      return `From bob@acme.com Mon Mar  2 10:00:00 2026\n${mail}\n${'A line of text.\n'.repeat(60)}\n`;
    }).join(''),
  );

/** Of so many emails, those that are not captured once, or not published. */
async function countLost(db: Database, provider: string, expected: number): Promise<number> {
  const { rows } = await sql<{ once: number; published: number }>`
    with captured as (
      select title, min(activity_key::text)::uuid as activity_key, count(*) as copies
      from captured_activities where provider = ${provider} and title like 'earlier %' group by title
    )
    select count(*) filter (where copies = 1)::integer as once,
      count(*) filter (where exists (
        select from account_activities published
        where published.activity_key = captured.activity_key))::integer as published
    from captured`.execute(db);
  const { once = 0, published = 0 } = rows[0] ?? {};
  return 2 * expected - once - published;
}

const countCaptured = async (db: Database, provider: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from captured_activities
    where provider = ${provider} and title like 'earlier %'`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Does the next thing that the user's browser would do with the file. */
async function continueFile(world: KillWorld, content: Buffer): Promise<string> {
  const { app, ann, address } = world;
  const { token } = ann;
  const { data } = await app.call('GET /api/mail-files', { token });
  const [file] = data.files;
  if (file === undefined) {
    await app.call('POST /api/mail-files', {
      token,
      body: { name: 'mail.mbox', size: content.length },
    });
    return 'uploading';
  }
  if (file.state === 'uploading') {
    const part = content.subarray(file.received, file.received + PART_BYTES);
    await fetch(`${address()}/api/mail-files/${file.id}/content?offset=${file.received}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(part),
    });
  } else if (file.state === 'ready') {
    await app.call('POST /api/mail-files/{id}/import', { token, params: { id: file.id } });
  }
  return file.state;
}

/** An uploaded file of so many emails, whose processes die while it is received, checked or imported. */
export function fileKind(count: number): KillKind {
  const content = fileOf(count);
  return {
    name: 'the import of a file',
    begin: async (world) => {
      while ((await continueFile(world, content)) !== 'finished');
    },
    isLeft: async (db) => {
      const { rows } = await sql`
        select from mail_files where state <> 'finished'`.execute(db);
      return rows.length > 0;
    },
    progress: async (db) => {
      const { rows } = await sql<{ sum: number }>`
        select coalesce(sum(received + bytes_read + items), 0)::float8 as sum from mail_files`.execute(
        db,
      );
      return (rows[0]?.sum ?? 0) + (await countCaptured(db, 'mail_file'));
    },
    isFinished: async (world) => (await continueFile(world, content)) === 'finished',
    countLost: (db) => countLost(db, 'mail_file', count),
  };
}

/** The import of so many earlier emails of a mailbox of the sandbox, whose processes die while it goes on. */
export const historyKind = (count: number): KillKind => ({
  name: 'the import of earlier activities',
  isAwaited: true,
  begin: async ({ app, ann }) => {
    const { token } = ann;
    const provider = 'gmail';
    const { data } = await app.call('POST /api/integrations/{provider}/auth', {
      token,
      params: { provider },
    });
    const back = await pressConsentButton(data.authUrl, 'login_hint', mailbox);
    const landed = await fetch(back, { redirect: 'manual' });
    const location = new URL(landed.headers.get('location') ?? '', back);
    await app.call('POST /api/integrations/{provider}/callback', {
      token,
      params: { provider },
      body: { confirm: location.searchParams.get('confirm') ?? '' },
    });
    const since = addDays(businessDayOf(new Date()), -600);
    await app.call('PUT /api/history', { token, body: { since, isPaused: false } });
    while ((await countCaptured(app.db, 'gmail')) === 0);
  },
  isLeft: async (db) => {
    const { rows } = await sql`select from history_imports where finished_at is null`.execute(db);
    return rows.length > 0;
  },
  progress: async (db) => {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(listed + pages), 0)::float8 as sum from history_imports`.execute(db);
    return (rows[0]?.sum ?? 0) + (await countCaptured(db, 'gmail'));
  },
  isFinished: async ({ app, ann }) => {
    const { data } = await app.call('GET /api/history', { token: ann.token, query: {} });
    return data.imports.length > 0 && data.imports.every(({ state }) => state === 'finished');
  },
  countLost: (db) => countLost(db, 'gmail', count),
});
