import { role } from '@repo/contract/fields';
import type { Role } from '@repo/contract/fields';
import { type Given, type Option, UsageError } from './command.ts';

export const emailOption: Option = {
  type: 'string',
  value: 'EMAIL',
  description: 'Of the person',
  required: true,
};

export const workspaceOption: Option = {
  type: 'string',
  value: 'ORGANIZATION/WORKSPACE',
  description: 'The workspace, by its slugs',
};

export const roleOption: Option = {
  type: 'string',
  value: 'ROLE',
  description: 'In the workspace: owner or member (default: member)',
};

/** @throws UsageError */
export function readRole(given: Given): Role {
  const parsed = role.safeParse(given.optional('role') ?? 'member');
  if (!parsed.success) throw new UsageError('--role must be owner or member');
  return parsed.data;
}

export const backupFile = (description: string): Option => ({
  type: 'string',
  value: 'FILE',
  description,
  required: true,
});
