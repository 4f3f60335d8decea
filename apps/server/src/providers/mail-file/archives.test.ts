import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { UnusableFileError } from '#modules/integrations/provider/file-reader.ts';
import { type Entries, toTar, toZip, withEnd64At } from './archive/make-archives.fixture.ts';
import { createMailFileReader } from './mail-file.ts';

const mail = (subject: string) =>
  `From: Bob <bob@acme.com>\nTo: ann@example.org\nSubject: ${subject}\nDate: Mon, 02 Mar 2026 10:00:00 +0000\nMessage-ID: <${subject}@lab.example>\n\nHello.\n`;
const mbox = (...subjects: string[]) =>
  subjects.map((one) => `From 1@xxx Mon Mar 02 10:00:00 +0000 2026\n${mail(one)}\n`).join('');

async function writeUpload(content: Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'upload');
  await writeFile(file, content);
  return file;
}

async function readAll(content: Buffer, skip = 0, signal = new AbortController().signal) {
  const file = await writeUpload(content);
  const found: string[] = [];
  let failure: unknown;
  try {
    for await (const item of createMailFileReader().read(file, {
      ownerId: 'ann',
      skip,
      signal,
      addresses: new Set(),
    })) {
      const title = item.kind === 'activity' ? (await item.read()).title : item.kind;
      found.push(`${item.name}: ${title}`);
    }
  } catch (error) {
    failure = error;
  }
  expect(await readdir(path.dirname(file))).toEqual(['upload']);
  return { found, failure };
}

const takeout: Entries = [
  ['Takeout/', ''],
  ['Takeout/archive_browser.html', '<html>From here</html>'],
  ['Takeout/Mail/All mail.mbox', mbox('One', 'Two')],
  ['Takeout/Mail/Trash.mbox', mbox('Deleted')],
];
const ofTakeout = [
  'Takeout/Mail/All mail.mbox, Email 1: One',
  'Takeout/Mail/All mail.mbox, Email 2: Two',
  'Takeout/Mail/Trash.mbox, Email 1: excluded',
];

it('restores the lines of an email that an mbox file quotes', async () => {
  const file = await writeUpload(Buffer.from(mbox('One').replace('Hello.', '>From here on.')));
  const { signal } = new AbortController();
  const options = { ownerId: 'ann', skip: 0, signal, addresses: new Set<string>() };
  for await (const item of createMailFileReader().read(file, options)) {
    expect(item.kind === 'activity' && (await item.read()).textBody).toMatch(/^From here on/);
  }
  expect.assertions(1);
});

