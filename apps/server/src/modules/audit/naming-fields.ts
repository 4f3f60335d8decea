/** The fields of an entry's `before` and `after` that name a user beside the one whom it concerns, without their id. */
export const namingFields = ['successor', 'owner', 'invitedBy'] as const;

/** The fields that tell who the user is whom an entry concerns: names that they chose, and where they were. */
export const ownFields = ['name', 'email', 'key', 'address'] as const;
