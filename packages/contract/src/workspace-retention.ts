import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { previewQuery, retention, retentionState } from './retention.ts';

const ofWorkspace = z.object({ workspaceId: id });
const count = z.number().int();

const state = retentionState.extend({
  /** Nothing earlier is shown in the workspace, whatever is shared later; null where nothing was deleted yet. */
  activitiesBefore: instant.nullable(),
  /** No text of earlier activities is shown. */
  textsBefore: instant.nullable(),
});
export type WorkspaceRetentionState = z.infer<typeof state>;

/** Counts of what would be deleted, activities and texts up to `limits.retentionCounted`. */
const preview = z.object({
  activities: count,
  /** In how many accounts they are. */
  accounts: count,
  /** Accounts with older activities that stay because of a legal hold. */
  heldAccounts: count,
  /** Activities that stay, and lose their text or transcript. */
  texts: count,
  /** Everything before goes; null where all activities stay. */
  activitiesBefore: instant.nullable(),
  textsBefore: instant.nullable(),
});
export type WorkspaceRetentionPreview = z.infer<typeof preview>;

export const workspaceRetentionEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/retention': {
    summary:
      'For how many months a workspace keeps what its members share, and what was deleted so far. For its members and administrators.',
    access: 'person',
    level: 'full',
    params: ofWorkspace,
    response: state,
    errors: ['NOT_FOUND'],
  },
  'GET /api/workspaces/{workspaceId}/retention/preview': {
    summary:
      'What would be deleted if a workspace kept activities and their texts for so many months. Without a number nothing of them is. For its owners and administrators.',
    access: 'person',
    cost: 'high',
    level: 'full',
    params: ofWorkspace,
    query: previewQuery,
    response: preview,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'PUT /api/workspaces/{workspaceId}/retention': {
    summary:
      'Chooses for how many months a workspace keeps what its members share. A nightly job deletes what is older from the workspace. What was deleted does not come back.',
    access: 'person',
    level: 'full',
    params: ofWorkspace,
    body: retention,
    response: state,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
});
