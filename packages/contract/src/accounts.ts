import { z } from 'zod';
import { activityType, timelineItem } from './activities.ts';
import { defineCalls } from './call.ts';
import { day, id, instant } from './fields.ts';
import { limits } from './limits.ts';

const person = z.object({ name: z.string(), email: z.string() });

/** A row of the accounts grid. */
export const accountRow = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  faviconUrl: z.string(),
  activityCount: z.number().int(),
  lastActivity: z.object({ title: z.string(), type: activityType, occurredAt: instant }).nullable(),
  contributors: z.array(z.object({ user: person })),
  creator: z.object({ name: z.string() }).nullable(),
  createdAt: instant,
  /** 21 days in America/New_York, oldest first, ending today; both of equal length. */
  timelineSummary: z
    .object({
      externalCounts: z.array(z.number().int()),
      internalCounts: z.array(z.number().int()),
    })
    .optional(),
});
export type AccountRow = z.infer<typeof accountRow>;

export const workspaceAccount = z.object({
  id,
  workspaceId: id,
  name: z.string(),
  domain: z.string(),
  faviconUrl: z.string(),
  createdAt: instant,
  discoveredByUser: z.object({ name: z.string() }).nullable(),
  activityCount: z.number().int(),
});
export type WorkspaceAccount = z.infer<typeof workspaceAccount>;

export const windowSize = z.enum(['3W', '6W', '12W']);
export type WindowSize = z.infer<typeof windowSize>;

export const accountCalls = defineCalls({
  'GET /api/workspaces/{workspaceId}/accounts': {
    summary: 'The accounts of a workspace; the whole list.',
    access: 'person',
    params: z.object({ workspaceId: id }),
    query: z.object({ includeTimeline: z.stringbool().default(false) }),
    answer: z.object({ accounts: z.array(accountRow) }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/accounts/{accountId}': {
    summary: 'One account of a workspace that the person belongs to.',
    access: 'person',
    params: z.object({ accountId: id }),
    answer: z.object({ workspaceAccount }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/accounts/{accountId}/timeline': {
    summary:
      'The activities of an account in a window of whole days in America/New_York that ends on `end_date` (today when absent), newest first. Mails of one thread with two or more messages in the window come as one conversation, placed at its last message.',
    access: 'person',
    params: z.object({ accountId: id }),
    query: z.object({
      range: windowSize.default('3W'),
      end_date: day.optional(),
    }),
    answer: z.object({ activities: z.array(timelineItem) }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/accounts/import': {
    summary:
      'Tracks domains for the person; with `workspaceId` and `name` also makes the workspace account of the one domain and shares it there, all or nothing.',
    access: 'person',
    bodyLimit: limits.importBodyBytes,
    body: z.object({
      domains: z.array(z.string()).max(limits.domainsPerImport),
      source: z.enum(['manual', 'discovered']).default('manual'),
      name: z.string().optional(),
      workspaceId: id.optional(),
    }),
    answer: z.object({
      results: z.array(
        z.object({
          domain: z.object({ id, domain: z.string(), addedAt: instant }),
          workspaceAccount: z.object({ id, name: z.string() }).optional(),
        }),
      ),
    }),
    errors: ['NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
  },
});
