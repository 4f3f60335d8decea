import { describe, expect, it } from 'vitest';
import { readMail } from './read-mail.ts';

const lines = (...all: string[]) => all.join('\r\n');
const read = (...mail: string[]) => readMail(Buffer.from(lines('From: bob@acme.com', ...mail)));
const parts = (boundary: string) => [
  `--${boundary}`,
  'Content-Type: text/plain',
  '',
  'plain words',
  `--${boundary}`,
  'Content-Type: text/html',
  '',
  '<p>html words</p>',
  `--${boundary}`,
  'Content-Type: application/pdf; name=a.pdf',
  'Content-Transfer-Encoding: base64',
  '',
  'YQ==',
  `--${boundary}--`,
];

describe('parts', () => {
  it.each([
    ['without a boundary', 'multipart/mixed', 'xyz'],
    ['with an empty boundary', 'multipart/mixed; boundary=""', 'xyz'],
    ['with another boundary than is declared', 'multipart/mixed; boundary="declared"', 'xyz'],
    ['with a boundary in another case', 'multipart/mixed; boundary=XYZ', 'xyz'],
    ['without a semicolon before the boundary', 'multipart/mixed boundary=xyz', 'xyz'],
    ['without a type but multipart', 'multipart; boundary=xyz', 'xyz'],
    ['with a boundary of blanks', 'multipart/mixed; boundary="x y z"', 'x y z'],
    ['with a boundary that has an equals sign', 'multipart/mixed; boundary=x=yz', 'x=yz'],
    ['with a boundary on the next line', 'multipart/mixed;\r\n\tboundary="xyz"', 'xyz'],
    ['without quotes at the end of the boundary', 'multipart/mixed; boundary="xyz', 'xyz'],
  ])('%s are read', async (_, type, boundary) => {
    const mail = await read(`Content-Type: ${type}`, '', ...parts(boundary));
    expect(mail.text).toContain('plain words');
    expect(mail.html).toContain('html words');
    expect(mail.attachments).toEqual(['a.pdf']);
  });

  it.each([
    ['bytes of another charset', '\u0087\u00f1'],
    ['marks that a header would escape', 'a\\(b;c'],
  ])('divided by %s are read', async (_, boundary) => {
    const mail = lines(
      'From: a@b.example',
      'Content-Type: multipart/mixed',
      '',
      ...parts(boundary),
    );
    const { text, attachments } = await readMail(Buffer.from(mail, 'latin1'));
    expect(text).toContain('plain words');
    expect(text).not.toContain('boundary');
    expect(attachments).toEqual(['a.pdf']);
  });

  it('divided by what only looks like a boundary are a text, once', async () => {
    const mail = await read('Content-Type: multipart/mixed', '', '--a----', '', 'words', '--a-x');
    expect(mail.text).toContain('words');
    expect(mail.text).not.toContain('boundary=');
  });

  it('without boundaries, one in the other, are refused beyond the usual number', async () => {
    const nested = (levels: number) =>
      Array.from({ length: levels }, (_, at) => `--b${at}\r\nContent-Type: multipart/mixed\r\n`);
    const type = 'Content-Type: multipart/mixed';
    await expect(read(type, '', ...nested(20), 'words')).resolves.toBeDefined();
    await expect(read(type, '', ...nested(40), 'words')).rejects.toThrow('32 levels');
  });

  it('within a part whose boundary never occurs are read', async () => {
    const mail = await read(
      'Content-Type: multipart/mixed; boundary=outer',
      '',
      '--outer',
      'Content-Type: multipart/alternative; boundary=never',
      '',
      ...parts('inner'),
      '--outer--',
    );
    expect(mail.text).toContain('plain words');
    expect(mail.attachments).toEqual(['a.pdf']);
  });
});

