import { describe, expect, it } from 'vitest';
import { addressHeaders, mailParticipants } from './mail-addresses.ts';
import { readMail } from './mime/read-mail.ts';

/** The senders of an email with these headers, by lower-case name. */
function sendersOf(headers: Record<string, string>): string[] {
  const people = mailParticipants(
    addressHeaders((name) => (headers[name] === undefined ? [] : [headers[name]])),
  );
  return people.participants
    .filter(({ role }) => role === 'from')
    .map(({ name, email }) => `${name} | ${email}`);
}

const anna = 'Anna Berg <anna@acme.com>';

describe('the author of an email that a list passes on', () => {
  it.each<[string, Record<string, string>]>([
    [
      'is in X-Original-From',
      {
        from: '"\'Anna Berg\' via Sales" <sales@x.org>',
        to: 'sales@x.org',
        'x-original-from': anna,
      },
    ],
    [
      'is in Reply-To',
      {
        from: 'Anna Berg via Users <users@lists.x.org>',
        to: 'users@lists.x.org',
        'reply-to': anna,
      },
    ],
    [
      'is in Reply-To, beside the list in List-Post',
      {
        from: 'Anna Berg via Users <users@x.org>',
        to: 'carl@y.com',
        'list-post': '<mailto:users@x.org>',
        'reply-to': anna,
      },
    ],
    [
      'is known by the list in List-Id',
      {
        from: 'Anna Berg via Users <users@lists.x.org>',
        'list-id': 'Users <users.lists.x.org>',
        'reply-to': anna,
      },
    ],
    [
      'is in Reply-To in any case',
      { from: 'ANNA BERG VIA Users <users@x.org>', cc: 'USERS@x.org', 'reply-to': anna },
    ],
    [
      'is the one on whose behalf it is',
      { from: 'Users on behalf of Anna Berg <users@x.org>', to: 'users@x.org', 'reply-to': anna },
    ],
    [
      'is in X-Original-Sender by address',
      {
        from: '"anna@acme.com via Users" <users@x.org>',
        to: 'users@x.org',
        'x-original-sender': 'anna@acme.com',
      },
    ],
    [
      'has an encoded name',
      {
        from: '=?utf-8?q?J=C3=B6rg_Berg_via_Users?= <users@x.org>',
        to: 'users@x.org',
        'reply-to': '=?utf-8?q?J=C3=B6rg_Berg?= <anna@acme.com>',
      },
    ],
    [
      'is within the address of the list',
      {
        from: 'Anna Berg via Users <anna=40acme.com@dmarc.x.org>',
        to: 'users@x.org',
        'list-id': '<users.x.org>',
      },
    ],
    [
      'is within the address of the list, unencoded',
      { from: 'Anna Berg via Users <anna=acme.com@x.org>', 'list-post': '<mailto:users@x.org>' },
    ],
  ])('%s', (_, headers) => {
    expect(sendersOf(headers)[0]).toMatch(/ \| anna@acme\.com$/);
  });
});

describe('the sender stays who From says', () => {
  it.each<[string, Record<string, string>]>([
    ['where another name is in Reply-To', { 'reply-to': 'Bea Roth <anna@acme.com>' }],
    ['where Reply-To has several people', { 'reply-to': `${anna}, Bea <b@acme.com>` }],
    ['where Reply-To is the list', { 'reply-to': 'Anna Berg <list@x.org>' }],
    ['where the list was not written to', { to: 'carl@y.com', 'x-original-from': anna }],
    [
      'where an address without a name is all that the list kept',
      { 'x-original-sender': 'ab@acme.com' },
    ],
    ['without another header', {}],
  ])('%s', (_, headers) => {
    const from = 'Anna Berg via List <list@x.org>';
    expect(sendersOf({ to: 'list@x.org', ...headers, from })).toEqual([
      'Anna Berg via List | list@x.org',
    ]);
  });

  it.each<[string, string, Record<string, string>]>([
    [
      'a service',
      'Anna Berg via DocuSign <dse@docusign.net>',
      { to: 'carl@y.com', 'reply-to': anna },
    ],
    [
      'nobody but themselves',
      'Bea <bea@x.org>',
      { to: 'carl@y.com', 'reply-to': anna, 'x-original-from': anna },
    ],
    ['two people', 'Anna via A <a@x.org>, Bea <b@x.org>', { to: 'a@x.org', 'reply-to': anna }],
    ['a returned address', 'bounce=acme.com@mailer.net', { to: 'carl@y.com' }],
  ])('for %s', (_, from, headers) => {
    expect(sendersOf({ from, ...headers }).join()).not.toContain('anna@acme.com');
  });
});

it('is not who receives the bounces of an email', () => {
  const from = 'Anna via X <bounce+bob=y.com@lists.x.org>';
  expect(sendersOf({ from, 'list-id': '<x.lists.x.org>' })).toEqual([
    'Anna via X | bounce+bob=y.com@lists.x.org',
  ]);
});

describe('a list that stays the sender', () => {
  const read = (headers: string) => readMail(Buffer.from(`${headers}\r\n\r\nwords`));

  it.each([
    ['of To', 'From: Anna Berg via Sales <sales@us.com>\r\nTo: sales@us.com'],
    ['of Cc', 'From: Sales on behalf of Anna <sales@us.com>\r\nTo: b@y.com\r\nCc: sales@us.com'],
    ['of List-Post', 'From: Anna via S <s@us.com>\r\nTo: b@y.com\r\nList-Post: <mailto:s@us.com>'],
  ])('is no contact: %s', async (_, headers) => {
    const { isAutomatic, people } = await read(headers);
    expect(people.listSenders).toEqual([people.participants[0]?.email]);
    expect(isAutomatic).toBe(true);
  });

  it.each([
    [
      'an author',
      `From: Anna Berg via Sales <sales@us.com>\r\nTo: sales@us.com\r\nReply-To: ${anna}`,
    ],
    ['a service that was not written to', 'From: Anna via X <dse@x.net>\r\nTo: b@y.com'],
    ['a colleague who writes to themselves', 'From: Sales <sales@us.com>\r\nTo: sales@us.com'],
    ['a person who lives by a road', 'From: Via Roma <via@us.com>\r\nTo: via@us.com'],
  ])('is not taken for %s', async (_, headers) => {
    const { isAutomatic, people } = await read(headers);
    expect(people.listSenders).toEqual([]);
    expect(isAutomatic).toBe(false);
  });
});
