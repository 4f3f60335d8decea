/** A person as an address header names one. */
export interface Correspondent {
  name: string;
  email: string;
}

export interface SampleMail {
  messageId: string;
  date: Date;
  from: Correspondent;
  to: Correspondent[];
  cc: Correspondent[];
  subject: string;
  text: string;
  /** Message-IDs of the thread so far, the first one first. */
  references: string[];
  /** Further header lines. */
  headers?: string[];
}

/** The email as RFC 5322 text with CRLF line ends, plain text in UTF-8. */
export function formatSampleMail(mail: SampleMail): string {
  const last = mail.references.at(-1);
  return [
    `Message-ID: ${mail.messageId}`,
    `Date: ${mail.date.toUTCString().replace('GMT', '+0000')}`,
    `From: ${formatAddress(mail.from)}`,
    `To: ${mail.to.map(formatAddress).join(', ')}`,
    ...(mail.cc.length > 0 ? [`Cc: ${mail.cc.map(formatAddress).join(', ')}`] : []),
    `Subject: ${encodeWords(mail.subject)}`,
    ...(last ? [`In-Reply-To: ${last}`, `References: ${mail.references.join(' ')}`] : []),
    ...(mail.headers ?? []),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(mail.text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    '',
  ].join('\r\n');
}

const formatAddress = ({ name, email }: Correspondent) => `${encodeWords(quote(name))} <${email}>`;

const quote = (name: string) => (/[.,"()<>]/.test(name) ? `"${name}"` : name);

/** RFC 2047, for what is not plain ASCII. */
const encodeWords = (text: string) =>
  /^[\x20-\x7e]*$/.test(text)
    ? text
    : `=?UTF-8?B?${Buffer.from(text.replaceAll('"', '')).toString('base64')}?=`;
