/** The owner of the mailbox. */
export const self = 'ann@example.org';

/** An email of some three kilobytes in two parts, as most are. */
export function makeMail(index: number): string {
  const words = `Line ${index} of an ordinary business mail about prices, dates and people.\r\n`;
  return [
    `From: Person ${index % 50} <person${index % 50}@acme.com>`,
    `To: Ann <${self}>`,
    `Subject: Matter ${index}`,
    `Message-ID: <${index}@acme.com>`,
    `References: <${index - (index % 4)}@acme.com>`,
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    words.repeat(15),
    '--b',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    `<html><body><p>${words.repeat(20)}</p></body></html>`,
    '--b--',
    '',
  ].join('\r\n');
}
