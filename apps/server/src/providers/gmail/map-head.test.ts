import { describe, expect, it } from 'vitest';
import { mapHead } from './map-head.ts';

const head = (headers: Record<string, string>) =>
  mapHead({
    id: 'm1',
    internalDate: '1772442000000',
    payload: {
      headers: Object.entries({ From: 'bob@acme.com', ...headers }).map(([name, value]) => ({
        name,
        value,
      })),
    },
  });

describe('the head of a mail', () => {
  it('names who took part, each in a role', () => {
    const { participants } = head({
      From: 'Bob <Bob@Acme.com>',
      to: '"Arbor, Ann" <ann@example.org>',
      Cc: 'no address, Team: carl@acme.com;',
      Bcc: 'dora@acme.com',
    });
    expect(participants).toEqual([
      { name: 'Bob', email: 'bob@acme.com', role: 'from' },
      { name: 'Arbor, Ann', email: 'ann@example.org', role: 'to' },
      { name: '', email: 'carl@acme.com', role: 'cc' },
      { name: '', email: 'dora@acme.com', role: 'other' },
    ]);
  });

  it.each([
    ['List-Post', '<mailto:Dev@Project.example?subject=x>, <https://project.example/>'],
    ['List-Id', 'Developers <dev.project.example>'],
  ])('finds the list in %s', (name, value) => {
    expect(head({ [name]: value }).listAddresses).toEqual(['dev@project.example']);
  });

  it('finds no list where it is not named', () => {
    expect(head({ 'List-Post': 'NO', 'List-Id': 'nothing' }).listAddresses).toEqual([]);
  });

  it('cannot be read without a sender, so that the mail becomes a failed item', () => {
    expect(() => head({ From: 'nobody at all' })).toThrow('No sender address could be read');
    expect(head({ From: '', Sender: 'bob@acme.com' }).participants).toEqual([
      { name: '', email: 'bob@acme.com', role: 'from' },
    ]);
  });

  it('has the first usable Message-ID', () => {
    const message = (...ids: string[]) => ({
      id: 'm1',
      internalDate: '1772442000000',
      payload: {
        headers: [
          { name: 'From', value: 'bob@acme.com' },
          ...ids.map((value) => ({ name: 'Message-ID', value })),
        ],
      },
    });
    expect(mapHead(message('none', ' <a@b>', '<c@d>')).messageId).toBe('<a@b>');
    expect(mapHead(message('none')).messageId).toBe('none');
  });

  it('has the time that Gmail gives, or none', () => {
    expect(head({}).occurredAt).toEqual(new Date(1_772_442_000_000));
    const payload = { headers: [{ name: 'FROM', value: 'bob@acme.com' }] };
    expect(() => mapHead({ id: 'm1', payload })).toThrow('no date for the mail m1');
  });
});
