import { expect, it } from 'vitest';
import { readRow } from './mail-row.ts';

it('reads the first usable one of headers that are repeated', () => {
  const head = [
    'From:',
    'From: bob@acme.com',
    'Date:',
    'Date: today',
    'Date: Mon, 2 Mar 2026 10:00:00 +0000',
    'Message-ID: none',
    'Message-ID: <a@b>',
    '',
    '',
  ].join('\r\n');
  const row = readRow(
    'mailbox',
    { path: 'INBOX', validity: 1 },
    // The mailbox was moved: the day of the copy.
    { seq: 1, uid: 1, headers: Buffer.from(head), internalDate: new Date('2026-11-20T00:00:00Z') },
  );
  expect(row?.occurredAt.toISOString()).toBe('2026-03-02T10:00:00.000Z');
  expect(row?.head.messageId).toBe('<a@b>');
});
