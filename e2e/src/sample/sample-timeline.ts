import {
  addDays,
  businessDayOf,
  startOfBusinessDay,
} from '../../../packages/domain/src/time/business-day.ts';

export const today = businessDayOf(new Date());

/** So many days ago at a time of day in New York, which no change of the clocks touches. */
export const daysAgo = (days: number, hour = 14, minute = 5): string =>
  new Date(
    startOfBusinessDay(addDays(today, -days)).getTime() + (hour * 60 + minute) * 60_000,
  ).toISOString();

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const ada = { name: 'Ada Okafor', email: 'ada@acme.example', role: 'from' };
export const maya = { name: '', email: 'maya@northwind.example', role: 'to' };
export const both = [ada, maya].map((one) => ({ ...one, role: 'other' }));

export interface SampleActivity {
  id: string;
  type: string;
  title: string;
  summary: string;
  occurredAt: string;
  participants: { name: string; email: string; role: string }[];
}

/** An activity of a timeline with nothing but what the specification names. */
export const sampleActivity = (
  number: number,
  given: Partial<SampleActivity> & object = {},
): SampleActivity => ({
  id: id(number),
  type: 'email',
  title: `Letter ${number}`,
  summary: `What letter ${number} says.`,
  occurredAt: daysAgo(number),
  participants: [ada, maya],
  ...given,
});

/** An account as the specification has it. */
export const sampleAccountDetail = {
  id: id(1),
  name: 'Acme Works',
  domain: 'acme.example',
  faviconUrl: '/favicon.svg',
  createdAt: daysAgo(15),
  discoveredByUser: { name: 'Jonas Weber' },
};

/** One entry of each type, the newest yesterday. */
export const mail = sampleActivity(1, { title: 'Pilot scope', summary: 'x'.repeat(130) });
export const meeting = sampleActivity(2, {
  type: 'calendar',
  title: '',
  summary: '',
  occurredAt: daysAgo(1, 9, 30),
  participants: both,
});
export const call = sampleActivity(3, {
  type: 'call',
  title: 'Check-in',
  summary: '- One\n- Two',
  occurredAt: daysAgo(2),
  participants: both,
});
export const messages = [
  sampleActivity(4, { title: 'Limits', summary: 'The question', occurredAt: daysAgo(4) }),
  sampleActivity(5, { title: 'Re: Limits', summary: 'The answer', occurredAt: daysAgo(3) }),
];
export const conversation = {
  ...sampleActivity(6, { type: 'conversation', title: '', occurredAt: daysAgo(3) }),
  activities: messages,
  lastActivity: messages[1],
};
export const note = sampleActivity(7, { type: 'note', title: '', occurredAt: daysAgo(5) });
export const everyType = [mail, meeting, call, conversation, note];
