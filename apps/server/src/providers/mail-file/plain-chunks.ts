import { hasMacLineEnds } from '../mail/mime/start-of-mail.ts';
import { FORMAT_BYTES } from './find-format.ts';
import { createPartsDecoder, encodingOf } from './utf16-parts.ts';

type Convert = (chunk: Buffer, isLast: boolean) => Buffer;

/**
 * Chunks of a text as programs of today write it: UTF-16 as UTF-8, carriage returns alone as line ends, without a byte
 * order mark and empty lines at the beginning.
 *
 * @param start the beginning of the chunks.
 */
export function plainChunks(
  start: Buffer,
  all: AsyncIterable<Buffer>,
): { start: Buffer; all: AsyncIterable<Buffer> } {
  const sample = start.subarray(0, FORMAT_BYTES);
  const encoding = encodingOf(sample);
  const decoded = createPartsDecoder(encoding)(sample, true);
  const isMac = hasMacLineEnds(decoded);
  const begin = beginningOf(decoded);
  const hasParts = encoding !== '8 bits' || decoded.subarray(begin).indexOf('From ') === 0;
  if (!hasParts && !isMac && begin === 0) return { start, all };
  const steps = [
    ...(hasParts ? [createPartsDecoder(encoding)] : []),
    ...(isMac ? [toNewlines()] : []),
  ];
  const plain = isMac ? toNewlines()(decoded, false) : decoded;
  return { start: plain.subarray(begin), all: convert(all, steps, begin) };
}

async function* convert(
  chunks: AsyncIterable<Buffer>,
  steps: readonly Convert[],
  begin: number,
): AsyncGenerator<Buffer> {
  let skipped = 0;
  const converted = (chunk: Buffer, isLast: boolean): Buffer => {
    const whole = steps.reduce((bytes, step) => step(bytes, isLast), chunk);
    const from = Math.min(begin - skipped, whole.length);
    skipped += from;
    return whole.subarray(from);
  };
  for await (const chunk of chunks) yield converted(chunk, false);
  yield converted(Buffer.alloc(0), true);
}

/** The bytes of a byte order mark and of empty lines. */
function beginningOf(bytes: Buffer): number {
  const text = bytes.toString('latin1');
  const [mark = ''] = /^(?:\u00ef\u00bb\u00bf)?/.exec(text) ?? [];
  const [lines = ''] = /^(?:[ \t]*\r?[\n\r])*/.exec(text.slice(mark.length)) ?? [];
  return mark.length + lines.length;
}

function toNewlines(): Convert {
  let isPending = false;
  return (chunk, isLast) => {
    const text = `${isPending ? '\r' : ''}${chunk.toString('latin1')}`;
    // The next chunk may begin with the rest of a line end.
    isPending = !isLast && text.endsWith('\r');
    const whole = isPending ? text.slice(0, -1) : text;
    return Buffer.from(whole.replaceAll(/\r\n?/g, '\n'), 'latin1');
  };
}
