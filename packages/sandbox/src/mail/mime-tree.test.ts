import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerText } from './header-text.ts';
import type { MimePart } from './mime-tree.ts';
import { readMimeTree } from './mime-tree.ts';

function outline({ partId, mimeType, filename, parts }: MimePart): unknown {
  const label = [partId, mimeType, filename].filter((piece) => piece !== '').join(' ');
  return parts.length === 0 ? label : [label, ...parts.map(outline)];
}

const nested = `Content-Type: multipart/mixed; boundary="outer"

preamble
--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

caf=E9 =
au lait
--inner
Content-Type: text/html

<p>café</p>
--inner--
--outer
Content-Type: application/pdf; name*=utf-8''%E2%82%AC.pdf
Content-Transfer-Encoding: base64
Content-Disposition: attachment

JVBERi0=
--outer
Content-Type: message/rfc822

Subject: inside

body
--outer--
epilogue
`;

describe('reading the parts of a mail', () => {
  it('numbers them as Gmail does', () => {
    expect(outline(readMimeTree(Buffer.from(nested)))).toEqual([
      'multipart/mixed',
      ['0 multipart/alternative', '0.0 text/plain', '0.1 text/html'],
      '1 application/pdf €.pdf',
      ['2 message/rfc822', '2.0 text/plain'],
    ]);
  });

  it('decodes bodies, and gives text in UTF-8', () => {
    const tree = readMimeTree(Buffer.from(nested));
    expect(tree.parts[0]?.parts[0]?.body.toString('utf8')).toBe('café au lait');
    expect(tree.parts[1]?.body.toString('latin1')).toBe('%PDF-');
  });

  it('reads a multipart whose end is missing', () => {
    const tree = readMimeTree(
      Buffer.from('Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nleft open'),
    );
    expect(tree.parts.map(({ body }) => String(body))).toEqual(['left open']);
  });

  it('never throws, whatever the bytes are', () => {
    const piece = fc.constantFrom(
      '--b\n',
      '--b--\n',
      'Content-Type: multipart/mixed; boundary=b\n',
      'Content-Type: message/rfc822\n',
      'Content-Transfer-Encoding: base64\n',
      '\n',
      'x\xff\xfe\n',
      'Content-Type: text/plain; charset=nonsense; name*0*=%\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(readMimeTree(Buffer.from(pieces.join(''), 'latin1')).partId).toBe('');
      }),
    );
  });
});

describe('the text of a header', () => {
  const latin1 = (text: string) => Buffer.from(text).toString('latin1');
  it.each([
    ['Subject', ' =?utf-8?q?Gr=C3=BC=C3=9Fe?= from\r\n\t=?iso-8859-1?b?6Q==?=', 'Grüße from\té'],
    ['Subject', ' =?utf-8?q?a?=\n =?utf-8?q?b?=', 'ab'],
    ['Subject', ' =?utf-8?q?a=2C_b?=', 'a, b'],
    ['From', ' =?utf-8?q?Doe=2C_J=C3=A9r=C3=B4me?= <j@x.org>', '"Doe, Jérôme" <j@x.org>'],
    ['From', latin1(' Zoë <z@x.org>'), 'Zoë <z@x.org>'],
    ['From', ' Zo\xeb <z@x.org>', 'Zoë <z@x.org>'],
  ])('%s:%s', (name, value, expected) => {
    expect(headerText({ name, value })).toBe(expected);
  });
});
