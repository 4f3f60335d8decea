import { role, type MailOutcome, type Role } from '@repo/contract/fields';
import { type Given, option, requiredOption, UsageError } from './command.ts';

export const emailOption = requiredOption('--email <email>', 'Email of the user');

const workspaceFlags = '--workspace <organization/workspace>';
export const workspaceOption = option(workspaceFlags, 'The workspace, by its slugs');
export const requiredWorkspaceOption = requiredOption(
  workspaceFlags,
  'The workspace, by its slugs',
);

export const roleOption = option(
  '--role <role>',
  'Role in the workspace: owner or member (default: member)',
);

export const backupFileOption = (description: string) =>
  requiredOption('--file <file>', description);

/** @throws UsageError */
export function readRole(given: Given): Role {
  const parsed = role.safeParse(given.optional('role') ?? 'member');
  if (!parsed.success) throw new UsageError('--role must be owner or member');
  return parsed.data;
}

const mailNotes: Record<MailOutcome, string> = {
  sent: 'They are notified by email.',
  failed: 'The email could not be sent: see the log above, then send it again.',
};

/** Reports whether the email of a command was sent, followed by printed emails. */
export const mailNote = (mail: MailOutcome, given: Given): string =>
  given.flag('print-mail') ? 'Email:' : mailNotes[mail];
