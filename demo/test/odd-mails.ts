import { gzipSync } from 'node:zlib';

/*
 * Malformed and unusual emails, written by hand. Each represents something that real mailboxes contain:
 * what mail programs, gateways, list servers and forgers make of a head. Most name a person at one of
 * the companies below; the day differs from one to the next, so that an email that is missing, counted
 * twice or on the wrong side changes a figure of its own.
 */

/** Whose mailbox it is, and a colleague who has some of the emails as well. */
export const oddOwners = ['ann@home.example', 'ben@home.example'] as const;
const [ann, ben] = oddOwners;

/** The day of the newest email. */
export const newestOddMail = Date.parse('2026-03-02T12:00:00Z');

interface OddMail {
  what: string;
  /** The lines of the head but `Date` and `Message-ID`, which are added unless they are here. */
  head: string[];
  body?: string;
  /** Ben has it too, this same email or another version of it. */
  alsoBens?: { head?: string[]; body?: string };
}

const to = `To: Ann <${ann}>`;
const theirs = 'From: Bob <bob@acme.com>';

const senders: OddMail[] = [
  ['a comma in a bare name', 'From: Smith, John <js@acme.com>'],
  ['two commas in a bare name', 'From: Smith, John, Jr. <js@acme.com>'],
  ['an escaped comma', 'From: Smith\\, John <js@acme.com>'],
  ['a quoted comma', 'From: "Smith, John" <js@acme.com>'],
  ['an address in upper case', 'From: JOHN <JS@ACME.COM>'],
  ['a comment after the address', 'From: js@acme.com (John Smith)'],
  ['a comment with an address in it', 'From: js@acme.com (formerly js@old.example)'],
  ['a comment within the address', 'From: John <js(the first)@acme.com>'],
  ['a nested comment', 'From: (a (b@b.example) c) js@acme.com'],
  ['a bracket that is not closed', 'From: John <js@acme.com'],
  ['two pairs of brackets', 'From: <<js@acme.com>>'],
  ['a scheme within the brackets', 'From: John <mailto:js@acme.com>'],
  ['quotes around the address', "From: 'js@acme.com'"],
  ['a blank within the address', 'From: John <js @acme.com>'],
  ['a dot at the end', 'From: John <js@acme.com.>'],
  ['a dot at the end of a bare address', 'From: js@acme.com.'],
  ['a subdomain', 'From: John <js@mail.eu.acme.com>'],
  ['a domain that only ends alike', 'From: John <js@notacme.com>'],
  ['a domain that only begins alike', 'From: John <js@acme.com.evil.example>'],
  ['an address in the name, another in brackets', 'From: "ceo@acme.com" <x@evil.example>'],
  ['several authors of two companies', 'From: a@acme.com, Bob <b@globex.example>'],
  ['authors between semicolons', 'From: a@other.example; b@acme.com'],
  ['a group', 'From: Sales: a@acme.com, b@acme.com;'],
  ['a folded name', 'From: "A very long\n name" <js@acme.com>'],
  ['an address on a line of its own', 'From: John\n\t<js@acme.com>'],
  ['an encoded name', 'From: =?utf-8?q?J=C3=B6rg_M=C3=BCller?= <js@acme.com>'],
  ['an encoded comma', 'From: =?utf-8?q?M=C3=BCller=2C_J=C3=B6rg?= <js@acme.com>'],
  ['an encoded name in two words', 'From: =?utf-8?b?SsO2?=\n =?utf-8?b?cmc=?= <js@acme.com>'],
  ['an unknown charset', 'From: =?x-unknown?q?J=F6rg?= <js@acme.com>'],
  ['bytes of Latin-1', 'From: J\u00f6rg M\u00fcller <js@acme.com>'],
  ['a domain in Unicode', 'From: J <j@m\u00c3\u00bcller.example>'],
  ['a domain in punycode', 'From: J <j@xn--mller-kva.example>'],
  ['characters that turn the direction', 'From: =?utf-8?b?4oCubW9jLmVtY2E=?= <js@acme.com>'],
  ['an unknown organizer', 'From: unknownorganizer@calendar.google.com'],
  ['two From headers', 'From: a@acme.com\nFrom: b@globex.example'],
  ['an empty From and a Sender', 'From: \nSender: John <js@acme.com>'],
  ['a Sender alone', 'Sender: John <js@acme.com>'],
  ['a From without an address and a Sender', 'From: MAILER-DAEMON\nSender: js@acme.com'],
  ['a header name in upper case', 'FROM: John <js@acme.com>'],
  ['a blank before the colon', 'From : John <js@acme.com>'],
].map(([what = '', head = '']) => ({ what, head: [head, to] }));

/** None of them names a sender: they are failed items, and in no figure. */
const withoutSender: OddMail[] = [
  { what: 'no From', head: [to, 'Cc: bob@acme.com'] },
  { what: 'an empty From', head: ['From: ', to, 'Cc: bob@acme.com'] },
  { what: 'a From without an address', head: ['From: MAILER-DAEMON', to, 'Cc: bob@acme.com'] },
];

const many = (count: number, host: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `p${index}@${host(index)}`).join(',\n ');

