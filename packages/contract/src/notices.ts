import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id, instant, line } from './fields.ts';
import { limits } from './limits.ts';

/**
 * The notices of a user in the application (docs/decisions/notices.md): `share`, a colleague shared
 * activities of accounts that they own; `answer`, the first answer of a favourite; `quiet`, a favourite is
 * going quiet; `connection`, they have to connect something again; `access`, a colleague asks for access to
 * their conversations; `granted`, a colleague gave them access.
 */
export const noticeKind = z.enum(['share', 'answer', 'quiet', 'connection', 'access', 'granted']);
export type NoticeKind = z.infer<typeof noticeKind>;

const noticeId = line(200).min(1);

const notice = z.object({
  id: noticeId,
  kind: noticeKind,
  /** The time of the event; for `quiet`, the beginning of the first day. */
  at: instant,
  isRead: z.boolean(),
  /** Null for a connection. */
  workspace: z.object({ slug: z.string(), name: z.string(), orgSlug: z.string() }).nullable(),
  /** The colleague who shared, asks for access, or gave it; null for the other kinds. */
  by: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** The named ones; none for a connection. */
  accounts: z.array(z.object({ id, name: z.string() })).max(limits.noticeAccounts),
  /** The number of accounts, including those that are not named. */
  total: z.number().int(),
  /** 'Gmail, ann@acme.example'; null for the other kinds. */
  connection: z.string().nullable(),
});
export type Notice = z.infer<typeof notice>;

export const noticeEndpoints = defineEndpoints({
  'GET /api/notices': {
    summary:
      'The notices of the signed-in user: of the last 30 days, the newest first, as far as they hold and the user may see them now.',
    access: 'person',
    level: 'full',
    response: z.object({
      notices: z.array(notice).max(limits.notices),
      unread: z.number().int(),
    }),
  },
  'PUT /api/notices/read': {
    summary: 'Marks notices as read or unread. Ids of notices that no longer exist are ignored.',
    access: 'person',
    level: 'full',
    body: z.object({
      ids: z.array(noticeId).min(1).max(limits.notices),
      isRead: z.boolean('must be true or false'),
    }),
    response: emptyObject,
  },
});
