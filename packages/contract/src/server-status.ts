import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { limits } from './limits.ts';

/** The checks of a server, in the order in which they are shown. */
export const statusSubjects = [
  'database',
  'jobs',
  'syncs',
  'keys',
  'disk',
  'backup',
  'maintenance',
] as const;
export type StatusSubject = (typeof statusSubjects)[number];

const check = z.object({
  subject: z.enum(statusSubjects),
  /** 'attention': someone who runs the server has to do something. 'off': it is not used. */
  state: z.enum(['good', 'attention', 'off']),
  /** The finding and, if it needs attention, what to do. */
  message: z.string(),
});
export type StatusCheck = z.infer<typeof check>;

/** A kind of background job that waits or runs. */
const queue = z.object({
  name: z.string(),
  /** Counted at most a minute ago. */
  waiting: z.number(),
  running: z.number(),
  /** Since when the oldest job waits; null if none waits. */
  oldestAt: instant.nullable(),
  isLate: z.boolean(),
});
export type StatusQueue = z.infer<typeof queue>;

const providerBacklog = z.object({
  provider: z.string(),
  /** The provider's display name. */
  name: z.string(),
  connections: z.number(),
  /** Connections whose sync is due and has not begun. */
  due: z.number(),
  running: z.number(),
  /** Connections whose last sync failed. */
  failing: z.number(),
  /** Connections whose user has to connect again. */
  needsReauth: z.number(),
  /** The due time of the oldest waiting one; null if none is due. */
  oldestAt: instant.nullable(),
});
export type StatusProvider = z.infer<typeof providerBacklog>;

const storedWorkspace = z.object({
  id,
  name: z.string(),
  /** Activities on its accounts; one counts for each account that shows it. */
  activities: z.number(),
  /** Its share of the table of activities by their number: an estimate. */
  bytes: z.number(),
});
export type StatusWorkspace = z.infer<typeof storedWorkspace>;

export const serverStatusEndpoints = defineEndpoints({
  'GET /api/admin/status': {
    summary: 'The state of the server, for those who run it: without contents and secrets.',
    access: 'admin',
    scope: 'administration:read',
    cost: 'high',
    level: 'full',
    response: z.object({
      version: z.string(),
      readAt: instant,
      checks: z.array(check).max(statusSubjects.length),
      queues: z.array(queue).max(limits.statusRows),
      providers: z.array(providerBacklog).max(limits.statusRows),
      /** Measured once an hour; null when it could not be measured. */
      storage: z
        .object({
          measuredAt: instant,
          /** The table of activities with its indexes. */
          bytes: z.number(),
          /** The workspaces with the most activities come first. */
          workspaces: z.array(storedWorkspace).max(limits.statusRows),
          /** Workspaces that are not listed. */
          others: z.number(),
        })
        .nullable(),
    }),
  },
});
