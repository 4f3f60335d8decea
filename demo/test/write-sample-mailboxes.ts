import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sampleCompanies } from '../src/sample/companies.ts';
import { makeSampleMails } from '../src/sample/make-sample-mails.ts';
import { samplePeople } from '../src/sample/people.ts';
import { formatSampleMail } from '../src/sample/sample-mail.ts';
import type { MailboxFile } from './open-mail-service.ts';

/** Writes the mailboxes of two users with emails of some of the companies, until `now`, as mbox files. */
export function writeSampleMailboxes(
  folder: string,
  now: Date,
  companies = sampleCompanies.length,
): MailboxFile[] {
  const domains = sampleCompanies.slice(0, companies).map(({ domain }) => `@${domain}`);
  return samplePeople.slice(0, 2).map(({ email }, index) => {
    const own = makeSampleMails(now).filter(({ from, to, cc }) => {
      const everyone = [from, ...to, ...cc].map((one) => one.email);
      const isOfCompany = domains.some((domain) => everyone.some((one) => one.endsWith(domain)));
      return isOfCompany && everyone.includes(email);
    });
    const file = path.join(folder, `${index}.mbox`);
    const text = own.map(
      (mail) => `From made@mail.example Thu Jan  1 00:00:00 1970\n${formatSampleMail(mail)}\n`,
    );
    writeFileSync(file, text.join('').replaceAll('\r\n', '\n'));
    return { address: email.replace('@', '@own.'), file };
  });
}
