import { z } from 'zod';
import { day, id, instant } from './fields.ts';
import { limits } from './limits.ts';

/**
 * The people whom colleagues are in touch with (docs/decisions/relationships.md). Days are those of
 * the workspace.
 */

export const strengthLabel = z.enum(['strong', 'regular', 'weak', 'dormant']);
export const strengthFilter = z.enum([...strengthLabel.options, 'none']);
export type StrengthFilter = z.infer<typeof strengthFilter>;

export const count = z.number().int();

/** The relationship of an account as the grid shows it. */
export const accountRelationship = z.object({
  /** The label of the strongest pair of colleague and contact; null if nothing is shared. */
  label: strengthLabel.nullable(),
  /** The last day in touch, and the last days on which each side wrote or met. */
  lastDay: day.nullable(),
  lastDayByUs: day.nullable(),
  lastDayByThem: day.nullable(),
  /** Days in touch in the last 6 and 12 weeks. */
  recentDays: count,
  daysInTouch: count,
  /** Days in touch in the 12 weeks that ended with the last one. */
  daysBefore: count,
  nextMeetingAt: instant.nullable(),
  isGoingQuiet: z.boolean(),
});
export type AccountRelationship = z.infer<typeof accountRelationship>;

/** Until when a member dismissed something that is going quiet; null if no one did. */
export const quietDismissal = z.object({ until: day, by: z.string() }).nullable();

/** The tie of a colleague and a person. */
const colleague = z.object({
  name: z.string(),
  email: z.string(),
  label: strengthLabel,
  firstDay: day,
  lastDay: day,
  /** Days in touch, in all and in the last 6 weeks. */
  days: count,
  recentDays: count,
  /** Emails to at most three addresses that the colleague sent them in 26 weeks. */
  directMails: count,
  /** The number of these that they replied to. */
  answeredMails: count,
});
export type Colleague = z.infer<typeof colleague>;

/** A person with one or more addresses, as a contact of one account. */
export const contact = z.object({
  /** The id of the person; the same in all accounts of the workspace. */
  id,
  /** Empty if no email contained one. */
  name: z.string(),
  addresses: z.array(z.string()).max(limits.addressesPerPerson),
  /** Why the person is not among the people of the account; null if they are. */
  hidden: z.enum(['automated', 'by-hand', 'colleague']).nullable(),
  /** The name of the member who hid or showed the person; empty if a rule decides. */
  hiddenBy: z.string(),
  firstDay: day,
  lastDay: day,
  lastDayByUs: day.nullable(),
  lastDayByThem: day.nullable(),
  /** Days in touch with anyone, in all and in the last 6 weeks. */
  days: count,
  recentDays: count,
  /** Days in touch in the 12 weeks that ended with the last one. */
  daysBefore: count,
  isGoingQuiet: z.boolean(),
  quietDismissal,
  /** The one to name first, then the others from the strongest tie on. */
  colleagues: z.array(colleague).max(limits.colleaguesPerPerson),
});
export type Contact = z.infer<typeof contact>;

/** A person who is going quiet, with an account. */
export const quietPerson = z.object({
  account: z.object({ id, name: z.string() }),
  contact,
});

/** A person who may be the same as another. */
export const foundPerson = z.object({
  id,
  /** Empty if no email contained one. */
  name: z.string(),
  addresses: z.array(z.string()).max(limits.addressesPerPerson),
  /** Whether the name or the local part of an address is that of the other person. */
  isLikely: z.boolean(),
  /** The names of the accounts that they are a contact of. */
  accounts: z.array(z.string()).max(limits.foundPersonAccounts),
  /** The last day in touch with anyone, in these accounts; null before the first. */
  lastDay: day.nullable(),
});
export type FoundPerson = z.infer<typeof foundPerson>;

/** The person that an address belongs to. */
export const namedAddress = z.object({
  /** In lower case. */
  address: z.string(),
  /** Empty for a person who is named in no email. */
  name: z.string(),
  /** The person of the workspace's accounts; null for a member. */
  personId: id.nullable(),
});
export type NamedAddress = z.infer<typeof namedAddress>;
