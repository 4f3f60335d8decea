import type { Role } from '@repo/contract/fields';

export const roleLabels: Record<Role, string> = { owner: 'Owner', member: 'Member' };

export const roleOptions = (Object.entries(roleLabels) as [Role, string][]).map(
  ([value, label]) => ({ value, label }),
);
