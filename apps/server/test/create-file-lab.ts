import { setTimeout as sleep } from 'node:timers/promises';
import type { MailFile } from '@repo/contract/mail-files';
import { sampleMail } from '@repo/sandbox/testing/sample-mail';
import { onTestFinished } from 'vitest';
import { createTestApp, type TestApp } from './create-test-app.ts';
import type { MadePerson } from './test-makers.ts';
import { createMailFileReader } from '../src/providers/mail-file/mail-file.ts';
import type { FileReader } from '#modules/integrations/provider/file-reader.ts';
import { startReadingFiles } from '#modules/integrations/read-files-loop.ts';

const WAIT_MS = 50_000;

export { toTar } from '../src/providers/mail-file/archive/make-archives.fixture.ts';
export { createMailFileReader };

/** An email as it is in an mbox file, with the line that separates it from the one before. */
export function mboxMail(headers: Record<string, string>, text = 'Hello.'): string {
  const mail = sampleMail({
    From: 'Bob <bob@acme.com>',
    To: 'Ann <ann@example.org>',
    Subject: 'Hello',
    Date: 'Mon, 02 Mar 2026 10:00:00 +0000',
    'Message-ID': `<${crypto.randomUUID()}@lab.example>`,
    ...headers,
  });
  const lines = `${String(mail)}\n${text}\n`.replaceAll('\r\n', '\n');
  return `From bob@acme.com Mon Mar  2 10:00:00 2026\n${lines}\n`;
}

/** A reader whose activities are held while they are read to be imported, until the test releases them. */
export function createHeldReader() {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const inner = createMailFileReader();
  let readings = 0;
  const reader: FileReader = {
    ...inner,
    async *read(file, options) {
      // The first one is the check.
      readings += 1;
      const isImport = readings > 1;
      for await (const item of inner.read(file, options)) {
        if (item.kind !== 'activity') continue;
        if (!isImport) {
          yield item;
          continue;
        }
        const read = async () => {
          begun.resolve();
          await held.promise;
          return item.read();
        };
        yield { ...item, read };
      }
    },
  };
  return { reader, begun: begun.promise, release: () => held.resolve() };
}

/** The real application with the reader of uploaded files, which runs until the test ends. */
export async function createFileLab({
  reader = createMailFileReader(),
  turnMs = 20_000,
}: { reader?: FileReader; turnMs?: number } = {}) {
  const test = await createTestApp();
  onTestFinished(() => test.close());
  return { ...test, ...withFiles(test, { reader, turnMs }) };
}

/** Adds the reader of uploaded files to a test application, and what users do with files. */
export function withFiles(
  test: TestApp,
  {
    reader = createMailFileReader(),
    turnMs = 20_000,
  }: { reader?: FileReader; turnMs?: number } = {},
) {
  const loops: ReturnType<typeof startReadingFiles>[] = [];
  onTestFinished(async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
  });
  const start = () => {
    const loop = startReadingFiles(test.context, reader, { pollInterval: 10, turnMs });
    loops.push(loop);
    return loop;
  };
  const { call } = test;
  const list = async ({ token }: MadePerson) =>
    (await call('GET /api/mail-files', { token })).data.files;
  const begin = ({ token }: MadePerson, size: number, name = 'mail.mbox') =>
    call('POST /api/mail-files', { token, body: { name, size } });
  const put = ({ token }: MadePerson, id: string, offset: number, body: Buffer) =>
    call('PUT /api/mail-files/{id}/content', { token, params: { id }, query: { offset }, body });

  /** Waits until the server has nothing more to do with a file. */
  const settled = async (person: MadePerson, id: string): Promise<MailFile> => {
    const end = Date.now() + WAIT_MS;
    for (;;) {
      const file = (await list(person)).find((one) => one.id === id);
      if (file && file.state !== 'checking' && file.state !== 'importing') return file;
      if (Date.now() > end) throw new Error(`It does not end: ${JSON.stringify(file)}`);
      await sleep(10);
    }
  };

  /** Uploads a file in parts and waits until it was checked. */
  const upload = async (
    person: MadePerson,
    content: string | Buffer,
    partBytes = 4 * 1024 * 1024,
  ): Promise<MailFile> => {
    const bytes = Buffer.from(content);
    const { id } = (await begin(person, bytes.length)).data.file;
    for (let at = 0; at < bytes.length; at += partBytes) {
      void (await put(person, id, at, bytes.subarray(at, at + partBytes))).data;
    }
    return settled(person, id);
  };

  const importFile = async (person: MadePerson, id: string): Promise<MailFile> => {
    const { token } = person;
    void (await call('POST /api/mail-files/{id}/import', { token, params: { id } })).data;
    return settled(person, id);
  };

  return {
    startReading: start,
    list,
    begin,
    put,
    settled,
    upload,
    importFile,
    trackAll: async ({ token }: MadePerson, ...domains: string[]) =>
      void (await call('POST /api/accounts/import', { token, body: { domains, source: 'manual' } }))
        .data,
    capturedOf: (person: MadePerson) =>
      test.db
        .selectFrom('captured_activities')
        .select(['title', 'provider', 'occurred_at', 'activity_key'])
        .where('owner_id', '=', person.id)
        .orderBy('occurred_at')
        .orderBy('title')
        .execute(),
  };
}
