import { decodeWords } from 'postal-mime';
import { decodeBytes } from './decode-bytes.ts';

/**
 * A header such as `text/plain; charset=utf-8; name*0*=…`: its value, and its parameters in lower
 * case.
 */
export interface StructuredValue {
  value: string;
  parameters: Map<string, string>;
}

const parameterPattern = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gs;

export function readStructuredValue(text: string): StructuredValue {
  const parameters = new Map<string, string>();
  const pieces = new Map<string, { index: number; encoded: boolean; text: string }[]>();
  for (const [, rawName = '', quoted, plain] of text.matchAll(parameterPattern)) {
    const value = quoted?.replaceAll(/\\(.)/gs, '$1') ?? (plain ?? '').trim();
    // RFC 2231: name*=charset'language'text, or name*0*=… name*1=… in pieces.
    const extended = /^([^*]+)(?:\*(\d+))?(\*)?$/.exec(rawName.toLowerCase());
    const name = extended?.[1] ?? rawName.toLowerCase();
    if (extended?.[2] === undefined && extended?.[3] === undefined) {
      parameters.set(name, decodeWords(value));
      continue;
    }
    const piece = {
      index: Number(extended[2] ?? 0),
      encoded: extended[3] !== undefined,
      text: value,
    };
    pieces.set(name, [...(pieces.get(name) ?? []), piece]);
  }
  for (const [name, list] of pieces) {
    parameters.set(name, joinPieces(list));
  }
  return { value: (text.split(';')[0] ?? '').trim().toLowerCase(), parameters };
}

function joinPieces(pieces: { index: number; encoded: boolean; text: string }[]): string {
  let charset = 'utf-8';
  const bytes = pieces
    .toSorted((a, b) => a.index - b.index)
    .map(({ encoded, text }, position) => {
      const prefixed = position === 0 && encoded ? /^([^']*)'[^']*'(.*)$/s.exec(text) : null;
      charset = prefixed?.[1] || charset;
      const rest = prefixed?.[2] ?? text;
      return encoded ? percentBytes(rest) : Buffer.from(rest, 'latin1');
    });
  return decodeBytes(Buffer.concat(bytes), charset);
}

function percentBytes(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  );
}
