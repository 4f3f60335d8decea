import { loadIconv } from './rare-decoders.ts';

/** Bytes of a text that decide about its charset. */
const SAMPLE = 64 * 1024;
/** Frequent syllables of Korean. Their bytes are rare characters of Chinese, where the ranges overlap. */
const syllables = '이다는에의을를가하한고지로기사인서도은시어아자해정수일나대리들';
/** Their bytes, once a text may be Korean. */
let bytesOfSyllables: ReadonlySet<string> | undefined;
/** One in so many syllables of Korean is a frequent one, at least. */
const FREQUENT = 8;

/**
 * The charset that a text is in which is no UTF-8 and names none: that of old programs in the language of its letters.
 * Western texts are windows-1252.
 *
 * @returns a name that `TextDecoder` knows.
 */
export function guessCharset(text: Buffer): string {
  const sample = text.toString('latin1', 0, SAMPLE);
  const runs = sample.match(/[\u0080-\u00ff][\u0080-\u00ff\u0040-\u007e]*/g) ?? [];
  const high = sample.match(/[\u0080-\u00ff]+/g) ?? [];
  const letters = high.join('');
  if (letters.length < 2) return 'windows-1252';
  const share = (range: RegExp) => (letters.match(range)?.length ?? 0) / letters.length;
  const isPaired = high.every((run) => run.length % 2 === 0 && /^[\u00a1-\u00fe]+$/.test(run));
  const leads = [...letters].filter((_, index) => index % 2 === 0).join('');
  const common = (leads.match(/[\u00b0-\u00d7]/g)?.length ?? 0) / leads.length;
  if (isPaired && leads.length >= 2 && common > 0.5) {
    const pairs = letters.match(/../g) ?? [];
    const frequent = pairs.filter((pair) => frequentPairs().has(pair)).length;
    const isKorean = /^[\u00a1-\u00c8]+$/.test(leads) && frequent >= pairs.length / FREQUENT;
    return isKorean ? 'euc-kr' : 'gb18030';
  }
  // Words of Cyrillic letters are long, and nearly all of them in lower case.
  const words = high.filter((run) => run.length >= 4).join('');
  if (words.length > letters.length / 2) {
    if (share(/[\u00e0-\u00ff\u00b8]/g) > 0.6) return 'windows-1251';
    if (share(/[\u00c0-\u00df\u00a3]/g) > 0.6 && !isPaired) return 'koi8-r';
  }
  if (isShiftJis(runs)) return 'shift_jis';
  const isBig5 = runs.every((run) => /^(?:[\u00a1-\u00c6].)+$/.test(run.slice(0, run.length & ~1)));
  if (isBig5 && isDecodable(runs, 'big5', /[\u4e00-\u9fff]/)) return 'big5';
  return 'windows-1252';
}

function frequentPairs(): ReadonlySet<string> {
  const encode = (one: string) => loadIconv().encode(one, 'euc-kr').toString('latin1');
  return (bytesOfSyllables ??= new Set([...syllables].map(encode)));
}

/**
 * Whether runs of bytes are Japanese. An accent and the letter after it are a rare character, too (`Réunion`), but one
 * by itself, and the accents begin otherwise than most Japanese characters.
 */
function isShiftJis(runs: readonly string[]): boolean {
  if (!isDecodable(runs, 'shift_jis', /[\u3040-\u30ff\u4e00-\u9fff]/)) return false;
  const bytes = runs.join('\n');
  const high = bytes.match(/[\u0080-\u00ff]/g) ?? [];
  const leads = high.filter((one) => one <= '\u009f').length;
  const text = new TextDecoder('shift_jis').decode(Buffer.from(bytes, 'latin1'));
  const all = text.match(/[\u0080-\uffff]/g)?.length ?? 0;
  const together = text.match(/[\u0080-\uffff]{2,}/g)?.join('').length ?? 0;
  return leads >= high.length / 3 && together >= all / 2;
}

/** Whether runs of bytes are whole characters, nearly all of them of a script. */
function isDecodable(runs: readonly string[], charset: string, script: RegExp): boolean {
  const text = new TextDecoder(charset).decode(Buffer.from(runs.join('\n'), 'latin1'));
  const others = [...text].filter((one) => one > '\u007f');
  const fitting = others.filter((one) => script.test(one)).length;
  return !text.includes('\u{fffd}') && others.length >= 2 && fitting > others.length * 0.8;
}
