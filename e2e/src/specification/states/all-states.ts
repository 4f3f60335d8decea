import { account } from './account.ts';
import { accountsGrid } from './accounts-grid.ts';
import { adminUsers } from './admin-users.ts';
import { administration } from './administration.ts';
import { importPreferences } from './import-preferences.ts';
import { importWizard } from './import-wizard.ts';
import { integrations } from './integrations.ts';
import { passwordReset } from './password-reset.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import type { State } from '../walk.ts';

/** Every state of the walk, by the screens that it belongs to. */
export const allStates: Readonly<Record<string, readonly State[]>> = {
  'sign in': signIn,
  'password reset': passwordReset,
  shell: shell,
  'admin users': adminUsers,
  administration: administration,
  'accounts grid': accountsGrid,
  account: account,
  'import preferences': importPreferences,
  'import wizard': importWizard,
  integrations: integrations,
};
