import { z } from 'zod';
import { conversationId } from './activities.ts';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id, instant } from './fields.ts';
import { limits } from './limits.ts';

/**
 * A conversation, a meeting or a call that the user keeps private, or that is since the sender of an email
 * marked it.
 */
export const privateConversation = z.object({
  id,
  /** Of its last activity; empty if nothing of it is stored any more. */
  title: z.string(),
  lastAt: instant.nullable(),
  activityCount: z.number().int(),
  /** Whether the sender of one of its emails marked it as personal, private or confidential. */
  isMarkedBySender: z.boolean(),
});
export type PrivateConversation = z.infer<typeof privateConversation>;

export const privateConversationEndpoints = defineEndpoints({
  'GET /api/private-conversations': {
    summary:
      'The conversations that the user keeps private, and those that a sender marked as private; the one that was marked last first.',
    access: 'person',
    cost: 'high',
    level: 'full',
    response: z.object({
      conversations: z.array(privateConversation).max(limits.privateConversationsListed),
    }),
  },
  'POST /api/activities/{activityId}/private': {
    summary:
      "Keeps a conversation private: the user's copies of it, now and later, are published nowhere. Copies that colleagues share stay.",
    access: 'person',
    cost: 'high',
    level: 'full',
    params: z.object({ activityId: z.union([id, conversationId]) }),
    response: z.object({ conversationId: id }),
    errors: ['NOT_FOUND'],
  },
  'DELETE /api/private-conversations/{conversationId}': {
    summary: 'Shares a conversation again, as the shares of its domains say.',
    access: 'person',
    cost: 'high',
    level: 'full',
    params: z.object({ conversationId: id }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