describe('a text', () => {
  const latin = 'Content-Transfer-Encoding: quoted-printable';
  it.each([
    [
      'in a multipart without parts',
      ['Content-Type: multipart/mixed; boundary=b', '', 'Grüße'],
      'Grüße',
    ],
    [
      'in HTML in a multipart without parts',
      ['Content-Type: multipart/mixed', '', '<p>Grüße</p>'],
      'Grüße',
    ],
    [
      'without a semicolon after its type',
      ['Content-Type: text/plain charset="iso-8859-1"', latin, '', 'Gr=FC=DFe'],
      'Grüße',
    ],
    [
      'without a semicolon after its charset',
      ['Content-Type: text/plain; charset=iso-8859-1 format=flowed', latin, '', 'Gr=FC=DFe'],
      'Grüße',
    ],
    [
      'with a colon after charset',
      ['Content-Type: text/plain; charset: iso-8859-1', latin, '', 'Gr=FC=DFe'],
      'Grüße',
    ],
    ['of the type “text”', ['Content-Type: text', '', 'Grüße'], 'Grüße'],
    ['of the type “html”', ['Content-Type: html', '', '<p>Grüße</p>'], 'Grüße'],
    ['in base64 without padding', ['Content-Transfer-Encoding: base64', '', 'R3LDvMOfZQ'], 'Grüße'],
    [
      'in base64 with a footer as it is',
      ['Content-Transfer-Encoding: base64', '', 'R3LDvMOfZQ==', '____', 'The list'],
      'The list',
    ],
    [
      'before a footer',
      ['Content-Transfer-Encoding: base64', '', 'R3LDvMOfZQ==', '____', 'The list'],
      'Grüße',
    ],
    [
      'in base64 without padding, with a footer as it is',
      ['Content-Transfer-Encoding: base64', '', 'R3LDvMOfZQ', '____', 'The list of all'],
      'The list of all',
    ],
    [
      'before a footer in base64 without padding',
      ['Content-Transfer-Encoding: base64', '', 'R3LDvMOfZQ', '____', 'The list of all'],
      'Grüße',
    ],
    [
      'in lines of base64, the last one short and a multiple of four long',
      [
        'Content-Transfer-Encoding: base64',
        '',
        'RGVhciBBbm4sIGhlcmUgYXJlIHRoZSBmaWd1cmVz',
        'IGZvciBNYXkuLi4u',
        '____ a footer',
      ],
      'here are the figures for May....',
    ],
    [
      'in lines of base64 with a blank line and a stray sign between them',
      [
        'Content-Transfer-Encoding: base64',
        '',
        'RGVhciBBbm4sIGhlcmUgYXJlIHRoZSBmaWd1cmVz',
        '!IGZvciBNYXkuLi4u',
      ],
      'here are the figures for May....',
    ],
    [
      'that is not in the base64 that it declares',
      ['Content-Transfer-Encoding: base64', '', 'Dear Ann, words'],
      'Dear Ann, words',
    ],
    [
      'in uuencode',
      ['Content-Transfer-Encoding: x-uue', '', 'begin 644 t', '%2&5L;&\\', '`', 'end'],
      'Hello',
    ],
    [
      'in text/enriched',
      ['Content-Type: text/enriched', '', '<bold>Bold</bold> <<words'],
      'Bold <words',
    ],
    [
      'in RTF',
      ['Content-Type: text/rtf', '', "{\\rtf1{\\fonttbl{\\f0 Arial;}}\\b Gr\\'fc\\'dfe\\b0\\par}"],
      'Grüße',
    ],
    ['in Markdown', ['Content-Type: text/markdown', '', '# Words'], '# Words'],
    [
      'that is an attachment without a name',
      ['Content-Disposition: attachment', '', 'Words'],
      'Words',
    ],
  ])('%s is shown', async (_, mail, expected) => {
    const { text = '', html = '' } = await read(...mail);
    expect(`${text}${html}`).toContain(expected);
  });

  it('is shown without the uuencoded files in it, which are attachments', async () => {
    const file = ['begin 644 prices 2026.xls', '#86)C', '`', 'end'];
    const mail = await read('', 'Below:', ...file, 'Bye', 'begin 644 not a file', 'but words');
    expect(mail.attachments).toEqual(['prices 2026.xls']);
    expect(mail.text).toMatch(/^Below:\s+Bye\s+begin 644 not a file\s+but words\s*$/);
  });

  it('is shown without the files in yEnc in it, which are attachments', async () => {
    const file = ['=ybegin line=128 size=5 name=prices 2026.xls', 'abcde', '=yend size=5'];
    const mail = await read('', 'Below:', ...file, 'Bye', '=ybegin line=1 name=none', 'but words');
    expect(mail.attachments).toEqual(['prices 2026.xls']);
    expect(mail.text).toMatch(/^Below:\s+Bye\s+=ybegin line=1 name=none\s+but words\s*$/);
  });

  it('is shown with an email with UTF-8 in its headers (RFC 6532)', async () => {
    const inner = ['From: Bén <b@x.example>', 'Subject: Innér', '', 'innér words'];
    const type = 'Content-Type: multipart/mixed; boundary=b';
    const mail = await read(
      type,
      '',
      '--b',
      '',
      'Words',
      '--b',
      'Content-Type: message/global',
      '',
      ...inner,
      '--b--',
    );
    expect(mail.text).toContain('Words');
    expect(mail.text).toContain('innér words');
  });

  it('goes on after blanks that were added to a line of quoted-printable', async () => {
    const mail = await read(
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'one =  ',
      'two =3D=\t',
      'three  ',
    );
    expect(mail.text?.trim()).toBe('one two =three');
  });

  it('joins the divided lines of a quotation, and is recognized as stored before', async () => {
    const mail = await read('Content-Type: text/plain; format=flowed', '', '> one ', '> two');
    expect(mail.text?.trim()).toBe('> one two');
    expect(mail.former?.bodyHash).not.toBe(mail.bodyHash);
  });

  it('of another type stays an attachment beside a text', async () => {
    const mail = await read(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'Words',
      '--b',
      'Content-Type: text/markdown; name=notes.md',
      '',
      '# Notes',
      '--b--',
    );
    expect(mail.text?.trim()).toBe('Words');
    expect(mail.attachments).toEqual(['notes.md']);
  });
});

