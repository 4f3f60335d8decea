import { updateUser } from '#modules/admin/update-user.ts';
import { commandLine } from '#modules/audit/actor.ts';
import type { Command } from '../command.ts';
import { findUserByEmail } from '../find-named.ts';
import { emailOption } from '../options.ts';
import { setActive } from '../set-active.ts';

export const activate: Command = {
  name: 'activate',
  summary: 'Reactivates a deactivated user; their syncs resume',
  options: [emailOption],
  run: async ({ db }, given) => {
    const { id, email } = await findUserByEmail(db, given.text('email'));
    await updateUser({ db }, commandLine, { userId: id, isActive: true });
    return { data: { email }, text: `${email} is active.` };
  },
  onServer: async (server, given) => {
    const email = await setActive(server, given.text('email'), true);
    return { data: { email }, text: `${email} is active.` };
  },
};
