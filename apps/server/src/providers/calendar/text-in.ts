import { isUtf8 } from 'node:buffer';

/**
 * A text in a charset that a program names, or may have forgotten to.
 *
 * @param charset as it is named; one that does not exist is as good as none.
 */
export function textIn(bytes: Buffer, charset: string | undefined): string {
  if (isUtf8(bytes)) return bytes.toString();
  const decoder = charset === undefined ? undefined : decoderOf(charset);
  return (decoder ?? new TextDecoder('windows-1252')).decode(bytes);
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
