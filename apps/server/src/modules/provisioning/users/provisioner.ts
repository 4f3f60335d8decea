import type { Manager } from '#modules/workspaces/manager.ts';
import type { Context } from '#platform/context.ts';

/** The organization of a token. */
export interface Organization {
  id: string;
  name: string;
  slug: string;
}

export type ProvisioningParts = Pick<Context, 'config' | 'db' | 'jobs'>;

/** The actor in the name of a provider, as the audit log shows it: no user. */
export const provisionerOf = ({ name }: Organization): Manager => ({
  id: null,
  name: `Provisioning of ${name}`,
  isAdmin: true,
});
