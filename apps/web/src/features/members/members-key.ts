/** The query key of the members of a workspace. */
export const membersKey = (workspaceId: string) => ['members', workspaceId] as const;
/** The same of those who are leaving it. */
export const leavingKey = (workspaceId: string) => ['leaving-members', workspaceId] as const;
