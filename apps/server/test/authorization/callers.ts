/** Every kind of client, in the order of the columns of the tables in `expected/`. */
export const callers = [
  /** Without a session. */
  'signedOut',
  /** A member of Ours whose session was last used 31 days ago. */
  'expired',
  /** A member of Ours who was deactivated, with a session that was left behind. */
  'inactive',
  /** Signed in, without a workspace. */
  'stranger',
  /** A member of Theirs. */
  'outsider',
  /** A member of Ours. */
  'member',
  /** An owner of Ours. */
  'owner',
  /** An administrator without a workspace. */
  'administrator',
] as const;
export type Caller = (typeof callers)[number];
