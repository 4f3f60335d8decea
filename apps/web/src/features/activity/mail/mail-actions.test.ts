import { expect, test } from 'vitest';
import { replyAddress } from './mail-actions.tsx';

const ada = { name: 'Ada', email: 'ada@acme.example', role: 'from' };
const me = { name: 'Me', email: 'Me@northwind.example', role: 'to' };
const tom = { name: 'Tom', email: 'tom+x@acme.example', role: 'to' };

test('an answer goes to the sender', () => {
  expect(replyAddress({ participants: [ada, me, tom], title: 'Price & terms?' }, me.email)).toBe(
    'mailto:ada@acme.example?subject=Re%3A%20Price%20%26%20terms%3F',
  );
});

test('an answer to an own email goes to its recipients, and says "Re:" once', () => {
  const own = { ...me, role: 'from' };
  const participants = [own, { ...ada, role: 'to' }, tom];
  expect(replyAddress({ participants, title: 'RE: Hello' }, 'me@northwind.example')).toBe(
    'mailto:ada@acme.example,tom%2Bx@acme.example?subject=RE%3A%20Hello',
  );
});

test('no header gets in by an address or a subject', () => {
  const evil = { ...ada, email: 'a@b.example?bcc=x@y.example&body=z' };
  const link = replyAddress({ participants: [evil], title: 'Hi\r\nBcc: x@y.example' }, undefined);
  expect(link).not.toContain('?bcc');
  expect(link).not.toContain('&');
  expect(link).not.toMatch(/%0[AD]/i);
});

test('without an address there is no answer', () => {
  expect(replyAddress({ participants: [{ ...ada, email: '' }], title: '' }, undefined)).toBe(
    undefined,
  );
});
