export const invitationsKey = (workspaceId: string) => ['invitations', workspaceId] as const;
