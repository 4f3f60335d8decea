/** The assistants that can read a workspace: those of all its members, of its owners alone, or none. */
export const assistantReaders = ['members', 'owners', 'none'] as const;
export type AssistantReaders = (typeof assistantReaders)[number];

/** Whether the assistant of a user with this role can read a workspace. A choice that is not known allows none. */
export const allowsAssistant = (
  chosen: AssistantReaders | undefined,
  role: 'owner' | 'member',
): boolean => chosen === 'members' || (chosen === 'owners' && role === 'owner');
