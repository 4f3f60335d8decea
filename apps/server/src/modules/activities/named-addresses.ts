import { domainOfAddress, normalizeDomain } from '@repo/domain/domains/domain-name';
import { withoutTag } from '@repo/domain/relationships/address-tag';

/*
 * Capturing and erasing have to find the same addresses in a text: what only one of them found would stay, or
 * come back. Both use this file alone. In doubt a place stands for several addresses, since a text can have
 * any sign before one.
 */

/** A place in a text, and an address in normal form that it can stand for. */
interface NamedAddress {
  start: number;
  end: number;
  address: string;
}

/** Longer names are looked at from their end. */
const MAX_NAME = 64;
const AT_DOMAIN = /@[\p{L}\p{M}\p{N}_-]{1,63}(?:\.[\p{L}\p{M}\p{N}_-]{1,63}){1,8}/gu;
const NAME_BEFORE = /[^\s<>()[\]\\,;:"@\p{Cc}]*$/u;
/** After any sign but these, a name can begin; these before a name, such as those of Markdown, can be left out. */
const BEGINNINGS = /(?<=^|[^\p{L}\p{M}\p{N}.+_'-])[.+_'-]*/gu;
const REPLACEMENT = 'erased';

/** Signs as links, HTML and JSON write them. */
const ENCODED =
  /%(?:25)*([2-7][\da-f])|\\u00([\da-f]{2})|&(?:amp;)*#(?:x([\da-f]{1,6})|(\d{1,7}));|&commat;|\\[nrt]/gi;
const MAX_CODE = 0x10_ff_ff;

/**
 * The one form in which an erased address is compared: lower case, the domain normalized, without a person's tag.
 *
 * @returns undefined for a text that is no address, and for one that would not be found in a text.
 */
export function normalAddress(typed: string): string | undefined {
  const text = withoutTag(typed.trim().normalize('NFC').toLowerCase());
  const domain = domainOfAddress(text);
  if (domain === undefined) return undefined;
  const address = `${text.slice(0, text.lastIndexOf('@'))}@${domain}`;
  const isWhole = (one: NamedAddress) => one.start === 0 && one.address === address;
  return namedIn(address).some(isWhole) ? address : undefined;
}

/** All addresses that a value names: a text, or JSON with texts in it. */
export const addressesIn = (value: unknown): Set<string> =>
  new Set(
    textsIn(value)
      .flatMap((text) => [...namedIn(text), ...namedIn(decoded(text))])
      .map(({ address }) => address),
  );

/** The value with another word in place of some addresses. Of a text that has one encoded, all signs are decoded. */
export function withoutAddresses(
  value: unknown,
  isErased: (address: string) => boolean,
  replacement = REPLACEMENT,
): unknown {
  if (typeof value === 'string') {
    const text = replaced(value, isErased, replacement);
    return [...addressesIn(text)].some(isErased)
      ? replaced(decoded(text), isErased, replacement)
      : text;
  }
  if (typeof value !== 'object' || value === null) return value;
  const change = (one: unknown) => withoutAddresses(one, isErased, replacement);
  if (Array.isArray(value)) return value.map(change);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), change(item)]),
  );
}

/** The longest first where several begin at different places. */
function namedIn(text: string): NamedAddress[] {
  return [...text.matchAll(AT_DOMAIN)].flatMap(({ index, 0: found }) => {
    const before = text.slice(Math.max(0, index - MAX_NAME), index);
    const name = NAME_BEFORE.exec(before)?.[0] ?? '';
    const written = found.slice(1).replace(/[_-]+$/, '');
    const domain = normalDomain(written);
    const starts = [...name.matchAll(BEGINNINGS)].flatMap((one) => [
      one.index,
      one.index + one[0].length,
    ]);
    return [...new Set(starts)].flatMap((start) =>
      withAndWithoutTag(name.slice(start)).map((one) => ({
        start: index - name.length + start,
        end: index + 1 + written.length,
        address: `${one.normalize('NFC').toLowerCase()}@${domain}`,
      })),
    );
  });
}

/** A parser of domains is needed for other letters alone; it is slow. */
const normalDomain = (written: string): string =>
  /^[\w.-]*$/.test(written)
    ? written.toLowerCase()
    : (normalizeDomain(written) ?? written.toLowerCase());

/** Of machines' addresses, too, the tag can be left out. */
function withAndWithoutTag(name: string): string[] {
  const plus = name.indexOf('+');
  if (name === '') return [];
  return plus > 0 ? [name, name.slice(0, plus)] : [name];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}

const decoded = (text: string): string =>
  text.replaceAll(ENCODED, (sign, percent?: string, json?: string, hex?: string, dec?: string) => {
    if (sign.toLowerCase() === '&commat;') return '@';
    const hexCode = percent ?? json ?? hex;
    if (hexCode === undefined && dec === undefined) return ' ';
    const code = hexCode === undefined ? Number(dec) : Number.parseInt(hexCode, 16);
    return code > MAX_CODE ? ' ' : String.fromCodePoint(code);
  });

function replaced(
  text: string,
  isErased: (address: string) => boolean,
  replacement: string,
): string {
  let result = '';
  let from = 0;
  for (const { start, end, address } of namedIn(text)) {
    if (start < from || !isErased(address)) continue;
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}
