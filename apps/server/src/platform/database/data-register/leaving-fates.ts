/**
 * The fate of a user's rows in a table when the user is handed over (docs/decisions/leaving.md). The
 * hand-over follows this list: it deletes the rows of a table by the table's fate.
 */
export const leavingFates = {
  atOnce: 'Deleted at once',
  disconnected: 'Credentials are deleted at once. The address stays unless the user is erased',
  access: 'Ends at once, and comes back with the user',
  later: 'Deleted after 30 days',
  asShared:
    'Stays as far as it is shared, unless the user is erased. The rest is deleted after 30 days',
  toSuccessor: 'Moves to the successor at once. Without one it is no one’s after 30 days',
  stays: 'Stays with the workspace',
  name: 'The name and the address stay, unless the user is erased',
  log: 'Stays. The name goes when the user is erased',
  withHandOver: 'Deleted when the hand-over ends',
  notTheirs: 'Nothing: the rows are not of one user',
} as const;

export type LeavingFate = keyof typeof leavingFates;
