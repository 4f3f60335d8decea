import { expect, it } from 'vitest';
import { readMail } from '../mail/mime/read-mail.ts';
import { toFileItem } from './to-file-item.ts';

it.each(['Date:', 'Date: today', 'Date: 31 Nov 2026\nDate: \n soon'])(
  'an uploaded email has the first usable date after “%s”',
  async (first) => {
    const bytes = Buffer.from(
      `From: bob@acme.com\nTo: ann@example.org\n${first}\nDate: Mon, 2 Mar 2026 10:00:00 +0000\n\nHi.\n`,
    );
    const mail = { name: 'a.eml', bytes, size: bytes.length, envelope: undefined };
    const item = toFileItem({ ...mail, isExcluded: false }, readMail);
    if (item.kind !== 'activity') throw new Error(JSON.stringify(item));
    expect(item.head.occurredAt.toISOString()).toBe('2026-03-02T10:00:00.000Z');
    const { key } = await item.read();
    expect(key).toContain('2026-03-02T10:00:00.000Z');
  },
);
