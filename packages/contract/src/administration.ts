import { z } from 'zod';
import { adminOrganization, adminWorkspace } from './admin.ts';
import { defineEndpoints } from './endpoint.ts';
import { costOfList } from './request-cost.ts';
import { emptyObject, id, instant, paged, pageQuery, typedText } from './fields.ts';
import { limits } from './limits.ts';
import { providerId } from './providers.ts';

/** A user's connection that needs attention, without its content. */
const attentionConnection = z.object({
  id,
  person: z.object({ id, name: z.string(), email: z.string() }),
  provider: providerId,
  /** The provider's display name. */
  name: z.string(),
  /** 'reconnect': the user has to connect again. 'failing': three or more syncs failed in a row. */
  state: z.enum(['reconnect', 'failing']),
  /** When it last synced, or was connected if it never did. */
  since: instant,
});
export type AttentionConnection = z.infer<typeof attentionConnection>;

const changes = z.object({ name: typedText.optional(), slug: typedText.optional() });

const archiving = z.object({ archived: z.boolean('must be true or false') });

/** Changes to organizations and workspaces after they were created. */
export const administrationEndpoints = defineEndpoints({
  'PATCH /api/admin/organizations/{id}': {
    summary: 'Changes the name of an organization, and its slug if one is given.',
    access: 'admin',
    level: 'full',
    params: z.object({ id }),
    body: changes,
    response: z.object({ organization: adminOrganization }),
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'PATCH /api/admin/workspaces/{id}': {
    summary: 'Changes the name of a workspace, and its slug if one is given.',
    access: 'admin',
    level: 'full',
    params: z.object({ id }),
    body: changes,
    response: z.object({ workspace: adminWorkspace }),
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'PUT /api/admin/organizations/{id}/archived': {
    summary:
      'Archives an organization with its workspaces, or unarchives it with those archived with it.',
    access: 'admin',
    level: 'full',
    params: z.object({ id }),
    body: archiving,
    response: z.object({ organization: adminOrganization }),
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'PUT /api/admin/workspaces/{id}/archived': {
    summary: 'Archives a workspace: its members no longer see it; or unarchives it.',
    access: 'admin',
    level: 'full',
    params: z.object({ id }),
    body: archiving,
    response: z.object({ workspace: adminWorkspace }),
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'POST /api/workspaces/{workspaceId}/owner': {
    summary: 'Makes another member the owner in place of the caller, who becomes a member.',
    access: 'person',
    level: 'full',
    params: z.object({ workspaceId: id }),
    body: z.object({ userId: id }),
    response: emptyObject,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'GET /api/admin/connections': {
    summary: 'Connections that need attention, the longest without a sync first.',
    access: 'admin',
    scope: 'administration:read',
    cost: costOfList({ filters: ['search'] }),
    level: 'full',
    query: pageQuery,
    response: paged(attentionConnection),
  },
  'GET /api/admin/audit/export': {
    summary: `The audit log as CSV, newest first; at most ${limits.auditExport} entries.`,
    access: 'admin',
    cost: 'high',
    level: 'full',
    query: pageQuery.pick({ search: true }).extend({
      /** Only changes by or about this user. */
      person: id.optional(),
    }),
    response: 'file',
  },
});
