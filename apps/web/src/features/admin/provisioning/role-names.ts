import type { Role } from '@repo/contract/fields';

export const ROLE_NAMES: Record<Role, string> = { member: 'Member', owner: 'Owner' };
