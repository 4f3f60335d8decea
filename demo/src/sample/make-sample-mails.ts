import { addressOf, isInTouch, type SampleCompany, sampleCompanies } from './companies.ts';
import { ownDomain, samplePeople } from './people.ts';
import { createRandom, type Random } from './random.ts';
import type { Correspondent, SampleMail } from './sample-mail.ts';
import { topics } from './topics.ts';
import { workingTime } from './working-time.ts';

const hour = 3_600_000;
/** The period that is imported for a newly tracked domain. */
const weeks = 12;

/**
 * Twelve weeks of made-up mail between the sample people and companies that end at `now`, with the
 * noise that a real mailbox has. The same `now` gives the same emails.
 */
export function makeSampleMails(now: Date): SampleMail[] {
  const random = createRandom(20);
  const mails = [
    ...sampleCompanies.flatMap((company) =>
      companyThreads(company, now, random).filter(({ date }) => isInTouch(company, date, now)),
    ),
    ...noise(now, random),
  ];
  return mails
    .filter(({ date }) => date < now)
    .toSorted((one, other) => one.date.getTime() - other.date.getTime());
}

function companyThreads(company: SampleCompany, now: Date, random: Random): SampleMail[] {
  const mails: SampleMail[] = [];
  for (let week = 0; week < weeks; week++) {
    // Each company has its quiet weeks; the last two are livelier, so that the bubbles show it.
    const maximum = week < 2 ? Math.min(4, company.frequency) : Math.ceil(company.frequency / 6);
    const threads = random.between(week < 2 ? 1 : 0, maximum);
    for (let thread = 0; thread < threads; thread++) {
      mails.push(...oneThread(company, now, week, random));
    }
  }
  return mails;
}

function oneThread(company: SampleCompany, now: Date, week: number, random: Random): SampleMail[] {
  const topic = random.pick(topics);
  const theirs = correspondent(random.pick(company.people), company.domain);
  const ours = colleague(random.next() < 0.7 ? company.ours[0] : random.pick(company.ours));
  const copied = random.next() < 0.35 ? [colleague(random.pick(company.ours))] : [];
  const cc = copied.filter(({ email }) => email !== ours.email);
  const theyBegin = random.next() < 0.6;
  const messages = topic.messages.slice(0, random.between(1, Math.min(3, topic.messages.length)));
  const references: string[] = [];
  let date = workingTime(now, week * 7 + random.between(0, 6), random);
  return messages.map((text, turn) => {
    const fromThem = theyBegin === (turn % 2 === 0);
    const [from, to] = fromThem ? [theirs, ours] : [ours, theirs];
    const messageId = `<${Math.floor(random.next() * 1e15).toString(36)}@${fromThem ? company.domain : ownDomain}>`;
    const mail: SampleMail = {
      messageId,
      date,
      from,
      to: [to],
      cc,
      subject: turn === 0 ? topic.subject : `Re: ${topic.subject}`,
      text: letter(to.name, text, from.name),
      references: [...references],
    };
    references.push(messageId);
    date = new Date(date.getTime() + random.between(1, 22) * hour);
    return mail;
  });
}

/** The emails that discovery has to exclude: colleagues, free mail, a list. */
function noise(now: Date, random: Random): SampleMail[] {
  return Array.from({ length: 60 }, (_, index): SampleMail => {
    const to = colleague(random.pick(samplePeople).email.split('@')[0]);
    const date = workingTime(now, random.between(0, weeks * 7), random);
    const messageId = `<noise-${index}@mail.example>`;
    const rest = { messageId, date, to: [to], cc: [], references: [] };
    if (index % 3 === 0) {
      const from = { name: 'Jamie Ortega', email: 'jamie.ortega.home@gmail.com' };
      return { ...rest, from, subject: 'Saturday', text: 'Are you still free on Saturday?' };
    }
    if (index % 3 === 1) {
      const from = colleague(random.pick(samplePeople).email.split('@')[0]);
      return { ...rest, from, subject: 'Team lunch', text: 'Noon, the usual place?' };
    }
    return {
      ...rest,
      from: { name: 'Harbour Trade Digest', email: 'digest@lists.trade-digest.example' },
      to: [{ name: '', email: 'digest@lists.trade-digest.example' }, to],
      subject: `Trade digest, issue ${index}`,
      text: 'This week: freight rates, two mergers, and an interview.',
      headers: ['List-Id: Trade digest <digest.lists.trade-digest.example>'],
    };
  });
}

function letter(to: string, text: string, from: string): string {
  const first = to.replace(/^Dr\. /, '').split(' ')[0];
  return `Hello ${first},\n\n${text}\n\nBest regards,\n${from}\n`;
}

const correspondent = (name: string, domain: string): Correspondent => ({
  name,
  email: addressOf(name, domain),
});

function colleague(local: string | undefined): Correspondent {
  const person = samplePeople.find(({ email }) => email.startsWith(`${local}@`));
  if (person === undefined) throw new Error(`There is no sample person "${local}".`);
  return { name: person.name, email: person.email };
}
