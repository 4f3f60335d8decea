import { readdir, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { limits } from '@repo/contract/limits';
import { describe, expect, test } from 'vitest';
import { removeExpiredFiles } from './remove-expired-files.ts';
import { beginUpload, requireRoom } from './begin-upload.ts';
import { spoolFile, writePart } from './spool.ts';
import {
  createFileLab,
  createHeldReader,
  createMailFileReader,
  mboxMail,
  toTar,
} from '#test/create-file-lab.ts';

const spooled = ({ context }: Awaited<ReturnType<typeof createFileLab>>) =>
  readdir(path.join(context.config.dataDir, 'uploads')).catch(() => []);

const threeMails = [
  mboxMail({ Subject: 'One' }),
  mboxMail({ Subject: 'Two', Date: 'Tue, 03 Mar 2026 10:00:00 +0000' }),
  mboxMail({ Subject: 'Private', From: 'Mum <mum@home.example>' }),
].join('');

describe('a file with emails', () => {
  test('is checked, and what concerns tracked domains is imported when its owner says so', async () => {
    const lab = await createFileLab();
    const ann = await lab.make.person();
    await lab.trackAll(ann, 'acme.com');
    lab.startReading();
    const checked = await lab.upload(ann, threeMails, 100);
    expect(checked).toMatchObject({
      state: 'ready',
      found: 3,
      concerned: 2,
      imported: 0,
      domains: [{ domain: 'acme.com', emails: 2 }],
      domainCount: 1,
      since: '2026-03-02T10:00:00.000Z',
      problems: [],
    });
    expect(await lab.capturedOf(ann)).toEqual([]);
    const imported = await lab.importFile(ann, checked.id);
    expect(imported).toMatchObject({ state: 'finished', imported: 2, fraction: 1 });
    expect(await lab.capturedOf(ann)).toMatchObject([
      { title: 'One', provider: 'mail_file', occurred_at: new Date('2026-03-02T10:00:00Z') },
      { title: 'Two' },
    ]);
    await expect.poll(() => spooled(lab)).toEqual([]);
  });

  test('stores nothing of emails that concern no tracked domain, which a later import needs again', async () => {
    const lab = await createFileLab();
    const ann = await lab.make.person();
    lab.startReading();
    const checked = await lab.upload(ann, threeMails);
    expect(checked).toMatchObject({ state: 'ready', found: 3, concerned: 0, domains: [] });
    expect(await lab.importFile(ann, checked.id)).toMatchObject({ imported: 0 });
    await lab.trackAll(ann, 'acme.com');
    expect(await lab.capturedOf(ann)).toEqual([]);
    const again = await lab.upload(ann, threeMails);
    await lab.importFile(ann, again.id);
    expect((await lab.capturedOf(ann)).map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  test('that is imported twice, or has an email twice, stores each once', async () => {
    const lab = await createFileLab();
    const ann = await lab.make.person();
    await lab.trackAll(ann, 'acme.com');
    lab.startReading();
    for (const content of [threeMails, threeMails + threeMails]) {
      await lab.importFile(ann, (await lab.upload(ann, content)).id);
    }
    expect(await lab.capturedOf(ann)).toHaveLength(2);
  });

  test('continues where it was interrupted, and ignores parts that it has', async () => {
    const lab = await createFileLab();
    const ann = await lab.make.person();
    const bytes = Buffer.from(threeMails);
    const { id } = (await lab.begin(ann, bytes.length)).data.file;
    const part = (from: number, to: number) => bytes.subarray(from, to);
    expect((await lab.put(ann, id, 0, part(0, 50))).data.file.received).toBe(50);
    expect((await lab.put(ann, id, 0, Buffer.alloc(50, 'x'))).data.file.received).toBe(50);
    expect((await lab.put(ann, id, 90, part(90, 99))).data.file.received).toBe(50);
    expect(await lab.list(ann)).toMatchObject([{ id, state: 'uploading', received: 50 }]);
    expect((await lab.put(ann, id, 50, part(50, bytes.length))).data.file).toMatchObject({
      state: 'checking',
      received: bytes.length,
    });
    lab.startReading();
    expect(await lab.settled(ann, id)).toMatchObject({ state: 'ready', found: 3 });
  });

  test('keeps what it has when a shorter repetition of its first part arrives late', async () => {
    const lab = await createFileLab();
    const { id: ownerId } = await lab.make.person();
    const file = spoolFile(lab.context.config.dataDir, { ownerId, id: crypto.randomUUID() });
    const target = { offset: 0, maxBytes: 1_000 };
    const arriving = (bytes: number) => ReadableStream.from([Buffer.alloc(bytes, 'x')]);
    expect(await writePart(file, target, arriving(1_000))).toBe(1_000);
    expect(await writePart(file, target, arriving(100))).toBe(100);
    expect((await stat(file)).size).toBe(1_000);
  });

  test('is not read if a part of it is missing on the disk', async () => {
    const lab = await createFileLab();
    const ann = await lab.make.person();
    const bytes = Buffer.from(threeMails);
    const { id } = (await lab.begin(ann, bytes.length)).data.file;
    void (await lab.put(ann, id, 0, bytes)).data;
    const file = spoolFile(lab.context.config.dataDir, { ownerId: ann.id, id });
    await truncate(file, bytes.length - 10);
    lab.startReading();
    expect(await lab.settled(ann, id)).toMatchObject({
      state: 'failed',
      found: 0,
      message: expect.stringContaining('not complete on this server'),
    });
  });

  test('refuses parts that are empty, too large, or beyond its end', async () => {
    const lab = await createFileLab();
    const ann = await lab.make.person();
    const { id } = (await lab.begin(ann, 20)).data.file;
    const refused = async (body: Buffer) => (await lab.put(ann, id, 0, body)).error;
    expect(await refused(Buffer.alloc(0))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await refused(Buffer.alloc(21))).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'The part goes beyond the end of the file.',
    });
    expect(await refused(Buffer.alloc(limits.filePartBytes + 1))).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
    expect(await lab.list(ann)).toMatchObject([{ received: 0, state: 'uploading' }]);
  });

  test.each([
    ['is no mailbox', Buffer.from('%PDF-1.7 and so on'), 'a PDF document'],
    ['is random', Buffer.alloc(5_000, 0xa7), 'no emails'],
    ['is text', Buffer.from('Dear Sir,\n\nFrom here on.\n'), 'no emails'],
  ])('that %s fails with the reason, and is deleted', async (_, content, message) => {
    const lab = await createFileLab();
    const ann = await lab.make.person();
    lab.startReading();
    const failed = await lab.upload(ann, content);
    expect(failed).toMatchObject({ state: 'failed', found: 0 });
    expect(failed.message).toContain(message);
    await expect.poll(() => spooled(lab)).toEqual([]);
    expect((await lab.begin(ann, 10)).status).toBe(200);
  });

  test('lists what cannot be read, and imports the rest', async () => {
    const lab = await createFileLab();
    const ann = await lab.make.person();
    await lab.trackAll(ann, 'acme.com');
    lab.startReading();
    const huge = mboxMail({ Subject: 'Huge' }, 'a'.repeat(51 * 1024 * 1024));
    const content = [
      mboxMail({ Subject: 'One' }),
      mboxMail({ From: 'undisclosed' }),
      huge,
      mboxMail({ Subject: 'Deleted', 'X-Mozilla-Status': '0009' }),
      mboxMail({ Subject: 'Draft', 'X-Gmail-Labels': '=?UTF-8?Q?Wichtig,Entw=C3=BCrfe?=' }),
      mboxMail({ Subject: 'Last' }),
    ].join('');
    const checked = await lab.upload(ann, content);
    expect(checked).toMatchObject({ found: 6, concerned: 2, excluded: 2, unreadable: 2 });
    expect(checked.problems).toEqual([
      { name: 'Email 2', reason: expect.stringContaining('undisclosed') },
      { name: 'Email 3', reason: 'The email is too large to be read: 52 MB of at most 50 MB.' },
    ]);
    await lab.importFile(ann, checked.id);
    expect((await lab.capturedOf(ann)).map(({ title }) => title).sort()).toEqual(['Last', 'One']);
  });

  test('may be a single email', async () => {
    const lab = await createFileLab();
    const ann = await lab.make.person();
    await lab.trackAll(ann, 'acme.com');
    lab.startReading();
    const mail = mboxMail({ Subject: 'Alone' }).split('\n').slice(1).join('\r\n');
    const checked = await lab.upload(ann, mail);
    expect(checked).toMatchObject({ state: 'ready', found: 1, concerned: 1 });
    await lab.importFile(ann, checked.id);
    expect(await lab.capturedOf(ann)).toMatchObject([{ title: 'Alone' }]);
  });
});

describe('the files of a user', () => {
  test('belong to no one else', async () => {
    const lab = await createFileLab();
    const [ann, ben] = [await lab.make.person(), await lab.make.person()];
    const { id } = (await lab.begin(ann, 10)).data.file;
    expect(await lab.list(ben)).toEqual([]);
    expect((await lab.put(ben, id, 0, Buffer.alloc(10))).status).toBe(404);
    const of = { token: ben.token, params: { id } };
    expect((await lab.call('POST /api/mail-files/{id}/import', of)).status).toBe(404);
    expect((await lab.call('DELETE /api/mail-files/{id}', of)).status).toBe(404);
    expect(await lab.list(ann)).toMatchObject([{ id, received: 0 }]);
  });

  test('are uploaded one at a time, up to a size, as often as the limit allows', async () => {
    const lab = await createFileLab();
    const ann = await lab.make.person();
    expect((await lab.begin(ann, limits.mailFileBytes + 1)).error).toMatchObject({
      code: 'LIMIT_REACHED',
      message: expect.stringContaining('at most 10 GB'),
    });
    const { id } = (await lab.begin(ann, 10, 'first.mbox')).data.file;
    expect((await lab.begin(ann, 10)).error).toMatchObject({
      code: 'LIMIT_REACHED',
      message: expect.stringContaining('“first.mbox” is not finished'),
    });
    const of = { token: ann.token, params: { id } };
    expect((await lab.call('POST /api/mail-files/{id}/import', of)).error).toMatchObject({
      code: 'CONFLICT',
      message: 'The file is not uploaded completely.',
    });
    expect((await lab.call('DELETE /api/mail-files/{id}', of)).status).toBe(200);
    const both = await Promise.all([lab.begin(ann, 10), lab.begin(ann, 10)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('need room on the disk for all of what has begun', () => {
    const gib = 1024 ** 3;
    expect(() => requireRoom(5 * gib, 8 * gib, 0)).not.toThrow();
    expect(() => requireRoom(5 * gib, 8 * gib, 2 * gib)).toThrow(
      'The server has room for 4.0 GB now, and the file has 5.0 GB.',
    );
    const small = () => requireRoom(1_000, gib, 0);
    expect(small).toThrow('The server has room for 0 MB now, and the file has 1 MB.');
  });

  test('that begin at the same time get each its own room, for as long as they arrive', async () => {
    const lab = await createFileLab();
    const gib = 1024 ** 3;
    const begin = async () => {
      const { id } = await lab.make.person();
      return beginUpload(lab.context, id, { name: 'a', size: 5 * gib }, () =>
        Promise.resolve(8 * gib),
      );
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, begin));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(begin()).rejects.toThrow('The server has room for 1.0 GB now');
    await lab.db
      .updateTable('mail_files')
      .set({ changed_at: new Date(Date.now() - 16 * 60 * 1000) })
      .execute();
    expect(await begin()).toMatchObject({ state: 'uploading' });
  });

  test('are deleted from the disk when they are cancelled, while they arrive or are read', async () => {
    const lab = await createFileLab();
    const ann = await lab.make.person();
    const { id } = (await lab.begin(ann, 100)).data.file;
    void (await lab.put(ann, id, 0, Buffer.alloc(50))).data;
    expect(await spooled(lab)).toEqual([`${ann.id}.${id}`]);
    const of = { token: ann.token, params: { id } };
    expect((await lab.call('DELETE /api/mail-files/{id}', of)).status).toBe(200);
    expect(await spooled(lab)).toEqual([]);
    expect(await lab.list(ann)).toEqual([]);
  });

  test('end after a day without a step, and what lies on the disk for no one is removed', async () => {
    const lab = await createFileLab();
    const [ann, ben] = [await lab.make.person(), await lab.make.person()];
    const { id } = (await lab.begin(ann, 100)).data.file;
    void (await lab.put(ann, id, 0, Buffer.alloc(50))).data;
    const kept = (await lab.begin(ben, 100)).data.file;
    void (await lab.put(ben, kept.id, 0, Buffer.alloc(50))).data;
    const folder = path.join(lab.context.config.dataDir, 'uploads');
    const orphan = path.join(folder, `${ann.id}.${crypto.randomUUID()}`);
    await writeFile(orphan, 'left behind');
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const name of await readdir(folder))
      await utimes(path.join(folder, name), longAgo, longAgo);
    await lab.db
      .updateTable('mail_files')
      .set({ changed_at: new Date(Date.now() - 25 * 60 * 60 * 1000) })
      .where('owner_id', '=', ann.id)
      .execute();
    await removeExpiredFiles(lab.context);
    expect(await spooled(lab)).toEqual([`${ben.id}.${kept.id}`]);
    expect(await lab.list(ann)).toMatchObject([
      { state: 'failed', message: expect.stringContaining('within 24 hours') },
    ]);
    expect((await lab.put(ben, kept.id, 50, Buffer.alloc(10))).data.file.received).toBe(60);
  });
});

describe('reading', () => {
  test('goes on after a process was stopped, without a gap or a repetition in the counts', async () => {
    const lab = await createFileLab();
    const ann = await lab.make.person();
    await lab.trackAll(ann, 'acme.com');
    const count = 1_500;
    const content = Array.from({ length: count }, (_, index) =>
      mboxMail({ Subject: `Number ${index}` }),
    ).join('');
    const bytes = Buffer.from(content);
    const { id } = (await lab.begin(ann, bytes.length)).data.file;
    void (await lab.put(ann, id, 0, bytes)).data;
    const stopAfterFirstPart = async () => {
      const loop = lab.startReading();
      for (;;) {
        const [file] = await lab.list(ann);
        if (file === undefined || file.fraction > 0 || file.state === 'ready') break;
      }
      await loop.stop();
    };
    await stopAfterFirstPart();
    lab.startReading();
    expect(await lab.settled(ann, id)).toMatchObject({ found: count, concerned: count });
    expect(await lab.importFile(ann, id)).toMatchObject({ imported: count });
    expect(await lab.capturedOf(ann)).toHaveLength(count);
  }, 60_000);

  test('takes turns, so that a small file does not wait for a large one', async () => {
    const lab = await createFileLab({ turnMs: 0 });
    const [ann, ben] = [await lab.make.person(), await lab.make.person()];
    await lab.trackAll(ann, 'acme.com');
    const large = Buffer.from(
      Array.from({ length: 3_000 }, (_, index) => mboxMail({ Subject: `Number ${index}` })).join(
        '',
      ),
    );
    const { id } = (await lab.begin(ann, large.length)).data.file;
    void (await lab.put(ann, id, 0, large)).data;
    const small = Buffer.from(threeMails);
    const other = (await lab.begin(ben, small.length)).data.file;
    void (await lab.put(ben, other.id, 0, small)).data;
    lab.startReading();
    await lab.settled(ben, other.id);
    const [unfinished] = await lab.list(ann);
    expect(unfinished).toMatchObject({ state: 'checking' });
    expect(await lab.settled(ann, id)).toMatchObject({ state: 'ready', found: 3_000 });
  }, 60_000);

  test('takes turns where an archive contains no emails, and goes on from there', async () => {
    const lab = await createFileLab({ turnMs: 0, reader: createMailFileReader(1) });
    const [ann, ben] = [await lab.make.person(), await lab.make.person()];
    await lab.trackAll(ann, 'acme.com');
    const archive = gzipSync(
      toTar([
        ['a.jpg', 'x'.repeat(200 * 1024 * 1024)],
        ['b.mbox', threeMails],
      ]),
    );
    const { id } = (await lab.begin(ann, archive.length)).data.file;
    void (await lab.put(ann, id, 0, archive)).data;
    const small = Buffer.from(threeMails);
    const other = (await lab.begin(ben, small.length)).data.file;
    void (await lab.put(ben, other.id, 0, small)).data;
    lab.startReading();
    await lab.settled(ben, other.id);
    const [unfinished] = await lab.list(ann);
    expect(unfinished).toMatchObject({ state: 'checking', found: 0 });
    expect(await lab.settled(ann, id)).toMatchObject({ state: 'ready', found: 3, concerned: 2 });
  }, 60_000);

  test('stores nothing of a file that was cancelled meanwhile', async () => {
    const { reader, begun, release } = createHeldReader();
    const lab = await createFileLab({ reader });
    const ann = await lab.make.person();
    await lab.trackAll(ann, 'acme.com');
    const loop = lab.startReading();
    const { id } = await lab.upload(ann, threeMails);
    const of = { token: ann.token, params: { id } };
    void (await lab.call('POST /api/mail-files/{id}/import', of)).data;
    await begun;
    void (await lab.call('DELETE /api/mail-files/{id}', of)).data;
    release();
    await loop.stop();
    expect(await lab.list(ann)).toEqual([]);
    expect(await lab.capturedOf(ann)).toEqual([]);
  });
});
