import type { Call } from '@repo/sandbox/fireflies/call';
import { addressOf, isInTouch, sampleCompanies } from './companies.ts';
import { samplePeople } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { workingTime } from './working-time.ts';

/** Recorded calls of each sample user in the last six weeks, with summaries and transcripts. */
export function makeSampleCalls(now: Date): { owner: string; calls: Call[] }[] {
  const random = createRandom(22);
  return samplePeople.map(({ email, name }) => {
    const [local = ''] = email.split('@');
    const companies = sampleCompanies.filter(({ ours }) => ours.includes(local));
    const calls = companies.flatMap((company) =>
      [1, 3, 6].flatMap((week) => {
        const date = workingTime(now, week * 7 - random.between(0, 6), random);
        const [guest = company.name] = company.people;
        const setting = { company: company.name, domain: company.domain, guest, name, email, date };
        const call = date < now ? [oneCall(setting, random)] : [];
        return isInTouch(company, date, now) ? call : [];
      }),
    );
    return { owner: email, calls };
  });
}

interface Setting {
  company: string;
  domain: string;
  guest: string;
  name: string;
  email: string;
  date: Date;
}

function oneCall(setting: Setting, random: Random): Call {
  const { company, domain, guest, name, email, date } = setting;
  const said: [speaker: string, text: string][] = [
    [name, 'Thank you for making the time today.'],
    [guest, 'Gladly. We have gone through your proposal.'],
    [name, 'What questions came up on your side?'],
    [guest, 'Mostly the schedule, and who would train our team.'],
    [name, 'I will send a plan with both by Friday.'],
    [guest, 'That would help us decide this month.'],
  ];
  return {
    title: `${company}: ${random.pick(['proposal', 'next steps', 'open questions'])}`,
    date: date.getTime(),
    duration: random.between(18, 55),
    meeting_attendees: [
      { email, displayName: name },
      { email: addressOf(guest, domain), displayName: guest },
    ],
    summary: {
      overview: `- ${guest} asked about the schedule and the training.\n- ${name} sends a plan by Friday.\n- ${company} wants to decide this month.`,
      action_items: `Send the plan by Friday\nInvite ${guest} to the training session`,
      short_summary: `A call with ${company} about the proposal.`,
    },
    sentences: said.map(([speaker, text], index) => ({
      speaker_name: speaker,
      text,
      start_time: index * 9,
      end_time: index * 9 + 8,
    })),
  };
}
