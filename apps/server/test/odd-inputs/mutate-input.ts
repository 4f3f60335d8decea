/** Random whole numbers below a limit. */
type Random = (below: number) => number;

interface Mutation {
  what: string;
  /** Whether everything that the input says is still in it. */
  isWhole?: true;
  apply: (content: Buffer, random: Random) => Buffer;
}

/** Each character is one byte, whatever the charset. */
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');
const textOf = (content: Buffer): string => content.toString('latin1');

const charsets = [
  'utf-8',
  'us-ascii',
  'iso-8859-1',
  'windows-1251',
  'koi8-r',
  'gb2312',
  'big5',
  'shift_jis',
  'iso-2022-jp',
  'iso-2022-kr',
  'hz-gb-2312',
  'cp850',
  'euc-kr',
  'utf-16le',
  'utf-7',
  'x-unknown',
  '',
];

/** What happens to files on their way. None of them makes a file empty. */
const mutations: readonly Mutation[] = [
  {
    what: 'cut at the end',
    apply: (content, random) => content.subarray(0, 1 + random(content.length)),
  },
  {
    what: 'cut at the beginning',
    apply: (content, random) => content.subarray(random(content.length)),
  },
  {
    what: 'a piece taken out',
    apply: (content, random) => {
      const from = random(content.length);
      const to = from + random(content.length - from);
      return Buffer.concat([content.subarray(0, from + 1), content.subarray(to)]);
    },
  },
  {
    what: 'line ends doubled',
    apply: (content) => bytesOf(textOf(content).replaceAll(/\r?\n/g, '$&$&')),
  },
  {
    what: 'carriage returns doubled',
    apply: (content) => bytesOf(textOf(content).replaceAll(/\r?\n/g, '\r\r\n')),
  },
  {
    what: 'line ends of another kind',
    apply: (content, random) =>
      bytesOf(textOf(content).replaceAll(/\r?\n/g, random(2) === 0 ? '\r' : '\r\n\r\n')),
  },
  {
    what: 'line ends removed at places',
    apply: (content, random) =>
      bytesOf(textOf(content).replaceAll(/\r?\n/g, (end) => (random(10) === 0 ? '' : end))),
  },
  {
    what: 'another charset declared',
    isWhole: true,
    apply: (content, random) => {
      const charset = charsets[random(charsets.length)];
      return bytesOf(
        textOf(content)
          .replaceAll(/charset="?[\w-]*"?/gi, `charset=${charset}`)
          .replaceAll(/=\?[\w-]+\?/g, `=?${charset}?`),
      );
    },
  },
  {
    what: 'the order of headers changed',
    isWhole: true,
    apply: (content, random) => {
      const text = textOf(content);
      const end = text.search(/\r?\n\r?\n/);
      const headers = text.slice(0, end).split(/\r?\n(?![ \t])/);
      for (let at = headers.length - 1; at > 0; at -= 1) {
        const other = random(at + 1);
        [headers[at], headers[other]] = [headers[other] ?? '', headers[at] ?? ''];
      }
      return end < 0 ? content : bytesOf(headers.join('\r\n') + text.slice(end));
    },
  },
  {
    what: 'nested in other emails',
    isWhole: true,
    // Fewer than a reader has to follow.
    apply: (content, random) => nest(content, 1 + random(9)),
  },
  {
    what: 'attached to other emails without an end',
    isWhole: true,
    apply: (content, random) => {
      const attached = `${outerHeaders(0)}Content-Type: message/rfc822\r\n\r\n`.repeat(
        1 + random(9),
      );
      return Buffer.concat([bytesOf(attached), content]);
    },
  },
  {
    what: 'nested in very many emails',
    apply: (content, random) => nest(content, 10 + random(40)),
  },
  {
    what: 'bytes changed',
    apply: (content, random) => {
      const changed = Buffer.from(content);
      for (let times = 1 + random(8); times > 0; times -= 1) {
        changed[random(changed.length)] = random(256);
      }
      return changed;
    },
  },
  {
    what: 'a piece repeated',
    apply: (content, random) => {
      const from = random(content.length);
      const to = from + 1 + random(content.length - from);
      const pieces = Array.from({ length: 2 + random(50) }, () => content.subarray(from, to));
      return Buffer.concat([content.subarray(0, from), ...pieces, content.subarray(to)]);
    },
  },
];

function nest(content: Buffer, levels: number): Buffer {
  let text = textOf(content);
  for (let depth = levels; depth > 0; depth -= 1) {
    const boundary = `level${depth}`;
    text = `${outerHeaders(depth)}Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n${text}\r\n--${boundary}--\r\n`;
  }
  return bytesOf(text);
}

const outerHeaders = (depth: number) =>
  `From: Outer <outer@outer.example>\r\nTo: theo.lindqvist@harborfinch.example\r\nSubject: Level ${depth}\r\nDate: Mon, 23 Nov 2026 10:00:00 +0100\r\nMessage-ID: <level${depth}@outer.example>\r\nMIME-Version: 1.0\r\n`;

/**
 * Changes an input in one of the ways, or two of them after each other.
 *
 * @param index chooses the way, in turn.
 */
export function mutateInput(
  content: Buffer,
  index: number,
  random: Random,
): { what: string; content: Buffer; isWhole: boolean } {
  const first = mutations[index % mutations.length];
  const second = random(10) < 3 ? mutations[random(mutations.length)] : undefined;
  let changed = content;
  const done: Mutation[] = [];
  for (const one of [first, second]) {
    if (one === undefined || changed.length === 0) continue;
    changed = one.apply(changed, random);
    done.push(one);
  }
  const what = done.map((one) => one.what).join(', ');
  return { what, content: changed, isWhole: done.every((one) => one.isWhole) };
}
