import { describe, expect, it } from 'vitest';
import { readMail } from './mime/read-mail.ts';
import { toMailActivity } from './to-mail-activity.ts';

/** The key of an email as it arrives in a mailbox. */
async function keyOf(mail: string, { id = 'm1', arrived = '2026-03-02T09:00:00Z' } = {}) {
  const raw = Buffer.from(mail.replaceAll('\n', '\r\n')).toString('base64url');
  return toMailActivity(await readMail(raw), id, new Date(arrived)).key;
}

const date = 'Date: Mon, 2 Mar 2026 10:00:00 +0100\n';
const mail = `From: Bob <bob@acme.com>\nMessage-ID: <1@acme.com>\n${date}Subject: Plan\n\nHello Ann\n`;
const withoutId = mail.replace('Message-ID: <1@acme.com>\n', '');

describe('copies of one mail', () => {
  it('are one, whenever they arrived and however they were encoded', async () => {
    const encoded = mail
      .replace('\n\n', '\nContent-Transfer-Encoding: base64\n\n')
      .replace('Hello Ann\n', Buffer.from('Hello\r\n  Ann \r\n').toString('base64'));
    const arrived = '2026-03-05T23:59:59Z';
    expect(await keyOf(encoded, { id: 'm2', arrived })).toBe(await keyOf(mail));
  });

  const quoted = mail.replace('Hello Ann', 'Hello Ann,\n\nFrom Monday on:\n>From him');
  it.each([
    ['lines quoted once more', quoted.replaceAll(/^(>*From [Mh])/gm, '>$1')],
    ['lines that are no longer quoted', quoted.replaceAll(/^>From/gm, 'From')],
    [
      'spaces and lines at its end',
      quoted.replace(/(?<=\n\n)[^]*/, (text) => `${text.replaceAll('\n', ' \n')}\n\n`),
    ],
    ['what an mbox file notes', `Status: RO\nX-Mozilla-Status: 0001\nX-Keys: \n${quoted}`],
    ['what servers note', `Received: from a by b; ${date.slice(6)}DKIM-Signature: v=1\n${quoted}`],
    ['the line that separated it', `>From bob@acme.com Mon Mar  2 10:00:00 2026\n${quoted}`],
  ])('are one with %s', async (_, copy) => {
    expect(await keyOf(copy)).toBe(await keyOf(quoted));
  });

  it('are one with a quoted line that a soft line break begins', async () => {
    const encoded = mail
      .replace('\n\n', '\nContent-Transfer-Encoding: quoted-printable\n\n')
      .replace('Hello Ann', 'Hello =\nFrom Ann');
    expect(await keyOf(encoded.replace('=\nFrom', '=\n>From'))).toBe(await keyOf(encoded));
  });

  it('are one without a Message-ID, and with one that Gmail made up for each of them', async () => {
    const key = await keyOf(withoutId);
    expect(await keyOf(withoutId, { id: 'm2', arrived: '2026-03-02T09:00:07Z' })).toBe(key);
    for (const made of ['1', '2']) {
      const id = `<${made}.SMTPIN_ADDED_MISSING@mx.google.com>`;
      expect(await keyOf(`Message-ID: ${id}\n${withoutId}`)).toBe(key);
    }
  });
});

describe('another mail', () => {
  it.each([
    ['sender', mail.replace('bob@acme.com', 'eve@evil.example')],
    ['day', mail.replace('2 Mar', '3 Mar')],
    ['text', mail.replace('Hello Ann', 'Pay here')],
    [
      'HTML',
      `${mail.replace('\n\n', '\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\n')}--b\nContent-Type: text/html\n\n<b>Pay here</b>\n--b--`,
    ],
  ])('with the same Message-ID and another %s is not the same', async (_, forged) => {
    expect(await keyOf(forged)).not.toBe(await keyOf(mail));
  });

  it.each([
    ['time', withoutId.replace('10:00:00', '10:00:01')],
    ['subject', withoutId.replace('Plan', 'Plans')],
    ['text', withoutId.replace('Ann', 'Dora')],
  ])('without a Message-ID and with another %s is not the same', async (_, other) => {
    expect(await keyOf(other)).not.toBe(await keyOf(withoutId));
  });

  it('without a Message-ID or a date is another one each day', async () => {
    const undated = withoutId.replace(date, '');
    const key = await keyOf(undated);
    expect(await keyOf(undated, { arrived: '2026-03-02T23:00:00Z' })).toBe(key);
    expect(await keyOf(undated, { arrived: '2026-03-03T09:00:00Z' })).not.toBe(key);
  });
});
