import { describe, expect, it } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { MAX_HEAD_BYTES, MAX_MAIL_BYTES } from './mail-file-limits.ts';
import { splitMbox } from './split-mbox.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function split(text: string, chunk = text.length): Promise<string[]> {
  const mails: string[] = [];
  for await (const { bytes } of splitMbox(inChunks(Buffer.from(text, 'latin1'), chunk))) {
    mails.push(bytes.toString('latin1').trim());
  }
  return mails;
}

const line = 'From ann@acme.com Mon Jan  1 10:00:00 2024';
const mbox = `${line}
A: 1

From now on everything is better.

From Bob I heard on Monday.
>From the start.

From - Tue Jan 02 10:00:00 2024
B: 2

From MAILER-DAEMON@x y Wed Jan  3 10:00:00 +0000 2024
C: 3

From 1785@xxx Wed Jan 03 10:00:00 +0000 2024
D: 4
`;

describe('an mbox file', () => {
  it.each(['\n', '\r\n'])('is split at separators with a date alone, with %j', async (end) => {
    const mails = await split(mbox.replaceAll('\n', end));
    expect(mails.map((mail) => mail.slice(0, 4))).toEqual(['A: 1', 'B: 2', 'C: 3', 'D: 4']);
    expect(mails[0]).toContain('From now on');
    expect(mails[0]).toContain('From Bob');
  });

  it('is split the same wherever its chunks end', async () => {
    const joined = `${mbox}\n\ufeff\0${line}\nE: 5\n\r${line}\rF: 6\r`;
    for (const text of [mbox, mbox.replaceAll('\n', '\r\n'), joined]) {
      const whole = await split(text);
      for (let chunk = 1; chunk < 120; chunk += 1) expect(await split(text, chunk)).toEqual(whole);
    }
  });

  it('is split at every line after an empty one, if its separators have another form', async () => {
    const text = 'From ???@???\nA: 1\n\nFrom ???@???\nB: 2\n\nFrom ???@???\nC: 3\n';
    expect(await split(text)).toEqual(['A: 1', 'B: 2', 'C: 3']);
  });

  it('is not split at a damaged line in a text', async () => {
    const text = `${line}\nA: 1\n\n ${line}\nis how it begins.\n\n\0From me\nB: 2\n`;
    expect(await split(text)).toHaveLength(1);
  });

  it('has only the head of an email that is too large in memory', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from(`${line}\nSubject: Large\n\n`);
      for (let megabytes = 0; megabytes < 300; megabytes += 1) yield Buffer.alloc(1024 * 1024, 'a');
      yield Buffer.from(`\n\n${line}\nB: 2\n`);
    }
    const mails = [];
    for await (const mail of splitMbox(endless())) mails.push(mail);
    expect(mails.map(({ size }) => size > MAX_MAIL_BYTES)).toEqual([true, false]);
    // The bytes that it keeps from being freed, not only those that it shows.
    expect(mails[0]?.bytes.buffer.byteLength).toBeLessThanOrEqual(MAX_HEAD_BYTES);
  });

  it.each([
    ['separators', `${line}\n\n`],
    ['lines that look like separators', '\nFrom '],
    ['beginnings of separators', '\n\nFrom a'],
    ['empty lines', '\n'],
  ])('takes time in proportion to its size, of %s alone', async (_, piece) => {
    const measure = async (bytes: number) => {
      const text = Buffer.from(`${line}\n${piece.repeat(Math.ceil(bytes / piece.length))}`);
      const time = startProcessorTime();
      for await (const _ of splitMbox(inChunks(text, 256 * 1024)));
      return time();
    };
    await measure(1_000_000);
    // Quadratic time would be minutes.
    expect(await measure(16_000_000)).toBeLessThan(20_000);
  });
});
