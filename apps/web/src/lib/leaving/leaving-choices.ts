import type { LeavingChoice, LeavingPlan, LeftWorkspace } from '@repo/contract/hand-overs';
import { limits } from '@repo/contract/page-limits';
import { plural } from '@repo/domain/text/plural';

type ChoiceText = { value: LeavingChoice; label: string; hint: string };

/** The choices for what a leaver shared, the smallest change first. */
export const CHOICES: readonly ChoiceText[] = [
  {
    value: 'keep',
    label: 'Keep',
    hint: 'What they shared stays under their name. Nothing new is added.',
  },
  {
    value: 'reassign',
    label: 'Reassign',
    hint: 'Someone else also gets their accounts and shared views, but sees no more than before.',
  },
  {
    value: 'redact',
    label: 'Redact',
    hint: 'Days and counts stay. Subjects, texts and people are removed.',
  },
  { value: 'erase', label: 'Erase', hint: 'Everything they shared is deleted.' },
];

const NOUNS = {
  domains: ['domain', 'domains'],
  accounts: ['account', 'accounts'],
  activities: ['activity', 'activities'],
  contacts: ['contact', 'contacts'],
  ownedAccounts: ['account', 'accounts'],
  onlyTheirs: ['account', 'accounts'],
} as const;

/** '12 accounts', and '100,000+ accounts' where the count ends. */
export function counted(of: readonly LeftWorkspace[], what: keyof typeof NOUNS): string {
  const number = of.reduce((sum, one) => sum + one[what], 0);
  const [one, many] = NOUNS[what];
  const text = plural(number, one, many);
  return of.some((each) => each[what] >= limits.leavingCounted) ? `More than ${text}` : text;
}

/** The effects of a choice with counts, one sentence a line. */
export function effectsOf(choice: LeavingChoice, plan: LeavingPlan): string[] {
  const { workspaces, privateActivities } = plan;
  const count = (what: keyof typeof NOUNS) => counted(workspaces, what);
  const lines = {
    keep: [`${count('activities')} in ${count('accounts')} stay.`],
    reassign: [
      `${count('activities')} in ${count('accounts')} stay.`,
      `${count('ownedAccounts')} that they own move.`,
    ],
    redact: [
      `${count('activities')} in ${count('accounts')} lose their subject, text and people.`,
      `${count('contacts')} whom no one else is in touch with are no longer shown.`,
    ],
    erase: [
      `${count('activities')} are removed from ${count('accounts')}.`,
      `${count('onlyTheirs')} are left without activities.`,
      `${count('contacts')} whom no one else is in touch with are removed.`,
    ],
  }[choice];
  if (privateActivities === null) return lines;
  const days = `after ${limits.leavingDays} days`;
  const own = plural(privateActivities, 'activity', 'activities');
  if (privateActivities > 0) lines.push(`${own} that only they see are deleted ${days}.`);
  if (choice === 'erase') lines.push(`Their name and address are deleted ${days}.`);
  return lines;
}
