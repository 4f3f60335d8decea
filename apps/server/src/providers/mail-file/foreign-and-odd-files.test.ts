import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toTar, toZip } from './archive/make-archives.fixture.ts';
import { createMailFileReader } from './mail-file.ts';

/** Reads a file; what it says besides its items, or why it was refused. */
async function read(content: string | Buffer) {
  const folder = await mkdtemp(path.join(tmpdir(), 'odd-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'upload');
  await writeFile(file, content);
  const { signal } = new AbortController();
  const result = {
    titles: [] as string[],
    bodies: [] as string[],
    excluded: 0,
    said: [] as string[],
  };
  try {
    const options = { ownerId: 'ann', skip: 0, signal, addresses: new Set<string>() };
    for await (const item of createMailFileReader().read(file, options)) {
      if (item.kind === 'excluded') result.excluded += 1;
      if (item.kind === 'notice') result.said.push(item.text);
      if (item.kind === 'unreadable') result.said.push(item.reason);
      if (item.kind !== 'activity') continue;
      const { title, textBody = '' } = await item.read();
      result.titles.push(title);
      result.bodies.push(textBody.trim());
    }
  } catch (error) {
    result.said.push(error instanceof Error ? error.message : String(error));
  }
  return result;
}

const mail = (title: string, text = 'Hello.', ...headers: string[]) =>
  [
    'From: Bob <bob@acme.com>',
    'To: Ann <ann@example.org>',
    `Subject: ${title}`,
    'Date: Mon, 02 Mar 2026 10:00:00 +0000',
    `Message-ID: <${title}@acme.com>`,
    ...headers,
    '',
    text,
    '',
  ].join('\n');
const line = 'From bob@acme.com Mon Mar  2 10:00:00 2026\n';
const inUtf16 = (text: string, name: 'utf16le' | 'utf16be'): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return name === 'utf16le' ? bytes : bytes.swap16();
};
const two = [line, mail('one'), '\n', line, mail('two')].join('');

describe('an mbox file', () => {
  it.each<[string, string | Buffer]>([
    ['with a byte order mark', `\ufeff${two}`],
    ['with empty lines first', `\n\r\n \n${two}`],
    ['with carriage returns alone', two.replaceAll('\n', '\r')],
    ['with CRLF', two.replaceAll('\n', '\r\n')],
    ['in UTF-16', Buffer.from(`\ufeff${two}`, 'utf16le')],
    ['without empty lines between', [line, mail('one'), line, mail('two')].join('')],
    [
      'with a later separator without date',
      [line, mail('one'), '\nFrom bob@acme.com\n', mail('two')].join(''),
    ],
    ['with `From - ` later', [line, mail('one'), '\nFrom -\n', mail('two')].join('')],
    ...['\0', '\0'.repeat(9), '\ufeff', '\ufeff\0', ' ', '\t \0'].map((left): [string, string] => [
      `with ${JSON.stringify(left)} before a later separator`,
      [line, mail('one'), `\n${left}`, line, mail('two')].join(''),
    ]),
    [
      'in UTF-16, joined with another one',
      Buffer.from(`\ufeff${line}${mail('one')}\n\ufeff${line}${mail('two')}`, 'utf16le'),
    ],
    ...(['utf16le', 'utf16be'] as const).flatMap((name) =>
      ['', '\ufeff'].flatMap((mark): [string, Buffer][] => [
        [
          `in 8 bits, joined with one in ${name} ${mark === '' ? 'without' : 'with'} a mark`,
          Buffer.concat([
            Buffer.from(`${line}${mail('one')}\n`),
            inUtf16(`${mark}${line}${mail('two')}`, name),
          ]),
        ],
        [
          `in ${name} ${mark === '' ? 'without' : 'with'} a mark, joined with one in 8 bits`,
          Buffer.concat([
            inUtf16(`${mark}${line}${mail('one')}\n`, name),
            Buffer.from(`${line}${mail('two')}`),
          ]),
        ],
      ]),
    ),
    [
      'with carriage returns alone in a later email',
      `${line}${mail('one')}\n${[line, mail('two')].join('').replaceAll('\n', '\r')}`,
    ],
    [
      'with carriage returns alone before a later separator',
      [line, mail('one').replaceAll('\n', '\r\n'), '\r', line, mail('two')].join(''),
    ],
    ...[
      'bob@acme.com Mon, 2 Mar 2026 11:00:00 +0100',
      'bob@acme.com 2026-03-02 11:00:00',
      '- Mo Mrz 02 11:00:00 2026',
      'bob Mon Mar  2 11:00:00 2026 remote from acme',
    ].map((later): [string, string] => [
      `with “From ${later}” later`,
      [line, mail('one'), `\nFrom ${later}\n`, mail('two')].join(''),
    ]),
    [
      'of the kind MMDF with CRLF',
      `\x01\x01\x01\x01\n${mail('one')}\x01\x01\x01\x01\n\x01\x01\x01\x01\n${mail('two')}\x01\x01\x01\x01\n`.replaceAll(
        '\n',
        '\r\n',
      ),
    ],
    [
      'of the kind MMDF',
      `\x01\x01\x01\x01\n${mail('one')}\x01\x01\x01\x01\n\x01\x01\x01\x01\n${mail('two')}\x01\x01\x01\x01\n`,
    ],
  ])('%s is read', async (_what, content) => {
    expect(await read(content)).toMatchObject({ titles: ['one', 'two'], said: [] });
  });

  it.each([
    ['From now on', 'Dear all,\n\nFrom now on\nNote: it is so.\n'],
    ['a sender in a text', 'Dear all,\n\nFrom ann@acme.com we got at 10:30:\nNote: it is so.\n'],
    ['a dated line without a header after it', `A log:\n${line}and then\n`],
  ])('is not separated by %s', async (_what, text) => {
    const found = await read([line, mail('one', text), '\n', line, mail('two')].join(''));
    expect(found.titles).toEqual(['one', 'two']);
    expect(found.bodies[0]).toContain(text.trim());
  });

  it('is not separated within the size that an email states', async () => {
    const text = `Log:\n\n${line}Subject: inner\n\nend`;
    const sized = mail('one', text, `Content-Length: ${text.length + 1}`);
    for (const first of [sized, sized.replace('Content-Length', 'content-length')]) {
      const found = await read([line, first, '\n', line, mail('two')].join(''));
      expect(found.titles).toEqual(['one', 'two']);
      expect(found.bodies[0]).toContain('end');
    }
  });

  it('is separated where the stated size is wrong', async () => {
    const sized = mail('one', 'Hello.', 'Content-Length: 9000');
    expect((await read([line, sized, '\n', line, mail('two')].join(''))).titles).toEqual([
      'one',
      'two',
    ]);
  });
});

describe('an email', () => {
  it.each<[string, string | Buffer]>([
    ['with a byte order mark', `\ufeff${mail('one')}`],
    ['with empty lines first', `\n\n${mail('one')}`],
    ['with a quoted separator first', `>${line}${mail('one')}`],
    [
      'with long headers of a filter first',
      `X-Spam: ${'a '.repeat(100)}\n`.repeat(60) + mail('one'),
    ],
    ['with carriage returns alone', mail('one').replaceAll('\n', '\r')],
    ['with carriage returns, and a newline at its end', `${mail('one').replaceAll('\n', '\r')}\n`],
    ['in UTF-16', Buffer.from(mail('one'), 'utf16le')],
    ['of Apple Mail', `${mail('one').length}\n${mail('one')}<?xml version="1.0"?><plist/>`],
  ])('%s is read', async (_what, content) => {
    expect(await read(content)).toMatchObject({ titles: ['one'], bodies: ['Hello.'], said: [] });
  });
});

describe('a folder that is not imported', () => {
  it.each([
    'Maildir/.Trash.2019/cur/1.h:2,S',
    'Maildir/.INBOX.Papierkorb/cur/1',
    'Maildir/.Entw&APw-rfe/cur/1',
    'Mail\\Deleted Items\\1.eml',
    '[Gmail].Bin/1.eml',
    'Takeout/Mail/Corbeille-001.mbox/1.eml',
    'Local Folders/Unsent Messages',
    'Local Folders/Templates.sbd/Old/1.eml',
    'Maildir/cur/1.h;2,ST',
    'Maildir/cur/1.h_2,DS',
    'Maildir/cur/1.h2,ST',
    'Корзина/1.eml',
    'ÇÖP KUTUSU/1.eml',
    'E\u0301le\u0301ments supprime\u0301s/1.eml',
    'Ταχ/Πρόχειρα/1.eml',
    'Drafts.imapmbox/Messages/5.emlx',
    'Borttagna objekt/1.eml',
    'Spam 2.mbox/mbox',
    'Geloeschte Elemente/1.eml',
    'Elements supprimes/1.eml',
    'Recoverable Items/Deletions/1.eml',
    'Conversation History/1.eml',
    'Ruslpóstur/1.eml',
    'Zaborrontzia/1.eml',
  ])('%s', async (name) => {
    const found = await read(
      toZip([
        [name, mail('out')],
        ['kept.eml', mail('kept')],
      ]),
    );
    expect(found).toMatchObject({ titles: ['kept'], excluded: 1 });
  });

  it.each([
    'Trash cans Ltd/1.eml',
    'Clients/acme.trash/1.eml',
    'offer 2,ST',
    'Maildir/cur/12,S',
    'COP/1.eml',
    'Kos/1.eml',
    'Drafts 2026/1.eml',
  ])('%s is none', async (name) => {
    expect((await read(toZip([[name, mail('kept')]]))).titles).toEqual(['kept']);
  });
});

it.each([
  ['D', 1],
  ['AD', 1],
  ['T', 1],
  ['AF', 0],
  ['Delivered', 0],
])('an email with “X-Status: %s” is left out %d times', async (marks, count) => {
  const found = await read(
    [line, mail('one', 'Hello.', `X-Status: ${marks}`), '\n', line, mail('two')].join(''),
  );
  expect(found.excluded).toBe(count);
});

const bytes = (hex: string) => `${Buffer.from(hex, 'hex').toString('latin1')}${' '.repeat(600)}`;
const pst = `!BDN${' '.repeat(600)}`;

describe('a file in a format of another program', () => {
  it.each([
    ['d0cf11e0a1b11ae1', 'Outlook message'],
    ['2142444e00', 'Outlook data file'],
    ['377abcaf271c', '7-Zip'],
    ['526172211a0700', 'RAR'],
    ['425a6839', 'bzip2'],
    ['fd377a585a00', 'xz'],
    ['28b52ffd', 'Zstandard'],
    [Buffer.from('BEGIN:VCARD\r\n').toString('hex'), 'contacts'],
    [Buffer.from('<HTML>').toString('hex'), 'web page'],
    [Buffer.from('%PDF-1.7').toString('hex'), 'PDF'],
  ])('%s is refused as what it is', async (hex, words) => {
    const { titles, said } = await read(Buffer.from(bytes(hex), 'latin1'));
    expect(titles).toEqual([]);
    expect(said).toEqual([expect.stringMatching(/^This is an? .*, which is not read\. \w/)]);
    expect(said[0]).toContain(words);
  });

  it('is named with the number in an archive', async () => {
    const files: [string, string][] = [
      ['a.pst', pst],
      ['b.pst', pst],
      ['photo', 'nothing'],
      ['.DS_Store', 'nothing'],
      ['kept.eml', mail('kept')],
    ];
    for (const archive of [toZip(files), toTar(files)]) {
      const { titles, said } = await read(archive);
      expect(titles).toEqual(['kept']);
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(
        /^3 of 4 files were not read: a\.pst, b\.pst \(.*; photo \(no email or calendar\)\./,
      );
    }
  });

  it('is named where an archive is in an archive', async () => {
    const inner = toZip([['x.eml', mail('x')]], { isStored: true }).toString('latin1');
    const { titles, said } = await read(
      toTar([
        ['inner.zip', inner],
        ['b.eml', mail('b')],
      ]),
    );
    expect(titles).toEqual(['b']);
    expect(said[0]).toContain('1 of 2 files were not read: inner.zip (an archive in an archive).');
  });

  it('is an archive of Outlook for Mac', async () => {
    const olm = toZip([['Local/com.microsoft.__Messages/Inbox/message_1.xml', '<emails/>']]);
    expect((await read(olm)).said[0]).toContain('an archive of Outlook for Mac (.olm)');
  });

  it('is an entry that is compressed in a way that is not read', async () => {
    const zip = toZip([
      ['a.eml', mail('a')],
      ['b.eml', mail('b')],
    ]);
    // The method of the first file in the list at the end.
    zip.writeUInt16LE(14, zip.indexOf('PK\x01\u0002', 0, 'latin1') + 10);
    const { titles, said } = await read(zip);
    expect(titles).toEqual(['b']);
    expect(said[0]).toContain('1 of 2 files were not read: a.eml (compressed with LZMA).');
  });
});
