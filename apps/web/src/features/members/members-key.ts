/** The query key of the members of a workspace. */
export const membersKey = (workspaceId: string) => ['members', workspaceId] as const;
