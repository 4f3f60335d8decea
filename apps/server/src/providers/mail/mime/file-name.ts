import { decodeText } from './decode-text.ts';
import { findCharset } from './find-charset.ts';

/** The name of a file whose program wrote the form of RFC 2231 into a plain parameter: `utf-8''Gr%C3%B6%C3%9Fe.pdf`. */
export function readableName(name: string): string {
  const [, charset, encoded = ''] =
    /^([\w-]{3,40})'[\w-]{0,20}'(\S*%[0-9a-f]{2}\S*)$/i.exec(name) ?? [];
  if (charset === undefined || findCharset(charset) === undefined) return name;
  const bytes = encoded
    .split(/((?:%[0-9a-f]{2})+)/i)
    .map((part, index) =>
      index % 2 === 0 ? Buffer.from(part) : Buffer.from(part.replaceAll('%', ''), 'hex'),
    );
  return decodeText(Buffer.concat(bytes), charset);
}
