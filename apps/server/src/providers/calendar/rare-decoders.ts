import { createRequire } from 'node:module';
import type EncodingJapanese from 'encoding-japanese';
import type Iconv from 'iconv-lite';

const require = createRequire(import.meta.url);

/*
 * Decoders for charsets that the runtime does not know. Each is loaded with the first text that needs it: loading both
 * takes longer than everything else at the start of a thread that reads emails, and most mailboxes need neither.
 */

export const loadIconv = (): typeof Iconv => require('iconv-lite') as typeof Iconv;

export const loadEncodingJapanese = (): typeof EncodingJapanese =>
  require('encoding-japanese') as typeof EncodingJapanese;
