import { expect, it } from 'vitest';
import { repairContentHeaders } from './content-headers.ts';
import { readMail } from './read-mail.ts';

const lines = (...all: string[]) => all.join('\r\n');
const read = (...mail: string[]) =>
  readMail(Buffer.from(lines('From: bob@acme.com', ...mail), 'latin1'));
/** An email of one part, and one with that part after another. */
const alone = (...part: string[]) => read(...part);
const second = (...part: string[]) =>
  read(
    'Content-Type: multipart/mixed; boundary=o',
    '',
    '--o',
    '',
    'first',
    '--o',
    ...part,
    '--o--',
  );

const unusable = [
  'nonsense',
  '',
  ' ',
  ';',
  '/plain',
  '/',
  'text/',
  'text',
  '; charset=utf-8',
  'charset=utf-8',
  '"nonsense"',
  '(a comment)',
  'text/plain/more',
  'a b c',
  '=?utf-8?Q?nonsense?=',
  'nonsense; a=b; c',
  'nonsense;\r\n\tcharset=utf-8',
  'text:plain',
  ';;;=',
];

it.each(unusable)('a text whose Content-Type is "%s" is shown', async (type) => {
  for (const readIn of [alone, second]) {
    for (const name of ['Content-Type', 'content-type', 'Content-Type ']) {
      const mail = await readIn(`${name}:${type}`, '', 'Caf\u00c3\u00a9 & <b>words</b>');
      expect({ name, text: mail.text, files: mail.attachments }).toEqual({
        name,
        text: expect.stringContaining('Café & <b>words</b>') as string,
        files: [],
      });
      expect(mail.html).toBeUndefined();
    }
  }
});

it.each([
  ['nonsense; charset=koi8-r', '\u00ee\u00c5\u00d4', 'Нет'],
  ['; charset="koi8-r"', '\u00ee\u00c5\u00d4', 'Нет'],
  ['/plain charset=koi8-r', '\u00ee\u00c5\u00d4', 'Нет'],
  ['charset=koi8-r', '\u00ee\u00c5\u00d4', 'Нет'],
  ['nonsense', 'caf\u00e9', 'café'],
  ['; format=flowed', 'two \r\nlines', 'two lines'],
])('the charset counts of %s', async (type, sent, shown) => {
  expect((await alone(`Content-Type: ${type}`, '', sent)).text?.trim()).toBe(shown);
  expect((await second(`Content-Type: ${type}`, '', sent)).text).toContain(shown);
});

it.each([
  'text\\html',
  'text / html',
  'text//html; charset=utf-8',
  '<text/html>',
  "'text/html'; charset=utf-8",
  '"text/html; charset=utf-8"',
  'text/html, charset=utf-8',
  'text/html something; charset=utf-8',
  'text/html: charset=utf-8',
  'Content-Type: text/html',
  '(first) text/html (second)',
])('%s is HTML', async (type) => {
  const mail = await alone(`Content-Type: ${type}`, '', '<p>Words</p>');
  expect(mail.html).toContain('<p>Words</p>');
});

const inner = [
  '--xyz',
  'Content-Type: text/plain',
  '',
  'words',
  '--xyz',
  'Content-Type: a/b; name=offer.pdf',
  '',
  'x',
  '--xyz--',
];
it.each([
  'nonsense; boundary=xyz',
  '; boundary="xyz"',
  'boundary=xyz',
  '/mixed;\r\n boundary=xyz',
  'multipart / mixed; boundary=xyz',
])('parts are read where the type is "%s"', async (type) => {
  for (const readIn of [alone, second]) {
    const mail = await readIn(`Content-Type: ${type}`, '', ...inner);
    expect(mail.text).toContain('words');
    expect(mail.text).not.toContain('xyz');
    expect(mail.attachments).toEqual(['offer.pdf']);
  }
});

it('a file without a usable type is an attachment', async () => {
  for (const part of [
    ['Content-Type: nonsense; name="offer.pdf"'],
    ['Content-Type:', 'Content-Disposition: attachment; filename=offer.pdf'],
    ['Content-Type: /pdf', 'Content-Disposition: attachment filename="offer.pdf"'],
    ['Content-Disposition: filename=offer.pdf'],
    ['Content-Disposition: ; filename=offer.pdf'],
    ['Content-Disposition: attachement; filename=offer.pdf'],
    ['Content-Disposition: (x) attachment, filename=offer.pdf'],
    ['Content-Disposition:', 'Content-Disposition: attachment; filename=offer.pdf'],
  ]) {
    const mail = await second(...part, 'Content-Transfer-Encoding: base64', '', 'YWJjZA==');
    expect([part, mail.attachments, mail.text?.trim()]).toEqual([part, ['offer.pdf'], 'first']);
  }
});

