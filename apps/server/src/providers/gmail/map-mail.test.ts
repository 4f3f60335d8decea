import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mapMail } from './map-mail.ts';

const arrived = '1772442000000';

const map = (mail: string | Buffer) =>
  mapMail({ id: 'm1', internalDate: arrived, raw: Buffer.from(mail).toString('base64url') });

const lines = (...all: string[]) => all.join('\r\n');

const quotedPrintable = 'Content-Transfer-Encoding: quoted-printable';
/** An email with a text whose characters represent its bytes. */
const mailOf = (text: string, ...headers: string[]) =>
  Buffer.from(lines('From: bob@acme.com', ...headers, '', text), 'latin1');

describe('a mail', () => {
  it('becomes an e-mail with its people, text and references', async () => {
    const mail = lines(
      'From: =?utf-8?q?Zo=C3=AB_M=C3=BCller?= <Zoe@Acme.COM>',
      'To: "Arbor, Ann" <ann@example.org>, bob@acme.com',
      'Cc: Team: carl@acme.com, Dora <dora@acme.com>;',
      'Bcc: hidden@acme.com',
      'Subject: =?iso-8859-1?q?Gr=FC=DFe?=',
      ' and more',
      'Message-ID: <own@acme.com>',
      'References: <first@acme.com> <second@acme.com>',
      'In-Reply-To: <second@acme.com>',
      'Date: not a date at all',
      '',
      '  Hello  Ann,',
      '',
      'how are you?',
    );
    expect(await map(mail)).toEqual({
      externalId: 'm1',
      key: expect.stringContaining('<own@acme.com>'),
      head: {
        key: expect.stringMatching(/^mail-head:<own@acme.com>/),
        messageId: '<own@acme.com>',
      },
      type: 'email',
      occurredAt: new Date(Number(arrived)),
      title: 'Grüße and more',
      summary: 'Hello Ann, how are you?',
      participants: [
        { name: 'Zoë Müller', email: 'zoe@acme.com', role: 'from' },
        { name: 'Arbor, Ann', email: 'ann@example.org', role: 'to' },
        { name: '', email: 'bob@acme.com', role: 'to' },
        { name: '', email: 'carl@acme.com', role: 'cc' },
        { name: 'Dora', email: 'dora@acme.com', role: 'cc' },
      ],
      bcc: [{ name: '', email: 'hidden@acme.com', role: 'other' }],
      textBody: expect.stringContaining('how are you?'),
      messageIds: ['<own@acme.com>', '<first@acme.com>', '<second@acme.com>', '<second@acme.com>'],
    });
  });

  it('keeps the names of attachments, and not what is part of its HTML', async () => {
    const mail = lines(
      'From: bob@acme.com',
      'Content-Type: multipart/mixed; boundary=outer',
      '',
      '--outer',
      'Content-Type: multipart/related; boundary=inner',
      '',
      '--inner',
      'Content-Type: text/html; charset=windows-1252',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<style>p {color: red}</style><p>Price:&nbsp;=80&#49;0 &amp; tax</p><img src=3D"cid:logo">',
      '--inner',
      'Content-Type: image/png; name=logo.png',
      'Content-ID: <logo>',
      'Content-Disposition: inline; filename=logo.png',
      '',
      'x',
      '--inner--',
      '--outer',
      'Content-Type: application/pdf',
      "Content-Disposition: attachment; filename*=utf-8''Angebot%20f%C3%BCr%20Ann.pdf",
      '',
      'x',
      '--outer--',
    );
    const mapped = await map(mail);
    expect(mapped.metadata).toEqual({ attachments: ['Angebot für Ann.pdf'] });
    expect(mapped.htmlBody).toContain('€&#49;0');
    expect(mapped.textBody).toBeUndefined();
    expect(mapped.summary).toBe('Price: €10 & tax');
  });

  it.each<[string, Buffer, string]>([
    ['of those that declare nothing', mailOf('Die Frösche'), 'Die Frösche'],
    [
      'that they declare',
      mailOf('Gr=FC=DFe, =80 10', 'Content-Type: text/html; charset="utf-8"', quotedPrintable),
      'Grüße, € 10',
    ],
    [
      'of parts that declare nothing',
      mailOf(
        lines('--b', 'Content-Type: text/plain;', ' format=flowed', '', 'Frösche', '--b--'),
        'Content-Type: multipart/mixed; boundary=b',
      ),
      'Frösche',
    ],
  ])('is read in windows-1252 where its texts are not the UTF-8 %s', async (_, mail, said) => {
    expect((await map(mail)).summary).toBe(said);
  });

  it.each<[string, Buffer, string]>([
    [
      'UTF-8 that was cut',
      mailOf('Gr=C3=BC=C3', 'Content-Type: text/plain; charset=utf-8', quotedPrintable),
      'Grü\u{fffd}',
    ],
    [
      'characters that were lost before',
      mailOf('Gr=EF=BF=BDe', 'Content-Type: text/plain; charset=utf-8', quotedPrintable),
      'Gr\u{fffd}e',
    ],
    [
      'another charset',
      mailOf('=1B$B!', 'Content-Type: text/plain; charset=iso-2022-jp', quotedPrintable),
      '\u{fffd}',
    ],
  ])('keeps its charset with %s', async (_, mail, said) => {
    expect((await map(mail)).summary).toBe(said);
  });

  it('is sent by its Sender where From is missing', async () => {
    const mapped = await map('Sender: bob@acme.com\r\nTo: undisclosed-recipients:;\r\n\r\nHello');
    expect(mapped.participants).toEqual([{ name: '', email: 'bob@acme.com', role: 'from' }]);
  });

  it.each([
    ['nothing', 'To: ann@example.org', 'The email has no sender.'],
    [
      'no address',
      'From: MAILER-DAEMON (Mail System)',
      'No sender address could be read from “From: MAILER-DAEMON (Mail System)”.',
    ],
  ])('cannot be mapped where its From holds %s, and says so', async (_, header, reason) => {
    await expect(map(`${header}\r\n\r\nHello`)).rejects.toThrow(reason);
  });

  it('has a summary of 200 characters at most, which ends between two of them', async () => {
    const { summary } = await map(`From: bob@acme.com\r\n\r\n${'x'.repeat(199)}😀😀`);
    expect(summary).toBe('x'.repeat(199));
  });
});

