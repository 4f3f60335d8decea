export const membersKey = (workspaceId: string) => ['members', workspaceId] as const;
/** The query key of the members who are leaving. */
export const leavingKey = (workspaceId: string) => ['leaving-members', workspaceId] as const;
