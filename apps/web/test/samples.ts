import type { EndpointResponse } from '@repo/contract/endpoints';
import type { NotificationSettings } from '@repo/contract/notifications';
import type { User } from '@repo/contract/auth';
import type { TrackedDomain } from '@repo/contract/domains';
import type { Integration } from '@repo/contract/integrations';
import type { Workspace } from '@repo/contract/workspaces';

let lastId = 0;

/** A new UUID each time, the same in every run. */
export function sampleId(): string {
  lastId += 1;
  return `00000000-0000-4000-8000-${String(lastId).padStart(12, '0')}`;
}

export function sampleUser(parts: Partial<User> = {}): User {
  return {
    id: sampleId(),
    name: 'Maya Lindqvist',
    email: 'maya@northwind.example',
    isAdmin: false,
    isTest: false,
    isActive: true,
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    organizations: [{ name: 'Northwind' }],
    workspaces: [],
    ...parts,
  };
}

export function sampleOrganization(name: string): Workspace['organization'] {
  return { id: sampleId(), name, slug: slugify(name) };
}

const northwind = sampleOrganization('Northwind');

export function sampleWorkspace(name: string, parts: Partial<Workspace> = {}): Workspace {
  return {
    id: sampleId(),
    name,
    slug: slugify(name),
    role: 'member',
    organization: northwind,
    ...parts,
  };
}

/** A mailbox that is connected and not read yet. */
export function sampleIntegration(parts: Partial<Integration> = {}): Integration {
  return {
    id: sampleId(),
    provider: 'gmail',
    name: 'Gmail',
    isConnected: true,
    needsReauth: false,
    lastSyncedAt: null,
    ...parts,
  };
}

export function sampleTrackedDomain(
  domain: string,
  parts: Partial<TrackedDomain> = {},
): TrackedDomain {
  return {
    id: sampleId(),
    domain,
    addedAt: '2026-03-04T12:00:00.000Z',
    activityCount: 0,
    sampleEmails: [],
    sampleNames: [],
    workspaceShares: [],
    ...parts,
  };
}

function slugify(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** The settings of a user who has chosen nothing. */
/** A user without a second factor. */
export const noFactors = (): EndpointResponse<'GET /api/auth/factors'> => ({
  authenticatorApp: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  offersPasskeys: true,
  hasPassword: true,
  company: null,
  requiredFrom: null,
});

export const sampleNotificationSettings = (): NotificationSettings => ({
  weeklyDigest: true,
  morningMail: false,
  connectionProblem: true,
  timeZone: null,
  shareNotices: true,
  answerNotices: true,
  quietNotices: true,
  connectionNotices: true,
});
