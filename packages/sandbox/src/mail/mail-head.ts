/**
 * One header field: `value` as in the email (folded, one character a byte), from byte
 * `start`.
 */
export interface MailHeader {
  name: string;
  value: string;
  start: number;
}

export interface MailHead {
  headers: MailHeader[];
  /** The byte at which the body begins. */
  bodyStart: number;
}

const field = /^([!-9;-~]+)[ \t]*:([^\n]*(?:\n[ \t][^\n]*)*)(?:\n|$)/gm;

/** Reads the header fields of an email or of a MIME part. Other lines are ignored. */
export function readMailHead(raw: Buffer): MailHead {
  const bodyStart = findBodyStart(raw);
  // Latin-1 has one character for each byte, whatever the bytes are.
  const text = raw.toString('latin1', 0, bodyStart);
  const headers = [...text.matchAll(field)].map(([whole, name = '', value = ''], index, all) => {
    const at = all[index]?.index ?? 0;
    return { name, value: value.replace(/\r$/, ''), start: at + whole.indexOf(':') + 1 };
  });
  return { headers, bodyStart };
}

export function findHeader(headers: readonly MailHeader[], name: string): MailHeader | undefined {
  const wanted = name.toLowerCase();
  return headers.find((header) => header.name.toLowerCase() === wanted);
}

function findBodyStart(raw: Buffer): number {
  if (raw[0] === 0x0a) {
    return 1;
  }
  if (raw[0] === 0x0d && raw[1] === 0x0a) {
    return 2;
  }
  const unix = raw.indexOf('\n\n');
  const network = raw.indexOf('\n\r\n');
  if (unix === -1 && network === -1) {
    return raw.length;
  }
  return network === -1 || (unix !== -1 && unix < network) ? unix + 2 : network + 3;
}
