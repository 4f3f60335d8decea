/** The query key of the invitations of a workspace. */
export const invitationsKey = (workspaceId: string) => ['invitations', workspaceId] as const;
