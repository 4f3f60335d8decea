import type { AuditAction } from '@repo/contract/admin';

export const actionLabels: Record<AuditAction, string> = {
  'user.invited': 'Invited user',
  'user.updated': 'Changed user',
  'user.password-changed': 'Changed own password',
  'user.password-reset-sent': 'Sent password reset',
  'user.data-reset': 'Reset user data',
  'organization.created': 'Created organization',
  'organization.changed': 'Changed organization',
  'organization.archived': 'Archived organization',
  'organization.unarchived': 'Unarchived organization',
  'workspace.created': 'Created workspace',
  'workspace.changed': 'Changed workspace',
  'workspace.archived': 'Archived workspace',
  'workspace.unarchived': 'Unarchived workspace',
  'workspace.ownership-transferred': 'Transferred ownership',
  'workspace.time-zone-changed': 'Changed time zone',
  'workspace.share-levels-changed': 'Changed levels of shares',
  'account.imported': 'Imported accounts',
  'account.renamed': 'Renamed account',
  'account.merged': 'Merged accounts',
  'account.owner-changed': 'Changed account owner',
  'account.domain-added': 'Added domain to account',
  'account.domain-removed': 'Removed domain from account',
  'account.primary-domain-changed': 'Changed primary domain',
  'account.deleted': 'Deleted account',
  'account.restored': 'Restored account',
  'member.invited': 'Invited member',
  'member.added': 'Added member',
  'member.role-changed': 'Changed role',
  'member.removed': 'Removed member',
  'invitation.withdrawn': 'Withdrew invitation',
  'invitation.declined': 'Declined invitation',
};

const fieldLabels: Record<string, string> = {
  name: 'Name',
  email: 'Email',
  slug: 'Slug',
  timeZone: 'Time zone',
  defaultLevel: 'Level of new shares',
  leastLevel: 'Least level asked for',
  role: 'Role',
  invitedBy: 'Invited by',
  isAdmin: 'Admin',
  isTest: 'Test user',
  isActive: 'Active',
  domain: 'Domain',
  domains: 'Domains',
  owner: 'Owner',
  shares: 'Shares',
  workspaces: 'Workspaces',
  sharedDomains: 'Shared domains',
  accounts: 'Accounts',
  accountId: 'Account (id)',
  ownerId: 'Owner (id)',
};

export const fieldLabel = (name: string): string => fieldLabels[name] ?? name;

export function fieldValue(value: string | number | boolean | undefined): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === undefined || value === '' ? '–' : String(value);
}
