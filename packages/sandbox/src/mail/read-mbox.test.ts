import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/start-test-sandbox.ts';
import { MboxSplitter } from './mbox-splitter.ts';
import { readMbox } from './read-mbox.ts';

const twoMails = `From a@example.org Mon Mar  2 10:00:00 2026
Subject: One

first
>From here on
>>From there
> From is a quotation

From b@example.org Mon Mar  2 11:00:00 2026
Subject: Two

a line
From the middle of a text
`;

const first = 'Subject: One\n\nfirst\nFrom here on\n>From there\n> From is a quotation\n';
const second = 'Subject: Two\n\na line\nFrom the middle of a text\n';

async function read(bytes: Buffer): Promise<string[]> {
  const file = join(await temporaryFolder(), 'sample.mbox');
  await writeFile(file, bytes);
  const mails: string[] = [];
  for await (const mail of readMbox(file)) {
    mails.push(mail.toString('latin1'));
  }
  return mails;
}

describe('reading an mbox file', () => {
  it('takes one mark off each escaped line, and nothing else', async () => {
    expect(await read(Buffer.from(twoMails))).toEqual([first, second]);
  });

  it('reads gzip by its bytes, not by its name', async () => {
    expect(await read(gzipSync(twoMails))).toEqual([first, second]);
  });

  it('keeps CRLF line ends', async () => {
    const mails = await read(Buffer.from(twoMails.replaceAll('\n', '\r\n')));
    expect(mails).toEqual([first, second].map((mail) => mail.replaceAll('\n', '\r\n')));
  });

  it('keeps bytes that are no UTF-8, and a last line without its end', async () => {
    const [mail] = await read(Buffer.from('From x\nSubject: \xe9\n\n\xff\xfe', 'latin1'));
    expect(mail).toBe('Subject: \xe9\n\n\xff\xfe');
  });

  it('finds nothing in an empty file', async () => {
    expect(await read(Buffer.alloc(0))).toEqual([]);
  });

  it('says when a compressed file is broken off', async () => {
    await expect(read(gzipSync(twoMails).subarray(0, 60))).rejects.toThrow(
      'unexpected end of file',
    );
  });
});

it('cuts the same wherever the chunks end', () => {
  const bytes = Buffer.from(twoMails);
  for (let size = 1; size < 40; size += 1) {
    const splitter = new MboxSplitter();
    const mails: Buffer[] = [];
    for (let start = 0; start < bytes.length; start += size) {
      mails.push(...splitter.push(bytes.subarray(start, start + size)));
    }
    mails.push(...splitter.end());
    expect(mails.map(String)).toEqual([first, second]);
  }
});