const recipients: OddMail[] = [
  ['nobody but a group without members', 'To: undisclosed-recipients:;'],
  ['a group with members', 'To: Them: bob@acme.com, eve@globex.example;'],
  ['two To headers', 'To: x@x.example\nTo: bob@acme.com'],
  ['two Cc headers', 'To: x@x.example\nCc: y@x.example\nCc: bob@acme.com'],
  ['a hidden recipient alone', 'To: x@x.example\nBcc: bob@acme.com'],
  ['a hidden recipient of a company that is visible', 'To: a@acme.com\nBcc: bob@acme.com'],
  ['a hidden recipient of another company', 'To: a@acme.com\nBcc: eve@globex.example'],
  ['a Reply-To of a company', 'To: x@x.example\nReply-To: bob@acme.com'],
  ['a comma in a recipient’s bare name', 'To: Doe, Jane <jane@acme.com>, x@x.example'],
  ['three hundred recipients', `To: ${many(300, () => 'x.example')},\n bob@acme.com`],
  [
    'the company after a thousand recipients',
    `To: ${many(1_200, () => 'x.example')},\n bob@acme.com`,
  ],
  ['a recipient without a domain', 'To: root, bob@acme.com'],
  ['a recipient at an IP address', 'To: bob@[192.0.2.1], bob@acme.com'],
].map(([what = '', head = '']) => ({ what, head: [`From: Ann <${ann}>`, head] }));

const identities: OddMail[] = [
  { what: 'a mail that both have', head: [theirs, `${to}, ${ben}`], alsoBens: {} },
  {
    what: 'without a Message-ID, at both',
    head: [theirs, `${to}, ${ben}`, 'Message-ID: '],
    alsoBens: {},
  },
  {
    what: 'one that Gmail made up for each',
    head: [theirs, to, 'Message-ID: <1SMTPIN_ADDED_MISSING@mx.google.com>'],
    alsoBens: { head: [theirs, to, 'Message-ID: <2SMTPIN_ADDED_MISSING@mx.google.com>'] },
  },
  {
    what: 'the same Message-ID with another text',
    head: [theirs, to, 'Message-ID: <forged@acme.com>'],
    alsoBens: { body: 'Pay to another account.' },
  },
  {
    what: 'the same Message-ID from another sender',
    head: [theirs, to, 'Message-ID: <copied@acme.com>'],
    alsoBens: { head: ['From: eve@acme.com', to, 'Message-ID: <copied@acme.com>'] },
  },
  {
    what: 'the same text wrapped again',
    head: [theirs, to, 'Message-ID: <wrapped@acme.com>'],
    body: 'One two three',
    alsoBens: { body: 'One two\nthree  ' },
  },
  { what: 'a Message-ID without brackets', head: [theirs, to, 'Message-ID: bare@acme.com'] },
];

const bodies: OddMail[] = [
  {
    what: 'a forwarded mail within',
    head: [theirs, to, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
    body: '--b\n\nSee below\n--b\nContent-Type: message/rfc822\n\nFrom: eve@globex.example\nTo: dan@globex.example\nDate: Sat, 1 Jan 2000 00:00:00 +0000\n\nInner\n--b--',
  },
  {
    what: 'a boundary that never comes',
    head: [theirs, to, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
    body: 'Nothing of the kind',
  },
  { what: 'a line that begins with From', head: [theirs, to], body: 'Hello\n\nFrom here on\n' },
  { what: 'no text at all', head: [theirs, to], body: '' },
  {
    what: 'a line in the head that is no header',
    head: [theirs, 'this is no header', to],
  },
];

/** Those without a usable date are left out when the file is read. */
const dates: OddMail[] = [
  ['a year of two digits', 'Mon, 12 Jan 26 10:00:00 +0000'],
  ['no seconds and a named zone', 'Tue, 13 Jan 2026 10:00 EST'],
  ['a comment after the zone', 'Wed, 14 Jan 2026 23:30:00 -0500 (EST)'],
  ['no weekday', '15 Jan 2026 10:00:00 +0200'],
  ['a day that another zone calls the next', 'Fri, 16 Jan 2026 23:59:59 -0800'],
  ['the wrong weekday', 'Mon, 17 Jan 2026 10:00:00 +0000'],
  ['no zone', 'Sun, 18 Jan 2026 10:00:00'],
  ['no date', ''],
  ['a date in words', 'yesterday'],
].map(([what = '', date = '']) => ({ what, head: [theirs, to, `Date: ${date}`] }));

export const oddMails: readonly OddMail[] = [
  ...senders,
  ...recipients,
  ...identities,
  ...bodies,
  ...dates,
  ...withoutSender,
];
export const senderless = withoutSender.length;

/** The mailbox of one of the owners as a compressed mbox file. */
export function oddMailbox(owner: (typeof oddOwners)[number]): Buffer {
  const mails = oddMails.flatMap((mail, index) => {
    if (owner === ann) return [write(mail, index)];
    return mail.alsoBens === undefined ? [] : [write({ ...mail, ...mail.alsoBens }, index)];
  });
  const text = mails
    .map((mail) => `From odd@mail.example Thu Jan  1 00:00:00 1970\n${escapeFrom(mail)}\n\n`)
    .join('');
  return gzipSync(Buffer.from(text, 'latin1'));
}

const escapeFrom = (mail: string) => mail.replaceAll(/^(>*From )/gm, '>$1');

function write({ head, body = 'Hello there.' }: OddMail, index: number): string {
  const has = (name: string) => head.some((line) => line.toLowerCase().startsWith(`${name}:`));
  // One a day, and another each time the days are through, at hours that no zone moves to another day.
  const time = newestOddMail - (index % 60) * 86_400_000 - Math.floor(index / 60) * 3_600_000;
  const lines = [
    ...head,
    ...(has('date') ? [] : [`Date: ${new Date(time).toUTCString()}`]),
    ...(has('message-id') ? [] : [`Message-ID: <odd-${index}@acme.com>`]),
    `Subject: ${index}`,
  ];
  return `${lines.join('\n')}\n\n${body}\n`;
}
