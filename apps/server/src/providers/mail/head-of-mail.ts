/** The parameters of `Content-Type` that tell automatic mail, and how the head is written. */
const KEPT_PARAMETERS = /^(?:method|report-type|charset)\s*=/i;

/**
 * The head of an email, ready to be parsed like a whole one. What describes the body is left out: a header can contain
 * the name of an attachment.
 *
 * @param head its headers, with or without what follows them.
 */
export function headOfMail(head: Buffer): Buffer {
  const end = /\r?\n\r?\n/.exec(head.toString('latin1'));
  const headers = head.toString('latin1', 0, end?.index ?? head.length);
  const kept = headers
    // Each header with its folded lines.
    .split(/\r?\n(?![ \t])/)
    .flatMap((header) => {
      if (/^content-type[ \t]*:/i.test(header)) return [typeAlone(header)];
      return /^content-/i.test(header) || header.trim() === '' ? [] : [header];
    });
  return Buffer.from(`${kept.join('\r\n')}\r\n\r\n`, 'latin1');
}

function typeAlone(header: string): string {
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  // Without its parts, a multipart has no boundary.
  const kept = parameters.filter((parameter) => KEPT_PARAMETERS.test(parameter));
  return [type, ...kept].join('; ');
}
