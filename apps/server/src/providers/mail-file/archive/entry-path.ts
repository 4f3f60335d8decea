import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { isExcludedPath } from '../excluded-mail.ts';

/** Names that are no UTF-8 are in the charset of the system that packed them, which archives do not say. */
const charsets = [
  'cp850',
  'windows-1252',
  'cp852',
  'cp866',
  'windows-1251',
  'gb18030',
  'shift_jis',
  'euc-kr',
];

/**
 * The path of a file in an archive. In another charset than UTF-8, it is read as the folder of deleted emails,
 * drafts or spam that it is in one of them: no other name looks like one in the wrong charset.
 */
export function entryPath(name: Buffer): string {
  if (isUtf8(name)) return name.toString();
  const readings = charsets.map((charset) => iconv.decode(name, charset));
  return readings.find(isExcludedPath) ?? readings[0] ?? name.toString();
}
