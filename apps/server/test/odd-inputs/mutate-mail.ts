/** An email that was changed as broken programs, disks and networks change emails. */
export interface MutatedMail {
  /** The name of the input, the number of the change, and what was done. */
  name: string;
  mail: Buffer;
  /** Whether everything that the input says is still in it. */
  isWhole: boolean;
}

export interface OddMail {
  name: string;
  mail: Buffer;
}

/** A number from 0 to 1, excluding it. The same seed gives the same numbers (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Dice {
  /** An integer from 0 to a number, excluding it. */
  below: (end: number) => number;
  pick: <T>(list: readonly [T, ...T[]]) => T;
}

interface Mutation {
  name: string;
  isWhole: boolean;
  change: (mail: Buffer, dice: Dice) => Buffer;
}

const latin = (mail: Buffer, change: (text: string) => string): Buffer =>
  Buffer.from(change(mail.toString('latin1')), 'latin1');

const charsets = [
  'utf-8',
  'iso-2022-jp',
  'gb2312',
  'hz-gb-2312',
  'utf-7',
  'koi8-r',
  'x-unknown',
  'iso-2022-kr',
  'shift_jis',
  'big5',
  'cp850',
] as const;

const mutations: [Mutation, ...Mutation[]] = [
  {
    name: 'cut at the end',
    isWhole: false,
    change: (mail, { below }) => mail.subarray(0, below(mail.length)),
  },
  {
    name: 'cut inside',
    isWhole: false,
    change: (mail, { below }) => {
      const from = below(mail.length);
      const to = from + below(mail.length - from);
      return Buffer.concat([mail.subarray(0, from), mail.subarray(to)]);
    },
  },
  {
    name: 'line ends',
    isWhole: false,
    change: (mail, { pick }) => {
      const end = pick(['\n\n', '\r\n\r\n', '\r\r\n', '\r']);
      return latin(mail, (text) => text.replaceAll(/\r?\n/g, end));
    },
  },
  {
    name: 'charset',
    isWhole: true,
    change: (mail, { pick }) =>
      latin(mail, (text) =>
        text.replaceAll(
          /(charset=["']?|=\?)[\w-]+/gi,
          (_, before: string) => before + pick(charsets),
        ),
      ),
  },
  { name: 'order of headers', isWhole: true, change: shuffleHeaders },
  { name: 'nesting', isWhole: true, change: nest },
  {
    name: 'repeated piece',
    isWhole: false,
    change: (mail, { below }) => {
      const from = below(mail.length);
      const piece = mail.subarray(from, from + below(400));
      const pieces = Array.from({ length: below(200) }, () => piece);
      return Buffer.concat([mail.subarray(0, from), ...pieces, mail.subarray(from)]);
    },
  },
  {
    name: 'damaged bytes',
    isWhole: false,
    change: (mail, { below }) => {
      const damaged = Buffer.from(mail);
      for (let count = 0; count < 20; count += 1) damaged[below(mail.length)] = below(256);
      return damaged;
    },
  },
];

function shuffleHeaders(mail: Buffer, { below }: Dice): Buffer {
  return latin(mail, (text) => {
    const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
    const headers = text.slice(0, end).split(/\r?\n(?![ \t])/);
    for (let last = headers.length - 1; last > 0; last -= 1) {
      headers.push(...headers.splice(below(last + 1), 1));
    }
    return headers.join('\r\n') + text.slice(end);
  });
}

/** Attaches it to emails and puts it in parts, one in the other, fewer than a reader has to follow. */
function nest(mail: Buffer, { below, pick }: Dice): Buffer {
  let nested = mail;
  for (let level = below(9); level >= 0; level -= 1) {
    const inParts = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\nContent-Type: message/rfc822\r\n\r\n`;
    const head = pick([inParts, 'Content-Type: message/rfc822\r\n\r\n']);
    nested = Buffer.concat([Buffer.from(`From: ann@acme.example\r\n${head}`), nested]);
  }
  return nested;
}

/** Changes inputs once or twice each, at random from a seed. */
export function* mutatedMails(
  inputs: readonly OddMail[],
  { seed, count }: { seed: number; count: number },
): Generator<MutatedMail> {
  const random = randomFrom(seed);
  const below = (end: number) => Math.floor(random() * end);
  const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
  for (let number = 1; number <= count; number += 1) {
    const input = inputs[below(inputs.length)];
    if (input === undefined) return;
    const changes = [pick(mutations), ...(random() < 0.3 ? [pick(mutations)] : [])];
    let { mail } = input;
    for (const { change } of changes) if (mail.length > 0) mail = change(mail, { below, pick });
    const done = changes.map(({ name }) => name).join(', then ');
    const isWhole = changes.every((one) => one.isWhole);
    yield { name: `${input.name}, change ${number}: ${done}`, mail, isWhole };
  }
}
