import { z } from 'zod';
import { defineCalls } from './call.ts';
import { id, role } from './fields.ts';

/** A workspace as listed for the signed-in person, in the order of joining. */
export const workspace = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  role,
  organization: z.object({ id, name: z.string(), slug: z.string() }),
});
export type Workspace = z.infer<typeof workspace>;

export const workspaceCalls = defineCalls({
  'GET /api/workspaces': {
    summary: 'The workspaces of the signed-in person, in the order of joining.',
    access: 'person',
    answer: z.object({ items: z.array(workspace) }),
  },
});
