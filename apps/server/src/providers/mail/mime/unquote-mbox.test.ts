import { describe, expect, it } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { unquoteMbox } from './unquote-mbox.ts';

describe('a quoted line', () => {
  it('loses one mark', () => {
    const text = 'A: 1\n\n>From a\n>>From b\n> From c\n>Fromage\n>>>From d';
    expect(unquoteMbox(Buffer.from(text)).toString()).toBe(
      'A: 1\n\nFrom a\n>From b\n> From c\n>Fromage\n>>From d',
    );
  });

  it('is found wherever the one before it is', () => {
    for (let length = 55; length < 75; length += 1) {
      const text = `A\n>From b\n${'x'.repeat(length)}\n>From c\n>`;
      expect(unquoteMbox(Buffer.from(text)).toString()).toBe(text.replaceAll('>F', 'F'));
    }
  });

  it.each(['\n>From ', '\n>>>>', '\n>', '\n', '>'])(
    'costs no more where an email has %j alone than its size says',
    (piece) => {
      const mail = Buffer.from(piece.repeat(16_000_000 / piece.length));
      const [heap, time] = [process.memoryUsage().heapUsed, startProcessorTime()];
      const unquoted = unquoteMbox(mail);
      // An object for each line would be 200 MB and more.
      expect(process.memoryUsage().heapUsed - heap).toBeLessThan(32 * 1024 * 1024);
      expect(time()).toBeLessThan(1_000);
      expect(unquoted.length).toBeLessThanOrEqual(mail.length);
    },
  );
});
