import { domainToUnicode } from 'node:url';

/** Scripts that may appear beside Latin letters in one label: the 'highly restrictive' level of UTS 39. */
const besideLatin =
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]+$/u;
/** Cyrillic letters that look like Latin ones, as Chromium lists them. */
const looksLatin = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ\d-]+$/u;
const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

/**
 * A normalised domain as people read it: in Unicode, except one that could be taken for another,
 * which stays in punycode (docs/decisions/shown-domains.md).
 */
export function shownDomain(domain: string): string {
  if (!domain.includes('xn--')) return domain;
  const shown = domainToUnicode(domain);
  const labels = shown.split('.');
  const isLatinEnding = isAscii(labels.at(-1) ?? '');
  const deceives = (label: string) =>
    !isAscii(label) &&
    (/\p{Script=Latin}/u.test(label)
      ? !besideLatin.test(label)
      : isLatinEnding && looksLatin.test(label));
  return shown === '' || labels.some(deceives) ? domain : shown;
}