describe('an archive', () => {
  it.each([
    ['zip', toZip(takeout)],
    ['zip without compression', toZip(takeout, { isStored: true })],
    ['tgz', gzipSync(toTar(takeout))],
    ['tar', toTar(takeout)],
  ])('of Google Takeout as %s is read, and what is no mail is left out', async (_, content) => {
    expect(await readAll(content)).toEqual({ found: ofTakeout, failure: undefined });
    expect((await readAll(content, 2)).found).toEqual(ofTakeout.slice(2));
  });

  it('of a Maildir is read without drafts and deleted mail', async () => {
    const long = `${'folder/'.repeat(20)}cur/8:2,S`;
    const entries: Entries = [
      ['Maildir/cur/', ''],
      ['Maildir/cur/1:2,S', mail('Seen')],
      ['Maildir/new/2', mail('New')],
      ['Maildir/cur/3:2,ST', mail('Trashed')],
      ['Maildir/cur/4:2,D', mail('Draft')],
      ['Maildir/.Trash/cur/5:2,S', mail('In the trash')],
      ['Maildir/.INBOX.Drafts/cur/6:2,S', mail('In the drafts')],
      ['Maildir/dovecot.index', '\x01\u0002'],
      [long, mail('Long')],
    ];
    const { found } = await readAll(gzipSync(toTar(entries)));
    expect(found.filter((line) => !line.endsWith('excluded'))).toEqual([
      'Maildir/cur/1:2,S: Seen',
      'Maildir/new/2: New',
      `${long.slice(-80)}: Long`,
    ]);
    expect(found).toHaveLength(7);
  });

  it('that is an mbox file in gzip is read', async () => {
    expect((await readAll(gzipSync(mbox('One', 'Two')))).found).toEqual([
      'Email 1: One',
      'Email 2: Two',
    ]);
  });

  it('writes nothing to the paths that it names', async () => {
    const hostile: Entries = [
      ['../../outside.mbox', mbox('One')],
      ['/etc/outside\n.mbox', mbox('Two')],
    ];
    expect((await readAll(toZip(hostile))).found).toEqual([
      '../../outside.mbox, Email 1: One',
      '/etc/outside .mbox, Email 1: Two',
    ]);
  });

  it('of more files than are read is refused before any is read', async () => {
    const many = toZip([['a', mbox('One')]], { repeat: 490_000 });
    const time = startProcessorTime();
    const { found, failure } = await readAll(many);
    expect(found).toEqual([]);
    expect(failure).toMatchObject({
      message: 'The archive has more than 100,000 files. Export it in several parts.',
    });
    expect(time()).toBeLessThan(3_000);
  });

  it('that expands to far more than mail does is refused', async () => {
    // The same megabyte 300 times, in an archive of some kilobytes.
    const bomb = toZip([['a', 'a'.repeat(1024 * 1024)]], { repeat: 300 });
    const mails = toZip([['a', `${mbox('One')}${'a'.repeat(1024 * 1024)}`]], { repeat: 300 });
    expect(mails.length).toBeLessThan(100_000);
    expect((await readAll(mails)).failure).toMatchObject({
      message: expect.stringContaining('expands to many times its size'),
      isPartlyUsable: false,
    });
    // Of what is no mail, only the beginning is read.
    expect((await readAll(bomb)).failure).toMatchObject({
      message: expect.stringContaining('no emails'),
    });
  });

  it('that ends too early is read up to there, as far as that is possible', async () => {
    // Larger than what is read at once. The last part of that may be lost.
    const later: Entries[number] = [
      'b.mbox',
      `${mbox('Later')}${randomBytes(500_000).toString('hex')}`,
    ];
    const tgz = gzipSync(toTar([...takeout, later]));
    const cut = await readAll(tgz.subarray(0, tgz.length - 60));
    expect(cut.found.slice(0, 2)).toEqual(ofTakeout.slice(0, 2));
    expect(cut.failure).toMatchObject({ isPartlyUsable: true });
    const zip = toZip(takeout);
    const withoutList = await readAll(zip.subarray(0, zip.length - 60));
    expect(withoutList).toMatchObject({
      found: [],
      failure: { message: expect.stringContaining('list of its files is missing') },
    });
    const damaged = Buffer.from(zip);
    damaged.fill(0xff, 180, 220);
    expect((await readAll(damaged)).failure).toMatchObject({ isPartlyUsable: true });
  });

  it.each<[string, Buffer, string]>([
    [
      'a file at an impossible place',
      toZip(takeout.slice(2), { largeHeaderAt: 2n ** 60n }),
      'damaged or ends too early',
    ],
    [
      'a file at the last place that a number holds',
      toZip(takeout.slice(2), { largeHeaderAt: 2n ** 53n - 1n }),
      'damaged or ends too early',
    ],
    [
      'its list described at an impossible place',
      withEnd64At(toZip(takeout), 2n ** 64n - 1n),
      'damaged or ends too early',
    ],
    [
      'an end that is cut off',
      Buffer.concat([toZip(takeout).subarray(0, 4), toZip([]).subarray(0, 12)]),
      'list of its files is missing',
    ],
  ])('with %s is damaged, and is not read again', async (_, content, message) => {
    const { failure } = await readAll(content);
    // Any other error is that of the server, after which the file is read again and again.
    expect(failure).toBeInstanceOf(UnusableFileError);
    expect(failure).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('with a password is refused', async () => {
    expect((await readAll(toZip(takeout, { flags: 1 }))).failure).toMatchObject({
      message: expect.stringContaining('protected by a password'),
    });
  });
});

describe('reading stops', () => {
  const photos: Entries = Array.from({ length: 500 }, (_, index) => [`${index}.jpg`, 'a photo']);
  const photo = randomBytes(8 * 1024 * 1024).toString('latin1');
  it.each([
    ['a zip archive of many files', () => toZip(photos)],
    [
      'a zip archive of many empty files',
      () =>
        toZip(
          photos.map(([name]) => [name, '']),
          { isStored: true },
        ),
    ],
    ['a compressed archive of a large file', () => gzipSync(toTar([['a.jpg', photo]]))],
  ])('in %s without emails', async (_, content) => {
    const { signal } = new AbortController();
    let looked = 0;
    vi.spyOn(signal, 'throwIfAborted').mockImplementation(() => {
      looked += 1;
      if (looked > 3) throw new Error('The server stops.');
    });
    const { failure } = await readAll(content(), 0, signal);
    expect(failure).toMatchObject({ message: 'The server stops.' });
  });

  it('in a zip archive of many folders, whose list is read in turns', async () => {
    const folders = toZip([['a/', '']], { repeat: 100_000 });
    const { signal } = new AbortController();
    let [looked, isStopped] = [0, false];
    vi.spyOn(signal, 'throwIfAborted').mockImplementation(() => {
      looked += 1;
      // In the list: what comes before it is read in fewer parts.
      if (looked === 100) setImmediate(() => (isStopped = true));
      if (isStopped) throw new Error('The server stops.');
    });
    const { failure } = await readAll(folders, 0, signal);
    expect(failure).toMatchObject({ message: 'The server stops.' });
  });
});

it('can be interrupted where an archive contains no emails, and reads on to the next one', async () => {
  const photo = 'x'.repeat(60 * 1024 * 1024);
  const file = await writeUpload(gzipSync(toTar([['a.jpg', photo], ...takeout])));
  const { signal } = new AbortController();
  const options = { ownerId: 'ann', skip: 0, signal, addresses: new Set<string>() };
  const begin = () => createMailFileReader(1).read(file, options);
  const passed: number[] = [];
  const names: string[] = [];
  for await (const item of begin()) {
    passed.push(item.passed);
    if (item.kind !== 'nothing' && item.kind !== 'notice') names.push(item.name);
  }
  expect(passed.length).toBeGreaterThan(names.length);
  expect(passed).toEqual(passed.toSorted((a, b) => a - b));
  expect(passed.at(-1)).toBeGreaterThan(photo.length);
  expect(names).toEqual(ofTakeout.map((line) => line.split(': ')[0]));
  for await (const item of begin()) {
    expect(item.kind).toBe('nothing');
    break;
  }
});
