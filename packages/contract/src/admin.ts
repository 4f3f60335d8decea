import { z } from 'zod';
import { auditActions } from './audit-actions.ts';
import { user } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { costOfList } from './request-cost.ts';
import { id, instant, mailOutcome, paged, neededText, pageQuery, typedText } from './fields.ts';
import { limits } from './limits.ts';

/** A row of the list of users: a user without their workspaces. Only full servers have `hasSecondFactor`. */
export const adminUser = user.omit({ workspaces: true }).extend({
  hasSecondFactor: z.boolean().optional(),
});
export type AdminUser = z.infer<typeof adminUser>;

export const adminOrganization = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  workspaceCount: z.number().int(),
  /** People, each counted once however many of its workspaces they are in. */
  memberCount: z.number().int(),
  createdAt: instant,
  /** Null while it is in use, and while its members need no second factor. Only on a full server. */
  archivedAt: instant.nullable().optional(),
  secondFactorFrom: instant.nullable().optional(),
});
export type AdminOrganization = z.infer<typeof adminOrganization>;

export const adminWorkspace = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  organization: z.object({ id, name: z.string(), slug: z.string() }),
  memberCount: z.number().int(),
  createdAt: instant,
  /** Null while it is in use; only on a full server. */
  archivedAt: instant.nullable().optional(),
});
export type AdminWorkspace = z.infer<typeof adminWorkspace>;

/** The link that an administrator sent to the user; one that the user requested is not shown. */
export const passwordResetStatus = z.object({
  hasPendingReset: z.boolean(),
  resetToken: z
    .object({
      expiresAt: instant,
      /** The user who sent the link; null for the command line. */
      initiatorName: z.string().nullable(),
    })
    .nullable(),
});
export type PasswordResetStatus = z.infer<typeof passwordResetStatus>;

const auditedPerson = z.object({ id, name: z.string() });
/** The changed fields by name, with their values. */
const auditedFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export const auditEntry = z.object({
  id,
  at: instant,
  action: z.enum(auditActions),
  /** The user who made the change, by their name at that time; without an id for the command line. */
  actor: z.object({ id: id.nullable(), name: z.string() }),
  /** The user that the change concerns, with their name at that time. */
  person: auditedPerson.nullable(),
  /**
   * The organization or workspace that it concerns, as `organization` or `organization/workspace`.
   */
  scope: z.string().nullable(),
  before: auditedFields.nullable(),
  after: auditedFields.nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const flag = z.boolean('must be true or false');

export const adminEndpoints = defineEndpoints({
  'GET /api/admin/users': {
    summary: 'Users, newest first, searched by name or email.',
    access: 'admin',
    scope: 'administration:read',
    cost: costOfList({ filters: ['search'] }),
    level: 'specification',
    query: pageQuery,
    response: paged(adminUser),
  },
  'POST /api/admin/users/invite': {
    summary: 'Creates a user and sends them a link to choose their password.',
    access: 'admin',
    scope: 'administration:write',
    level: 'full',
    body: z.object({
      email: typedText,
      name: typedText,
      isAdmin: flag.optional(),
      isTest: flag.optional(),
    }),
    response: z.object({ user: adminUser, mail: mailOutcome }),
    errors: ['CONFLICT', 'RATE_LIMITED'],
  },
  'GET /api/admin/users/{id}': {
    summary: 'One user with their workspaces.',
    access: 'admin',
    scope: 'administration:read',
    level: 'specification',
    params: z.object({ id }),
    response: z.object({ user }),
    errors: ['NOT_FOUND'],
  },
  'PUT /api/admin/users/{id}': {
    summary:
      'Changes a user. With `updatedAt` as it was read, a change by someone else since then is a CONFLICT.',
    access: 'admin',
    scope: 'administration:write',
    level: 'specification',
    extras: ['updatedAt'],
    params: z.object({ id }),
    body: z.object({
      name: typedText,
      isAdmin: flag,
      isTest: flag,
      isActive: flag,
      updatedAt: instant.optional(),
    }),
    response: z.object({ user }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  'GET /api/admin/users/{id}/password-reset-status': {
    summary: 'Whether a reset link of the user is pending.',
    access: 'admin',
    level: 'specification',
    params: z.object({ id }),
    response: passwordResetStatus,
    errors: ['NOT_FOUND'],
  },
  'POST /api/admin/users/{id}/password-reset': {
    summary: `Sends the user a reset link that works for ${limits.sentLinkHours} hours.`,
    access: 'admin',
    scope: 'administration:write',
    level: 'specification',
    params: z.object({ id }),
    response: z.object({ email: z.string() }),
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'NETWORK_ERROR'],
  },
  'DELETE /api/admin/reset/user-data': {
    summary:
      "Deletes a user's tracked domains, their shares and what they published; for development.",
    access: 'admin',
    cost: 'high',
    level: 'specification',
    body: z.object({ email: neededText }),
    response: z.object({
      user: z.object({ email: z.string() }),
      deletedCounts: z.object({
        accountsDeleted: z.number().int(),
        accountSharesDeleted: z.number().int(),
      }),
    }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  },
  'GET /api/admin/provider-problems': {
    summary:
      'Problems that providers report with this server itself, such as a wrong client secret. Only its operators can fix them; syncs then continue automatically.',
    access: 'admin',
    scope: 'administration:read',
    level: 'full',
    response: z.object({
      problems: z.array(
        z.object({
          /** The company that grants access to its services: 'google'. */
          grantor: z.string(),
          /** The problem, and what to do about it. */
          message: z.string(),
          since: instant,
        }),
      ),
    }),
  },
  'GET /api/admin/organizations': {
    summary: 'Organizations, newest first, searched by name or slug.',
    access: 'admin',
    scope: 'administration:read',
    cost: costOfList({ filters: ['search'] }),
    level: 'specification',
    query: pageQuery,
    response: paged(adminOrganization),
  },
  'POST /api/admin/organizations': {
    summary: 'Creates an organization.',
    access: 'admin',
    scope: 'administration:write',
    level: 'full',
    body: z.object({ name: typedText, slug: typedText }),
    response: z.object({ organization: adminOrganization }),
    errors: ['CONFLICT'],
  },
  'GET /api/admin/workspaces': {
    summary: 'Workspaces, newest first, searched by name, slug or organization.',
    access: 'admin',
    scope: 'administration:read',
    cost: costOfList({ filters: ['search'] }),
    level: 'specification',
    query: pageQuery,
    response: paged(adminWorkspace),
  },
  'POST /api/admin/workspaces': {
    summary: 'Creates a workspace without members in an organization.',
    access: 'admin',
    scope: 'administration:write',
    level: 'full',
    body: z.object({ organizationId: id, name: typedText, slug: typedText }),
    response: z.object({ workspace: adminWorkspace }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  'GET /api/admin/workspaces/{id}': {
    summary: 'One workspace.',
    access: 'admin',
    scope: 'administration:read',
    level: 'full',
    params: z.object({ id }),
    response: z.object({ workspace: adminWorkspace }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/admin/audit': {
    summary:
      'The audit log: administrative changes, newest first, optionally by or about one user.',
    access: 'admin',
    scope: 'administration:read',
    cost: costOfList({ filters: ['search', 'person'] }),
    level: 'full',
    query: pageQuery.extend({
      /** Only changes by or about this user. */
      person: id.optional(),
    }),
    response: paged(auditEntry),
  },
});