it.each([
  ["utf-8''Gr%C3%B6%C3%9Fe.pdf", 'Größe.pdf'],
  ["iso-8859-1'de'Gr%F6%DFe%20neu.pdf", 'Größe neu.pdf'],
  ["Anna's 50%20plan's.pdf", "Anna's 50%20plan's.pdf"],
])('a file called “%s” is “%s”', async (written, name) => {
  const mail = await read(
    `Content-Disposition: attachment; filename="${written}"`,
    'Content-Type: application/pdf',
    '',
    'x',
  );
  expect(mail.attachments).toEqual([name]);
});

describe('an email', () => {
  const mail = lines('From: bob@acme.com', 'Subject: Plan', '', 'Words', 'more');
  it.each([
    ['after a byte order mark', `\ufeff${mail}`],
    ['after empty lines', `\r\n \r\n\r\n${mail}`],
    ['after the line of an mbox file', `From bob@acme.com Mon Mar  2 10:00:00 2026\r\n${mail}`],
    ['after such a line with a quote', `>From bob@acme.com Mon Mar  2 10:00:00 2026\n${mail}`],
    ['after a byte order mark and empty lines', `\ufeff\n\n${mail}`],
    ['with a blank before the colon of its first header', mail.replace('From:', 'From :')],
    ['with line ends of old Macs', mail.replaceAll('\r\n', '\r')],
    [
      'with line ends of old Macs, and one of today at its end',
      `${mail.replaceAll('\r\n', '\r')}\n`,
    ],
    ['with two carriage returns in each line end', mail.replaceAll('\r\n', '\r\r\n')],
  ])('%s is read', async (_, source) => {
    const { subject, text, people } = await readMail(Buffer.from(source));
    expect(subject).toBe('Plan');
    expect(text?.replaceAll(/\s+/g, ' ').trim()).toBe('Words more');
    expect(people.participants).toHaveLength(1);
  });
});
