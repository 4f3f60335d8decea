import { startProcessorTime } from '#test/processor-time.ts';
import { expect, it } from 'vitest';
import { createPartsDecoder, encodingOf } from './utf16-parts.ts';

const little = (text: string): Buffer => Buffer.from(text, 'utf16le');
const big = (text: string): Buffer => little(text).swap16();
const separator = 'From bob@acme.com\n';

function decode(chunks: readonly Buffer[]): string {
  const [first = Buffer.alloc(0)] = chunks;
  const decoder = createPartsDecoder(encodingOf(first));
  const parts = chunks.map((chunk, index) => decoder(chunk, index === chunks.length - 1));
  return Buffer.concat(parts).toString();
}

it('reads parts in all three encodings one after another, wherever a chunk ends', () => {
  const bytes = Buffer.concat([
    Buffer.from(`${separator}größe\n`),
    little(`${separator}größe\n`),
    Buffer.from(`${separator}\n`),
    big(`\ufeff${separator}größe\r\n`),
    Buffer.from(separator),
    little(`\ufeff${separator}`),
  ]);
  const text = `${separator}größe\n${separator}größe\n${separator}\n${separator}größe\r\n${separator}${separator}`;
  expect(decode([bytes])).toBe(text);
  for (let at = 1; at < bytes.length; at += 1) {
    expect(decode([bytes.subarray(0, at), bytes.subarray(at)]), `cut at ${at}`).toBe(text);
  }
});

it.each([
  ['a text with NUL bytes', Buffer.from('From a\nF\0r\0o\0m\0 the start\n', 'latin1')],
  ['a separator in the middle of a line', Buffer.concat([Buffer.from('a '), little(separator)])],
])('leaves %s as it is', (_, bytes) => {
  expect(Buffer.from(decode([bytes])).equals(bytes)).toBe(true);
});

it('takes time in proportion to the size where the encoding changes with each line', () => {
  const pair = Buffer.concat([Buffer.from(separator), little(separator)]);
  const bytes = Buffer.alloc(8_000_000, pair);
  const time = startProcessorTime();
  decode([bytes]);
  expect(time()).toBeLessThan(5_000);
});
