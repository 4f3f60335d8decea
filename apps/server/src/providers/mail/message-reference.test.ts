import { describe, expect, it } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { messageIdIn } from './message-reference.ts';

describe('the Message-ID in a reference', () => {
  it.each([
    ['<a.b@acme.com>', 'a.b@acme.com'],
    ['a.b@acme.com', 'a.b@acme.com'],
    ['https://mail.example/#search/rfc822msgid:a@acme.com', 'rfc822msgid:a@acme.com'],
    ['https://mail.example/?q=a@acme.com', 'a@acme.com'],
    ['https://mail.example/%3ca%40acme.com%3E', 'a@acme.com'],
    ['<@> <a@b> c', 'a@b'],
    ['https://mail.example/mail/u/0/#inbox/FMfcgzQ', undefined],
    ['@acme.com', undefined],
    ['a@', undefined],
    ['', undefined],
  ])('of %s', (reference, id) => {
    expect(messageIdIn(reference)).toBe(id);
  });

  it.each(['a@', '<a@', '@', '=a@', 'a'])('is looked for once in a text full of %s', (text) => {
    const time = startProcessorTime();
    messageIdIn(`${text.repeat(50_000)} /`);
    expect(time()).toBeLessThan(500);
  });
});
