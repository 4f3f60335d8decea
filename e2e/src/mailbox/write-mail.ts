interface Mail {
  from: string;
  to: string;
  subject: string;
  daysAgo?: number;
}

let written = 0;

/** An email as a mailbox stores it, each with a Message-ID of its own. */
export function writeMail({ from, to, subject, daysAgo = 1 }: Mail): string {
  const date = new Date(Date.now() - daysAgo * 86_400_000).toUTCString().replace('GMT', '+0000');
  return [
    `Message-ID: <${Date.now()}.${process.pid}.${++written}@mail.example>`,
    `Date: ${date}`,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `This is about ${subject}.`,
    '',
  ].join('\r\n');
}
