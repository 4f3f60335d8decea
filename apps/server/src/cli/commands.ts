import type { Command } from './command.ts';
import { backup } from './commands/backup.ts';
import { activate } from './commands/activate.ts';
import { createAdmin } from './commands/create-admin.ts';
import {
  createOrganization,
  createWorkspace,
} from './commands/create-organization-or-workspace.ts';
import { deactivate } from './commands/deactivate.ts';
import { distribute } from './commands/distribute.ts';
import { doctor } from './commands/doctor.ts';
import { erase } from './commands/erase.ts';
import { exportWorkspace } from './commands/export-workspace.ts';
import { importWorkspace } from './commands/import-workspace.ts';
import { invite } from './commands/invite.ts';
import { list } from './commands/list.ts';
import { addMember, removeMember, withdrawInvitation } from './commands/members.ts';
import { maintenance } from './commands/maintenance.ts';
import { migrate } from './commands/migrate.ts';
import { resetPassword } from './commands/reset-password.ts';
import { restore } from './commands/restore.ts';
import { rotateKeys } from './commands/rotate-keys.ts';
import { stopSingleSignOn } from './commands/stop-single-sign-on.ts';
import { supportReport } from './commands/support-report.ts';
import { upgrade } from './commands/upgrade.ts';

/** Every command there is. */
export const commands: readonly Command[] = [
  createAdmin,
  createOrganization,
  createWorkspace,
  invite,
  addMember,
  removeMember,
  withdrawInvitation,
  deactivate,
  activate,
  resetPassword,
  stopSingleSignOn,
  list,
  migrate,
  upgrade,
  distribute,
  maintenance,
  backup,
  restore,
  exportWorkspace,
  importWorkspace,
  erase,
  rotateKeys,
  doctor,
  supportReport,
];
