import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LightBlob } from '../../src/providers/mail/mime/light-blob.ts';
import { type ReadMail, readMail } from '../../src/providers/mail/mime/read-mail.ts';
import { mailIdentity } from '../../src/providers/mail/mail-identity.ts';
import { isLong } from '../long-tests.ts';
import { type MutatedInput, mutatedInputs } from './mutated-inputs.ts';
import { hasOddInputs, readMailCases } from './read-cases.ts';

// As in the threads that read emails.
Object.assign(globalThis, { Blob: LightBlob });

const SEED = 37;
const COUNT = isLong ? 5_000 : 1_000;
/** One in so many is also read in two sizes. */
const GROWN = 100;
/** Processor time of any small email; milliseconds. Machines and collections of garbage differ. */
const FLOOR_MS = 60;
/** Processor time of a byte of a larger one; nanoseconds. */
const BYTE_NS = 3_000;
/** The sizes in which an email is read; bytes. */
const [SMALL, LARGE] = [100_000, 200_000];

const files = hasOddInputs ? readMailCases().flatMap(({ mails }) => mails) : [];
const names = new Set(files.map((file) => path.basename(file)));
const mutated = hasOddInputs ? [...mutatedInputs(COUNT, SEED, (name) => names.has(name))] : [];

/** The email, or the sentence with which it is refused. */
const read = async (mail: Buffer): Promise<ReadMail | string> => {
  try {
    return await readMail(mail);
  } catch (error) {
    const { message } = error as Error;
    if (message.startsWith('The email is too complex to be read')) return message;
    throw error;
  }
};

const said = (mail: ReadMail | string): string =>
  typeof mail === 'string'
    ? mail
    : `${mail.text ?? ''}${mail.html ?? ''}${mail.attachments.join()}`;

/** The least processor time of several tries, as long as it is above what is allowed; milliseconds. */
async function timeToRead(mail: Buffer, allowed: number): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < 4 && least > allowed; tries += 1) {
    const before = process.cpuUsage();
    await read(mail);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** The email with its last part again and again. */
function grown(mail: Buffer, length: number): Buffer {
  const piece = mail.subarray(Math.floor(mail.length / 2));
  const pieces = Array.from({ length: Math.ceil(length / Math.max(1, piece.length)) }, () => piece);
  return Buffer.concat([mail, ...pieces]).subarray(0, length);
}

async function problems({ content: mail, isWhole }: MutatedInput): Promise<string[]> {
  const one = await read(mail);
  const other = await read(mail);
  if (typeof one === 'string' || typeof other === 'string')
    return one === other ? [] : ['two results'];
  const day = new Date(0);
  const [sender] = one.people.participants;
  const identity = (found: ReadMail) => mailIdentity(found, sender?.email ?? '', day);
  return [
    ...(identity(one) === identity(other) ? [] : ['two ids']),
    ...(isWhole && said(one).trim() === '' ? ['no word is left'] : []),
  ];
}

describe.skipIf(!hasOddInputs)('odd emails, changed at random (skipped without ../shared)', () => {
  it('are read without a crash, as one email each, and with their words', async () => {
    const empty = new Set<string>();
    for (const file of files) {
      if (said(await read(readFileSync(file))).trim() === '') empty.add(path.basename(file));
    }
    const wrong: string[] = [];
    for (const one of mutated) {
      const found = await problems(one);
      const wasEmpty = empty.has(one.input);
      wrong.push(
        ...found.flatMap((what) =>
          wasEmpty && what.startsWith('no') ? [] : [`${one.name}: ${what}`],
        ),
      );
    }
    expect(wrong).toEqual([]);
  });

  it('take no more time than their size allows', async () => {
    const slow: string[] = [];
    for (const { name, content: mail } of mutated) {
      const allowed = FLOOR_MS + (mail.length * BYTE_NS) / 1e6;
      const time = await timeToRead(mail, allowed);
      if (time > allowed) slow.push(`${name}: ${time} ms for ${mail.length} bytes`);
    }
    expect(slow).toEqual([]);
  });

  it('take twice the time at twice the size', async () => {
    const slow: string[] = [];
    for (const { name, content: mail } of mutated.filter((_, index) => index % GROWN === 0)) {
      const before = await timeToRead(grown(mail, SMALL), 0);
      const allowed = 2.5 * before + FLOOR_MS;
      const after = await timeToRead(grown(mail, LARGE), allowed);
      if (after > allowed) slow.push(`${name}: ${before} ms, then ${after} ms`);
    }
    expect(slow).toEqual([]);
  });
});
