import type { User } from '@repo/contract/auth';
import { type FieldKinds, readFields } from '../api/read-fields.ts';

/** The fields of a user that are shown or edited. */
export const USER_KINDS = {
  id: 'id',
  name: 'text',
  email: 'text',
  isAdmin: 'flag',
  isTest: 'flag',
  isActive: 'flag',
} as const satisfies FieldKinds<User>;

/** A user as a server sent them; undefined if it sent none, or none with an id. */
export function readUser(received: User | null | undefined): User | undefined {
  if (typeof received !== 'object' || received === null) return undefined;
  const user = readFields(received, USER_KINDS);
  return user.id === '' ? undefined : user;
}
