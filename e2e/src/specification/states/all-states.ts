import { account } from './account.ts';
import { accountsGrid } from './accounts-grid.ts';
import { adminLists, editUser } from './admin-users.ts';
import { administration } from './administration.ts';
import { importPreferences } from './import-preferences.ts';
import { importWizard } from './import-wizard.ts';
import { integrations } from './integrations.ts';
import { passwordReset } from './password-reset.ts';
import { shell } from './shell.ts';
import { onPhone } from './on-phone.ts';
import { fastPointer, routes } from './routes.ts';
import { signIn } from './sign-in.ts';
import { unusualResponses } from './unusual-responses.ts';
import type { State } from '../walk.ts';

/** Every state of the walk, by the screens that it belongs to. */
export const allStates: Readonly<Record<string, readonly State[]>> = {
  'sign in': signIn,
  'password reset': passwordReset,
  shell: shell,
  routes: routes,
  'fast pointer': fastPointer,
  '375 pixels': onPhone,
  'unusual responses': unusualResponses,
  'administration and its lists': adminLists,
  'a user in the administration': editUser,
  'organizations, workspaces and the reset of data': administration,
  'accounts grid': accountsGrid,
  account: account,
  'import preferences': importPreferences,
  'import wizard': importWizard,
  integrations: integrations,
};