it.each([
  '',
  'nonsense',
  ';',
  '"inline"',
  'inline; filename=note.txt',
  'in line',
  '; size=4',
  'Inline (shown)',
])('a text whose Content-Disposition is "%s" is shown', async (disposition) => {
  const mail = await second(`Content-Disposition: ${disposition}`, '', 'words');
  expect(mail.text).toContain('words');
});

it('an email in an email is shown whose Content-Disposition is unusable', async () => {
  const mail = await second(
    'Content-Type: message/rfc822',
    'Content-Disposition: nonsense',
    '',
    'From: a@b.example',
    '',
    'words',
  );
  expect(mail.text).toContain('words');
});

it.each([
  [
    'base64',
    [
      'base-64',
      '"base64"',
      'base64 (RFC 2045)',
      'BASE 64',
      'x-base64;',
      "'base64'",
      'base_64',
      '(a) base64',
      'Content-Transfer-Encoding: base64',
      'mime-base64',
    ],
    'Q2Fmw6k=',
  ],
  [
    'quoted-printable',
    [
      'quoted_printable',
      'QuotedPrintable',
      '"quoted-printable"',
      'quoted printable',
      'quoted-printable; x',
      'qp',
      'quoted-printable (x',
    ],
    'Caf=C3=A9',
  ],
  [
    'no',
    ['', 'nonsense', '8-bit', '8bits', '"7bit"', 'none', '7bit (x)', 'utf-8', ';', 'binary;'],
    'Caf\u00c3\u00a9',
  ],
])('%s encoding is recognized', async (_, encodings, sent) => {
  for (const encoding of encodings) {
    for (const readIn of [alone, second]) {
      const mail = await readIn(`Content-Transfer-Encoding: ${encoding}`, '', sent);
      expect([encoding, mail.text]).toEqual([encoding, expect.stringContaining('Café')]);
    }
  }
});

it.each([
  [['Content-Type: nonsense', 'Content-Type: text/html'], true],
  [['Content-Type:', 'X-Other: a', ' b', 'Content-Type: ;', 'content-type: text/html'], true],
  [['Content-Type: text/plain', 'Content-Type: text/html'], false],
  [['Content-Type: text', 'Content-Type: text/html'], false],
  [['Content-Type: ; charset=utf-8', 'Content-Type: text/html'], true],
])('of %j the first usable type counts', async (types, isHtml) => {
  for (const readIn of [alone, second]) {
    const mail = await readIn(
      ...types,
      'Content-Transfer-Encoding: what',
      'Content-Transfer-Encoding: base64',
      '',
      'PGI+YWE8L2I+',
    );
    expect(mail.html !== undefined).toBe(isHtml);
    expect(isHtml ? mail.html : mail.text).toContain('<b>aa</b>');
  }
});

it('keeps what the earlier reading of such an email identifies', async () => {
  const mail = await alone('Message-ID: <a@b>', 'Content-Type: nonsense', '', 'words');
  expect(mail.former?.bodyHash).not.toBe(mail.bodyHash);
});

it.each([
  'Content-Type: a=',
  'Content-Type: charset ',
  'Content-Type: ;"',
  'Content-Disposition: (',
  'Content-Type: text /',
  'Content-Transfer-Encoding: "-',
  'Content-Type:\t \\',
])(
  'takes time in proportion to what is like %j',
  async (piece) => {
    const value = piece.slice(piece.indexOf(':') + 1);
    const heads = [
      `${piece}${value.repeat(200_000 / value.length)}`,
      Array.from({ length: 10_000 }, () => piece).join('\r\n'),
      `${piece}\r\n${Array.from({ length: 20_000 }, () => ` ${value}`).join('\r\n')}`,
    ];
    for (const head of heads) {
      const begun = performance.now();
      await alone(head, '', 'words');
      // What searches the rest for each piece takes minutes.
      expect(performance.now() - begun).toBeLessThan(3_000);
    }
  },
  30_000,
);

it('changes nothing of usual headers', () => {
  const head = [
    'Content-Type: text/plain;',
    '\tcharset=utf-8',
    'Content-Disposition: inline',
    'Content-Transfer-Encoding: 8bit',
    'Content-Type: nonsense',
  ];
  const parser = {
    parseStructuredHeader: () => ({ value: '', params: {} }),
    stripComments: String,
  };
  const given = [...head];
  expect(repairContentHeaders(given, parser)).toBe(false);
  expect(given).toEqual(head);
});
