import { normalizeProtected } from '@repo/domain/sharing/protected-address';
import { readSession } from '#lib/session/session-store.ts';
import type { Activity } from './read-activity.ts';

/** Addresses that are offered in a menu. */
const MAX_OFFERED = 20;

/**
 * Whether the reader has a copy of an activity, whether colleagues have, and the addresses of the people in it who
 * contribute no copy.
 */
export function copiesOf(activity: Activity | undefined): {
  isOwn: boolean;
  isOfOthers: boolean;
  addresses: string[];
} {
  const ownEmail = readSession().user?.email;
  const contributors = activity?.contributors ?? [];
  const members = new Set([ownEmail, ...contributors.map(({ email }) => email)]);
  const people = [activity, ...(activity?.messages ?? [])].flatMap(
    (one) => one?.participants ?? [],
  );
  const addresses = people.flatMap(({ email }) =>
    email.includes('@') && !members.has(email) ? (normalizeProtected(email) ?? []) : [],
  );
  return {
    isOwn: contributors.some(({ email }) => email === ownEmail),
    isOfOthers: contributors.some(({ email }) => email !== ownEmail),
    addresses: [...new Set(addresses)].slice(0, MAX_OFFERED),
  };
}
