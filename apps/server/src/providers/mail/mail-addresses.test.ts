import { describe, expect, it } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { type AddressHeaders, mailParticipants } from './mail-addresses.ts';

const none: AddressHeaders = { from: [], sender: [], to: [], cc: [], bcc: [] };
const senders = (...from: string[]) =>
  mailParticipants({ ...none, from }).participants.map(({ name, email }) =>
    name === '' ? email : `${name} | ${email}`,
  );

describe('senders', () => {
  it.each([
    ['Smith, John <js@acme.com>', ['Smith, John | js@acme.com']],
    ['Smith, John, Jr. <JS@ACME.com>', ['Smith, John, Jr. | js@acme.com']],
    ['"Smith, John" <js@acme.com>', ['Smith, John | js@acme.com']],
    ['Smith\\, John <js@acme.com>', ['Smith, John | js@acme.com']],
    ['=?utf-8?q?Smith=2C_J=C3=B6rg_=3Cjs=40acme=2Ecom=3E?=', ['Smith, Jörg | js@acme.com']],
    ['a@acme.com, Bob <b@acme.com>', ['a@acme.com', 'Bob | b@acme.com']],
    ['a@acme.com; b@acme.com', ['a@acme.com', 'b@acme.com']],
    ['Team: a@acme.com, b@acme.com;', ['a@acme.com', 'b@acme.com']],
    ['John Smith js@acme.com', ['John Smith | js@acme.com']],
    ['John <js(the first)@acme.com>', ['John | js@acme.com']],
    ['js@acme.com (John Smith)', ['John Smith | js@acme.com']],
    ['John <js@acme.com', ['John | js@acme.com']],
    ['"John <js@acme.com>', ['js@acme.com']],
    ['<<js@acme.com>>', ['js@acme.com']],
    ['John <mailto:js@acme.com>', ['John | js@acme.com']],
    ["'js@acme.com'", ['js@acme.com']],
    ["John <'js@acme.com'>", ['John | js@acme.com']],
    ['John <js @acme.com>', ['John | js@acme.com']],
    ['John <js@acme.com.>', ['John | js@acme.com']],
    ['"js@acme.com" <>', ['js@acme.com']],
    ['<@relay.example,@b.example:js@acme.com>', ['js@acme.com']],
    ['John <\u200bjs@acme.com\u200e>', ['John | js@acme.com']],
    ['John <js@acme.com;bob@acme.com>', ['John | js@acme.com', 'bob@acme.com']],
    ['John <js@acme.com, bob@acme.com>', ['John | js@acme.com', 'bob@acme.com']],
    ['John <"js@corp"@acme.com>', ['John | "js@corp"@acme.com']],
    ['John <"john smith"@acme.com>', ['John | "john smith"@acme.com']],
    ['js@acme.com <js@acme.com>', ['js@acme.com']],
    ['js@[192.0.2.1]', ['js@[192.0.2.1]']],
    ['jörg@müller.de', ['jörg@müller.de']],
    ['js@acme.com, js@acme.com', ['js@acme.com']],
    ['MAILER-DAEMON', []],
    ['js at acme.com', []],
    ['@acme.com, js@', []],
    ['undisclosed-recipients:;', []],
    ['<>', []],
    ['', []],
  ])('of %j are %j', (header, expected) => {
    expect(senders(header)).toEqual(expected);
  });

  it('are those of every From header, without repetitions', () => {
    expect(senders('a@acme.com', 'b@acme.com, a@acme.com')).toEqual(['a@acme.com', 'b@acme.com']);
  });

  it('are read in time that grows with the length of the header', () => {
    const cost = (length: number) => {
      const header = `${'"\'[<(, '.repeat(length / 8)}@acme.com${')'.repeat(length)}x`;
      const time = startProcessorTime();
      senders(header);
      return time();
    };
    cost(1_000);
    expect(cost(400_000)).toBeLessThan(2_000);
  });

  it('are read quickly where each of thousands ends in a run of brackets', () => {
    const cost = (filling: string) => {
      const header = Array.from({ length: 2_000 }, () => `<a@b${filling.repeat(900)}c>`).join(',');
      const runs = Array.from({ length: 3 }, () => {
        const time = startProcessorTime();
        senders(header);
        return time();
      });
      return Math.min(...runs);
    };
    expect(cost(')')).toBeLessThan(3 * cost('x'));
  });
});

it('keeps hidden recipients apart from the others', () => {
  const headers = { ...none, from: ['a@x.com'], to: ['b@y.com'], bcc: ['Hid <h@z.com>'] };
  expect(mailParticipants(headers)).toEqual({
    participants: [
      { name: '', email: 'a@x.com', role: 'from' },
      { name: '', email: 'b@y.com', role: 'to' },
    ],
    bcc: [{ name: 'Hid', email: 'h@z.com', role: 'other' }],
    listSenders: [],
    further: [],
    furtherBcc: [],
  });
});

it('names the addresses that are not stored as participants', () => {
  const many = Array.from({ length: 1_001 }, (_, at) => `m${at}@y.com`);
  const headers = {
    ...none,
    from: ['a@x.com'],
    sender: ['desk@x.com'],
    replyTo: ['Lawyer <l@law.example>, a@x.com'],
    to: [many.join(', ')],
    bcc: [many.join(', ')],
  };
  const { further, furtherBcc } = mailParticipants(headers);
  expect(further).toEqual(['m999@y.com', 'm1000@y.com', 'desk@x.com', 'l@law.example']);
  expect(furtherBcc).toEqual(['m1000@y.com']);
});