const corpus = path.resolve(import.meta.dirname, '../../../../../../shared/data/mime');

/**
 * Reads an email of the corpus with another parser: its parts, and which of them are texts.
 */
interface OtherReading {
  parts: {
    headers: { name: string; value: { Text?: string } }[];
    body: { Text?: string; Html?: string };
  }[];
  text_body: number[];
  html_body: number[];
}

/**
 * With two Content-Type headers in a part, our parser uses the last one and the other parser the
 * first one. The other parser shows uuencoded files as text.
 */
const readOtherwise = new Set(['malformed/020.eml', 'malformed/021.eml', 'legacy/049.eml']);
/** Unencoded UTF-7 in the head, which the other parser does not decode. */
const subjects = new Map([['legacy/034.eml', 'Die Hasen und die Frösche']]);
/** A pattern that accepts anything for characters that the other parser could not decode. */
const anyLike = (text: string) => text.split('\u{fffd}').map(RegExp.escape).join('.');
const oneLine = (text = '') => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Undefined for an email without a sender, the only reason to refuse an email. */
function refusal(error: Error): undefined {
  expect(error.message).toMatch(/^The email has no sender|^No sender address could be read/);
}

describe.skipIf(!existsSync(corpus))(
  'emails that break programs (skipped without ../shared)',
  () => {
    it('are all mapped, or refused for want of a sender', async () => {
      const names = await readdir(corpus, { recursive: true });
      const mails = names.filter((name) => /\.(eml|txt)$/.test(name));
      expect(mails.length).toBeGreaterThan(40);
      let refused = 0;
      for (const name of mails) {
        const mapped = await map(await readFile(path.join(corpus, name))).catch(refusal);
        if (mapped === undefined) {
          refused += 1;
          continue;
        }
        expect({ name, isShort: mapped.summary.length <= 200 }).toEqual({ name, isShort: true });
        for (const { email } of mapped.participants) expect(email).toContain('@');
      }
      expect(refused / mails.length).toBeLessThan(0.3);
    });

    it('are read as another parser reads them, in every charset', async () => {
      const folder = path.join(corpus, 'stalwart/eml');
      const names = (await readdir(folder, { recursive: true })).filter(
        (name) => name.endsWith('.eml') && !readOtherwise.has(name),
      );
      expect(names.length).toBeGreaterThan(100);
      for (const name of names) {
        const mail = await readFile(path.join(folder, name));
        const reading = await readFile(path.join(folder, name.replace('.eml', '.json')), 'utf8');
        const { parts, text_body, html_body } = JSON.parse(reading) as OtherReading;
        const mapped = await map(mail).catch(refusal);
        if (mapped === undefined) continue;
        const subject = parts[0]?.headers.findLast((header) => header.name === 'subject');
        const title = anyLike(subjects.get(name) ?? oneLine(subject?.value.Text));
        expect({ name, title: mapped.title }).toEqual({
          name,
          title: expect.stringMatching(new RegExp(`^${title}$`)),
        });
        const shown = oneLine(`${mapped.textBody ?? ''} ${mapped.htmlBody ?? ''}`);
        for (const index of new Set([...text_body, ...html_body])) {
          const { Text, Html } = parts[index]?.body ?? {};
          expect({ name, shown }).toEqual({
            name,
            shown: expect.stringMatching(new RegExp(anyLike(oneLine(Text ?? Html)))),
          });
        }
      }
    });
  },
);
