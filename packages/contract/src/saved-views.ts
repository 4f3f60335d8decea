import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id, typedText } from './fields.ts';
import { limits } from './limits.ts';

/** The name of a filter, a column or an order, as the address of the grid has it. */
const key = z.string().regex(/^[a-z]\w{0,39}$/i, 'must be the name of a filter or a column');

const entries = <Value extends z.ZodType>(value: Value) =>
  z.record(key, value).refine((all) => Object.keys(all).length <= limits.viewEntries, {
    error: `must have at most ${limits.viewEntries} entries`,
  });

/**
 * The state of the grid, as in the address of its page. The server knows neither filters nor columns: it
 * stores the client's state, and a client ignores the parts that it does not know.
 */
export const viewState = z
  .object({
    filters: entries(
      z
        .string()
        .min(1)
        .max(limits.emailLength)
        .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of text'),
    ),
    /** The sort column, with `-` before it if descending. */
    sort: z
      .string()
      .regex(/^-?[a-z]\w{0,39}$/i, 'must be the name of an order')
      .optional(),
    /** The columns shown, from the left; the initial ones when absent. */
    columns: z.array(key).max(limits.viewEntries).optional(),
    /** In pixels, for columns whose width was changed. */
    widths: entries(z.number().int().min(20).max(5_000)),
  })
  .refine((state) => JSON.stringify(state).length <= limits.viewStateLength, 'is too long');
export type ViewState = z.infer<typeof viewState>;

export const savedView = z.object({
  id,
  name: z.string(),
  /** Everyone in the workspace sees and opens it. */
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** Whether the user may change it: its owner may, and the workspace's owners if it is shared. */
  canChange: z.boolean(),
  /** Whether the grid opens with it for the signed-in user. */
  isDefault: z.boolean(),
  /** Null when the owner has left the workspace. */
  owner: z.object({ name: z.string() }).nullable(),
  state: viewState,
});
export type SavedView = z.infer<typeof savedView>;

/** The view that opens by itself, listed with the workspace so that it opens without delay. */
export const defaultView = savedView.pick({ id: true, name: true, state: true });

const ofWorkspace = z.object({ workspaceId: id });
const ofView = z.object({ workspaceId: id, viewId: id });

export const savedViewEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/views': {
    summary:
      "The saved views of the accounts grid: the user's own, and those shared with the workspace.",
    access: 'person',
    scope: 'accounts:read',
    level: 'full',
    params: ofWorkspace,
    response: z.object({
      /** By name. */
      views: z.array(savedView).max(limits.viewsPerUser + limits.sharedViews),
      /** Email addresses in filters of these views that no member of the workspace has. */
      departed: z.array(z.string()),
    }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/views': {
    summary: 'Saves a view of the accounts grid, private or shared with the workspace.',
    access: 'person',
    scope: 'accounts:write',
    level: 'full',
    params: ofWorkspace,
    body: z.object({ name: typedText, isShared: z.boolean().default(false), state: viewState }),
    response: z.object({ view: savedView }),
    errors: ['NOT_FOUND', 'LIMIT_REACHED'],
  },
  'PATCH /api/workspaces/{workspaceId}/views/{viewId}': {
    summary: 'Renames a view, shares it or makes it private, or gives it another state.',
    access: 'person',
    scope: 'accounts:write',
    level: 'full',
    params: ofView,
    body: z.object({
      name: typedText.optional(),
      isShared: z.boolean().optional(),
      state: viewState.optional(),
    }),
    response: z.object({ view: savedView }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'LIMIT_REACHED'],
  },
  'DELETE /api/workspaces/{workspaceId}/views/{viewId}': {
    summary: 'Deletes a view; a shared one is deleted for all members.',
    access: 'person',
    scope: 'accounts:write',
    level: 'full',
    params: ofView,
    response: emptyObject,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  },
  'PUT /api/workspaces/{workspaceId}/default-view': {
    summary: 'Sets the view that the grid opens with for the signed-in user, or none.',
    access: 'person',
    level: 'full',
    params: ofWorkspace,
    body: z.object({ viewId: id.nullable() }),
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
});
