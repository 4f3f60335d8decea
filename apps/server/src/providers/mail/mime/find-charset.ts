import { LRUCache } from 'lru-cache';
import { loadIconv } from '../../calendar/rare-decoders.ts';
import { isShifted } from './shifted-charsets.ts';

/** A charset other than UTF-8. */
export interface Charset {
  /** As its decoder is called. */
  name: string;
  /** The decoder: the runtime's, as in browsers; iconv-lite; or `shifted-charsets.ts`. */
  kind: 'web' | 'iconv' | 'shifted';
  /** Whether a text in it can be valid UTF-8 by chance, or always is. */
  resemblesUtf8: boolean;
}

/** A longer label names no charset; characters. */
const MAX_LABEL_LENGTH = 60;
/** Labels that are remembered. Emails can make up any number of them. */
const MAX_REMEMBERED = 500;

/** Labels that say nothing about a charset, or are what programs write that do not know it. */
const NONE =
  /^(?:us-?ascii|ascii|ansi_?x3\.?4-?19\d\d|iso-?646-us|x-?unknown|unknown(?:-?8bit)?|default(?:_charset)?|none|null|undefined|binary|7-?bit|8-?bit|charset|text|plain|x-user-defined)$/;
/** Charsets with several bytes for a character, or with vowels that look like continuations. */
const RESEMBLING = /^(?:gb|big5|euc|shift|utf-?(?:16|7|32)|ucs|windows-874|cp9(?:32|36|49|50))/;

/** Names of old programs that neither decoder knows. */
const aliases: Record<string, string> = {
  'hz-gb-2312': 'hz',
  csiso2022kr: 'iso-2022-kr',
  iso2022kr: 'iso-2022-kr',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-3': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  jis: 'iso-2022-jp',
  jis7: 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  cp50222: 'iso-2022-jp',
  cp51932: 'euc-jp',
  eucjp: 'euc-jp',
  'eucjp-ms': 'euc-jp',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  'x-mac-japanese': 'shift_jis',
  cp936: 'gbk',
  ms936: 'gbk',
  'x-mac-chinesesimp': 'gbk',
  gb: 'gbk',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  'x-windows-949': 'euc-kr',
  'x-mac-korean': 'euc-kr',
  cp950: 'big5',
  'x-mac-chinesetrad': 'big5',
  tis620: 'windows-874',
  cp874: 'windows-874',
  'iso-8859-12': 'iso-8859-1',
  'mac-ce': 'maccenteuro',
};

const remembered = new LRUCache<string, { charset: Charset | 'utf-8' | undefined }>({
  max: MAX_REMEMBERED,
});

/**
 * The charset of a label as emails write it: with quotes, blanks, or what belongs to another parameter. Undefined
 * where it names none.
 */
export function findCharset(label: string | undefined): Charset | 'utf-8' | undefined {
  if (label === undefined || label === '' || label.length > MAX_LABEL_LENGTH) return undefined;
  const known = remembered.get(label);
  if (known !== undefined) return known.charset;
  const charset = resolve(label);
  remembered.set(label, { charset });
  return charset;
}

function resolve(label: string): Charset | 'utf-8' | undefined {
  const plain = label.toLowerCase().replace(/\*.*$/, '').trim();
  const [cleaned = ''] = /[\w.:+-]+/.exec(plain) ?? [];
  // `ISO 8859-2`
  if (/^(?:iso|windows|koi8|utf|cp|ibm|mac|euc|shift) /.test(plain)) {
    return resolve(plain.replace(/\s+/, '-'));
  }
  if (cleaned === '' || NONE.test(cleaned)) return undefined;
  if (/^(?:x-)?(?:utf|unicode-1-1-utf)[-_]?8/.test(cleaned)) return 'utf-8';
  // The end of a label may be the name of the next parameter: `windows-1252http-equiv`.
  for (const name of [
    cleaned,
    cleaned.replace(/^x-/, ''),
    cleaned.replace(/^dos-?(?=\d{3}$)/, 'cp'),
    cleaned.replace(/(\d)[a-z].*$/, '$1'),
  ]) {
    const found = byName(aliases[name] ?? name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function byName(name: string): Charset | 'utf-8' | undefined {
  if (isShifted(name)) return { name, kind: 'shifted', resemblesUtf8: true };
  const web = webName(name);
  if (web === 'utf-8') return web;
  if (web !== undefined) return { name: web, kind: 'web', resemblesUtf8: RESEMBLING.test(web) };
  if (/^\d*$|^(?:binary|hex|base64|utf7-?imap|internal)/.test(name) && !/^\d{3,4}$/.test(name)) {
    return undefined;
  }
  if (!loadIconv().encodingExists(name)) return undefined;
  return { name, kind: 'iconv', resemblesUtf8: RESEMBLING.test(name) };
}

function webName(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    // Decodes everything as one lost character.
    return encoding === 'replacement' || encoding === 'x-user-defined' ? undefined : encoding;
  } catch {
    return undefined;
  }
}
