import { Piscina } from 'piscina';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { countThreads, createMailReaderPool } from './mail-reader-pool.ts';
import { readMail } from './read-mail.ts';

const encode = (mail: string | Buffer) => Buffer.from(mail as string).toString('base64url');

const multipart = [
  'From: Bob =?iso-8859-1?q?M=FCller?= <bob@acme.com>',
  'To: Ann <ann@example.org>',
  'Subject: =?utf-8?b?w4RwZmVs?=',
  'Message-ID: <1@acme.com>',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Gr=FC=DFe',
  '--x',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('<p>Grüße</p>').toString('base64'),
  '--x',
  'Content-Type: application/pdf; name=a.pdf',
  'Content-Disposition: attachment; filename=a.pdf',
  '',
  'not kept',
  '--x--',
  '',
].join('\r\n');

describe('reading emails in threads', () => {
  it('gives what reading in this thread gives, for many at once', async () => {
    const read = createMailReaderPool();
    const raws = Array.from({ length: 40 }, (_, index) =>
      encode(multipart.replace('<1@acme.com>', `<${index}@acme.com>`)),
    );
    const here = await Promise.all(raws.map((raw) => readMail(raw)));
    expect(await Promise.all(raws.map((raw) => read(raw)))).toEqual(here);
    expect(here[3]).toMatchObject({
      messageId: '<3@acme.com>',
      subject: 'Äpfel',
      text: expect.stringContaining('Grüße'),
      html: expect.stringContaining('<p>Grüße</p>'),
      attachments: ['a.pdf'],
    });
  });

  it('parses the recipients there, and returns bodies as far as they are stored', async () => {
    const read = createMailReaderPool();
    const long = [
      'From: bob@acme.com',
      `To: ann@example.org, ${'a,'.repeat(10_000)}`,
      'Content-Type: text/plain',
      '',
      `${'x'.repeat(70)}\r\n`.repeat(20_000),
    ].join('\r\n');
    const { text, ...mail } = await read(encode(long));
    expect(text).toHaveLength(1_000_000);
    expect(mail.people.participants.map(({ email }) => email)).toEqual([
      'bob@acme.com',
      'ann@example.org',
    ]);
    expect(JSON.stringify(mail).length).toBeLessThan(2_000);
  });

  it('ignores the messages that threads send to `node --watch`', async () => {
    vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const read = createMailReaderPool();
    expect(await read(encode(multipart))).toEqual(await readMail(encode(multipart)));
  });

  it('gives up a mail that took too long, and reads the next one', async () => {
    const read = createMailReaderPool({ timeoutMs: 1 });
    const large = encode(multipart.replace('not kept', `${'x'.repeat(70)}\r\n`.repeat(400_000)));
    await expect(read(large)).rejects.toThrow('took too long');
    await expect(createMailReaderPool()(encode(multipart))).resolves.toMatchObject({
      subject: 'Äpfel',
    });
  });

  it('reads the others of a turn in which one cannot be read', async () => {
    const read = createMailReaderPool();
    // Cannot be passed to a thread, so that the whole turn fails.
    const broken = { length: 1, toString: () => '' } as unknown as string;
    const raws = [encode(multipart), encode(multipart), broken, encode(multipart)];
    const some = await Promise.allSettled(raws.map((raw) => read(raw)));
    expect(some.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('takes turns between owners, however many emails one of them has', async () => {
    const read = createMailReaderPool();
    const done: string[] = [];
    const readOf = async (ownerId: string) => {
      await read(encode(multipart), ownerId);
      done.push(ownerId);
    };
    const many = Array.from({ length: 60 }, () => readOf('ann'));
    await Promise.all([...many, readOf('bob')]);
    // Each of the threads reads one before it at most. There are four threads at most.
    expect(done.indexOf('bob')).toBeLessThan(15);
  });

  it('reads all others when the thread of an email runs out of memory, and says so in words', async () => {
    const read = createMailReaderPool({ memoryMb: 24 });
    const large = `From: bob@acme.com\r\n\r\n${'\n'.repeat(1_500_000)}`;
    const raws = [multipart, large, multipart, large, multipart];
    const some = await Promise.allSettled(raws.map((raw) => read(encode(raw))));
    expect(
      some.map((one) => (one.status === 'fulfilled' ? one.value.subject : one.reason.message)),
    ).toEqual([
      'Äpfel',
      'The email needs too much memory to be read. Open it in your mail program.',
      'Äpfel',
      'The email needs too much memory to be read. Open it in your mail program.',
      'Äpfel',
    ]);
  });

  it('survives a thread that runs out of memory after its email was given up', async () => {
    const run = vi.spyOn(Piscina.prototype, 'run');
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => void vi.restoreAllMocks());
    const read = createMailReaderPool();
    await read(encode(multipart));
    const [pool] = run.mock.contexts as Piscina[];
    const error = Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
    pool?.emit('error', error);
    expect(warn).toHaveBeenCalledWith(error);
    await expect(read(encode(multipart))).resolves.toMatchObject({ subject: 'Äpfel' });
  });

  it('reads the emails of one owner before more than a few slow ones of another', async () => {
    const read = createMailReaderPool();
    const slow = encode(`From: bob@acme.com\r\n\r\n${'x\r\n'.repeat(200_000)}`);
    let slowOnes = 0;
    const all = Array.from({ length: 24 }, () => read(slow, 'ann').then(() => (slowOnes += 1)));
    await Promise.all(Array.from({ length: 200 }, () => read(encode(multipart), 'bob')));
    expect(slowOnes).toBeLessThan(10);
    await Promise.all(all);
  });
});

it.each([
  { cores: 2, memoryMb: 24_000, threads: 1 },
  { cores: 16, memoryMb: 2_000, threads: 1 },
  { cores: 16, memoryMb: 8_000, threads: 2 },
  { cores: 16, memoryMb: 64_000, threads: 4 },
])('has $threads threads with $cores cores and $memoryMb MiB', ({ cores, memoryMb, threads }) => {
  expect(countThreads(cores, memoryMb)).toBe(threads);
});
