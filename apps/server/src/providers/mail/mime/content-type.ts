/** Parameters that follow another one, or the type, without the semicolon between them. */
const unseparated =
  /^([^\s;"]+|[^;"]*"[^"]*"|[^;"]*=\s*[^\s;"]+)[ \t]+(?=(?:charset|boundary|format|delsp|name|type|method|protocol|micalg|reply-type)\*?\d?\*?\s*=)/i;

/** The types that programs name by a single word or otherwise. */
const types: Record<string, string> = {
  text: 'text/plain',
  plain: 'text/plain',
  ascii: 'text/plain',
  html: 'text/html',
  'text/htm': 'text/html',
  'text/ascii': 'text/plain',
  'text/x-html': 'text/html',
  multipart: 'multipart/mixed',
  // RFC 6532: an email with UTF-8 in its headers.
  'message/global': 'message/rfc822',
};

/** As nearly all are: parameters with a semicolon before each. */
const wellFormed =
  /^[\w./+\s-]{1,200}(?:;\s*[\w*-]{1,60}=(?:"[^"\\]{0,400}"|[^\s;":\\]{1,400})\s*)*;?\s*$/;

/** A longer one is not worth an expression that may read its blanks twice. */
const MAX_USUAL_LENGTH = 1_000;
/** Nearly all headers; each parameter with a semicolon before it. */
const usual =
  /^\s*([\w.+-]{1,60}\/[\w.+-]{1,100})\s*(?:;\s*[\w*-]{1,60}=(?:"[^"\\]{0,400}"|[^\s;":\\]{1,400})\s*)*;?\s*$/;

/** A type and its subtype with blanks or the wrong mark between them. */
const divided =
  /^([\s"'<]*(?:text|multipart|message|image|audio|video|application))\s*[/\\]+\s*(?=[\w])/i;

/** Whether a Content-Type header needs no repair. */
export function isUsualContentType(value: string): boolean {
  if (value.length > MAX_USUAL_LENGTH) return false;
  const [, type] = usual.exec(value) ?? [];
  return type !== undefined && !Object.hasOwn(types, type.toLowerCase());
}

/** The value of a Content-Type header as it was meant: `text/plain charset="utf-8"` lacks a semicolon. */
export function readableContentType(value: string): string {
  const joined = value.replace(divided, '$1/');
  const separated = wellFormed.test(joined)
    ? joined
    : joined
        .split(';')
        .map(separate)
        .join(';')
        .replace(/\bcharset\s*:\s*(?=[\w"])/i, 'charset=');
  const [, type = '', rest = ''] = /^[\s"'<]*([^\s;"'<>]*)["'>]*([^]*)$/.exec(separated) ?? [];
  const bare = type.toLowerCase().replace(/\/$/, '');
  const known = Object.hasOwn(types, bare) ? types[bare] : undefined;
  return known === undefined ? `${type}${rest}` : `${known}${rest}`;
}

/** Longer pieces are left as they are, since the expression may read them many times; characters. */
const MAX_PIECE = 2_000;

function separate(part: string): string {
  if (part.length > MAX_PIECE) return part;
  let [separated, rest] = ['', part.trimStart()];
  for (let match = unseparated.exec(rest); match !== null; match = unseparated.exec(rest)) {
    separated += `${match[1]};`;
    rest = rest.slice(match[0].length);
  }
  return `${separated} ${rest}`;
}
