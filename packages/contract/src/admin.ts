import { z } from 'zod';
import { user } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { costOfList } from './request-cost.ts';
import { id, instant, mailOutcome, paged, pageQuery, typedText } from './fields.ts';
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

/** Everything that an administrator, an owner or the command line can change. */
export const auditActions = [
  'user.invited',
  'user.updated',
  'user.password-changed',
  'user.password-reset-sent',
  'user.factor-added',
  'user.factor-removed',
  'user.factors-reset',
  'user.recovery-codes-made',
  'user.recovery-code-used',
  'user.passkey-refused',
  'second-factor.rule-changed',
  'api-key.created',
  'api-key.revoked',
  'api-key.new-address',
  'user.data-reset',
  'user.leaving',
  'user.brought-back',
  'user.left',
  'user.deleted',
  'user.retention-changed',
  'contact.erased',
  'organization.created',
  'organization.changed',
  'organization.archived',
  'organization.unarchived',
  'sso.connection-changed',
  'sso.connection-removed',
  'sso.domain-added',
  'sso.domain-verified',
  'sso.domain-removed',
  'sso.linked',
  'sso.user-created',
  'sso.break-glass-used',
  'workspace.created',
  'workspace.changed',
  'workspace.archived',
  'workspace.unarchived',
  'workspace.ownership-transferred',
  'workspace.time-zone-changed',
  'workspace.share-levels-changed',
  'workspace.retention-changed',
  'workspace.protected-addresses-changed',
  'access.granted',
  'access.declined',
  'access.ended',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'account.imported',
  'account.renamed',
  'account.merged',
  'account.owner-changed',
  'account.tags-changed',
  'account.tag-deleted',
  'account.domain-added',
  'account.domain-removed',
  'account.primary-domain-changed',
  'account.held',
  'account.hold-lifted',
  'account.deleted',
  'account.restored',
  'member.invited',
  'member.added',
  'member.role-changed',
  'member.removed',
  'member.leaving',
  'member.brought-back',
  'member.left',
  'member.deleted',
  'invitation.withdrawn',
  'invitation.declined',
] as const;
export type AuditAction = (typeof auditActions)[number];

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
    cost: costOfList({ filters: ['search'] }),
    level: 'specification',
    query: pageQuery,
    response: paged(adminUser),
  },
  'POST /api/admin/users/invite': {
    summary: 'Creates a user and sends them a link to choose their password.',
    access: 'admin',
    level: 'full',
    body: z.object({
      email: typedText,
      name: typedText,
      isAdmin: flag.optional(),
      isTest: flag.optional(),
    }),
    response: z.object({ user: adminUser, mail: mailOutcome }),
    errors: ['CONFLICT'],
  },
  'GET /api/admin/users/{id}': {
    summary: 'One user with their workspaces.',
    access: 'admin',
    level: 'specification',
    params: z.object({ id }),
    response: z.object({ user }),
    errors: ['NOT_FOUND'],
  },
  'PUT /api/admin/users/{id}': {
    summary:
      'Changes a user. With `updatedAt` as it was read, a change by someone else since then is a CONFLICT.',
    access: 'admin',
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
    level: 'specification',
    params: z.object({ id }),
    response: z.object({ email: z.string() }),
    errors: ['NOT_FOUND', 'CONFLICT', 'NETWORK_ERROR'],
  },
  'DELETE /api/admin/reset/user-data': {
    summary:
      "Deletes a user's tracked domains, their shares and what they published; for development.",
    access: 'admin',
    cost: 'high',
    level: 'specification',
    body: z.object({ email: typedText.default('') }),
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
    cost: costOfList({ filters: ['search'] }),
    level: 'specification',
    query: pageQuery,
    response: paged(adminOrganization),
  },
  'POST /api/admin/organizations': {
    summary: 'Creates an organization.',
    access: 'admin',
    level: 'full',
    body: z.object({ name: typedText, slug: typedText }),
    response: z.object({ organization: adminOrganization }),
    errors: ['CONFLICT'],
  },
  'GET /api/admin/workspaces': {
    summary: 'Workspaces, newest first, searched by name, slug or organization.',
    access: 'admin',
    cost: costOfList({ filters: ['search'] }),
    level: 'specification',
    query: pageQuery,
    response: paged(adminWorkspace),
  },
  'POST /api/admin/workspaces': {
    summary: 'Creates a workspace without members in an organization.',
    access: 'admin',
    level: 'full',
    body: z.object({ organizationId: id, name: typedText, slug: typedText }),
    response: z.object({ workspace: adminWorkspace }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  'GET /api/admin/workspaces/{id}': {
    summary: 'One workspace.',
    access: 'admin',
    level: 'full',
    params: z.object({ id }),
    response: z.object({ workspace: adminWorkspace }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/admin/audit': {
    summary:
      'The audit log: administrative changes, newest first, optionally by or about one user.',
    access: 'admin',
    cost: costOfList({ filters: ['search', 'person'] }),
    level: 'full',
    query: pageQuery.extend({
      /** Only changes by or about this user. */
      person: id.optional(),
    }),
    response: paged(auditEntry),
  },
});
