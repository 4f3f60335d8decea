import { limits } from '@repo/contract/limits';
import { validationFailed } from './app-error.ts';

const [quote, backslash] = ['"', '\\'].map((sign) => sign.charCodeAt(0));
const [comma, colon] = [',', ':'].map((sign) => sign.charCodeAt(0));
const [openBrace, closeBrace, openBracket, closeBracket] = ['{', '}', '[', ']'].map((sign) =>
  sign.charCodeAt(0),
);

/**
 * Refuses JSON that nests deeper, or has more values or larger objects than any valid request, before
 * it is parsed. Does not check whether it is JSON at all, which the parser does.
 *
 * @throws AppError `VALIDATION_FAILED`.
 */
export function requireSimpleJson(text: string, maxValues: number): void {
  let depth = 0;
  let values = 1;
  /** The fields of the open objects, by depth; text outside of the body's value is ignored. */
  const fields = new Uint32Array(limits.bodyDepth + 1);
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = endOfString(text, at);
    else if (sign === comma) values += 1;
    else if (sign === colon) fields[depth] = (fields[depth] ?? 0) + 1;
    else if (sign === closeBrace || sign === closeBracket) depth -= 1;
    else if (sign === openBrace || sign === openBracket) {
      depth += 1;
      values += 1;
      fields[depth] = 0;
    } else continue;
    if (depth > limits.bodyDepth) refuse(`nests deeper than ${limits.bodyDepth} levels`);
    if (values > maxValues) refuse(`has more than ${maxValues} values`);
    requireFewFields(fields[depth] ?? 0);
  }
}

/** The end of the string literal that begins at a position. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) !== quote) {
    end += text.charCodeAt(end) === backslash ? 2 : 1;
  }
  return end;
}

/** @throws AppError `VALIDATION_FAILED` for a form with more fields than any valid request. */
export function requireSimpleForm(text: string): void {
  let fields = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > limits.formFields) refuse(`has more than ${limits.formFields} fields`);
  }
}

/** @throws AppError `VALIDATION_FAILED` for an object with more fields than any valid request. */
export function requireFewFields(count: number): void {
  if (count <= limits.objectFields) return;
  refuse(`has an object with more than ${limits.objectFields} fields`);
}

function refuse(what: string): never {
  throw validationFailed([], `The body ${what}.`);
}
