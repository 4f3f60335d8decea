import { describe, expect, it } from 'vitest';
import { readMail } from './mime/read-mail.ts';
import { toMailActivity } from './to-mail-activity.ts';

const activityOf = async (mail: string) => {
  const bytes = Buffer.from(mail.replaceAll('\n', '\r\n'), 'latin1');
  return toMailActivity(await readMail(bytes), 'm1', new Date('2026-03-02T09:00:00Z'));
};

const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const head = 'From: Bob <bob@acme.com>\nMessage-ID: <1@acme.com>\n';
const date = 'Date: Mon, 2 Mar 2026 10:00:00 +0100\n';
const type = (value: string) => `${head}${date}Content-Type: ${value}\n\n`;
const parts = '--b\nContent-Type: text/plain\n\nHello\n--b--\n';

/** What the version of 26 November 2026 computed of these emails. */
const before: [what: string, mail: string, key: string][] = [
  [
    'cp850',
    `${type('text/plain; charset=cp850')}Gr\u0094\u00e1e\n`,
    'message-id:<1@acme.com>\nbob@acme.com\n2026-03-02\nW9i8hcAER8gpEl7PTIcgle-wKMPdLq9sz4Kt54Rl2f4',
  ],
  [
    'UTF-8 labelled as ASCII',
    `${type('text/plain; charset=us-ascii')}${utf8('Grüße')}\n`,
    'message-id:<1@acme.com>\nbob@acme.com\n2026-03-02\nypsesfrc9iRaUFRSwlXtV-bAk5P9PXM7eCsQdE9Xi-U',
  ],
  [
    'UTF-8 under no label that is known',
    `${type('text/plain; charset=utf8mb4')}${utf8('Käse')}\n`,
    'message-id:<1@acme.com>\nbob@acme.com\n2026-03-02\nEK8KFd24cBTJkxrqBf3HEaNijxxtvG96nsPx1-5w_YY',
  ],
  [
    'parts without a boundary',
    `${type('multipart/mixed')}${parts}`,
    'message-id:<1@acme.com>\nbob@acme.com\n2026-03-02\ndaEdpEyAJIa8b2VkCqSKcw8PaExcB6Qro80XNes_sHA',
  ],
  [
    'parameters without a semicolon',
    `${type('text/plain charset=utf-8')}${utf8('Grüße')}\n`,
    'message-id:<1@acme.com>\nbob@acme.com\n2026-03-02\ndaEdpEyAJIa8b2VkCqSKcw8PaExcB6Qro80XNes_sHA',
  ],
  [
    'a file in uuencode',
    `${type('text/plain')}See:\nbegin 644 a.txt\n#0V%T\n\`\nend\n`,
    'message-id:<1@acme.com>\nbob@acme.com\n2026-03-02\nsmFmoAYAXutRKlWWgnwpWE00KerJsJNuderK0BcZKlg',
  ],
  [
    'enriched text',
    `${type('text/enriched')}<bold>Hello</bold>\n`,
    'message-id:<1@acme.com>\nbob@acme.com\n2026-03-02\ndaEdpEyAJIa8b2VkCqSKcw8PaExcB6Qro80XNes_sHA',
  ],
  [
    'a date in German',
    `${head}Date: Mo, 2 M${utf8('ä')}r 2026 10:00:00 +0100\n\nHello\n`,
    'message-id:<1@acme.com>\nbob@acme.com\n\n2c2NAsF8Xfp2mR0hbbhRHFtX9cAc_6LjN44YP0hVJZs',
  ],
  [
    'a line that an mbox file quoted',
    `${head}${date}\n>From Monday on\n`,
    'message-id:<1@acme.com>\nbob@acme.com\n2026-03-02\nSS0-P9tqlkmnapoHZB3unLs88hazqMy28IWr_3zolAc',
  ],
  [
    'an author behind a list',
    `From: Anna via Sales <sales@us.com>\nTo: sales@us.com\nReply-To: Anna <anna@acme.com>\nMessage-ID: <1@acme.com>\n${date}\nHello\n`,
    'message-id:<1@acme.com>\nsales@us.com\n2026-03-02\n2c2NAsF8Xfp2mR0hbbhRHFtX9cAc_6LjN44YP0hVJZs',
  ],
];

describe('the former identity of an email', () => {
  it.each(before)('with %s is what was stored', async (_, mail, key) => {
    const activity = await activityOf(mail);
    expect(activity.former?.key).toBe(key);
    expect(activity.key).not.toBe(key);
  });

  it.each([
    ['in plain ASCII', `${type('text/plain; charset=us-ascii')}Hello\n`],
    ['in UTF-8', `${type('text/plain; charset=utf-8')}${utf8('Grüße')}\n`],
    ['in windows-1252', `${type('text/plain; charset=iso-8859-1')}Gr\u00fc\u00dfe \u0080\n`],
    ['in windows-1251 under no label', `${type('text/plain')}\u00ed\u00e5\u00f2 \u00e4\u00e0\n`],
    ['without a sender', 'Message-ID: <1@acme.com>\nFrom: anna at acme.com (Anna)\n\nHello\n'],
  ])('%s is none', async (_, mail) => {
    expect(await activityOf(mail)).not.toHaveProperty('former');
  });
});
