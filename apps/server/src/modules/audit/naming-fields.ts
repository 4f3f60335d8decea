/** The fields of an entry's `before` and `after` that name a user beside the one whom it concerns, without their id. */
export const namingFields = ['successor', 'owner', 'invitedBy'] as const;

/** The fields that name the user whom an entry concerns. */
export const ownFields = ['name', 'email'] as const;
