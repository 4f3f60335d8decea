import { updateUser } from '#modules/admin/update-user.ts';
import { commandLine } from '#modules/audit/actor.ts';
import type { Command } from '../command.ts';
import { findUserByEmail } from '../find-named.ts';
import { emailOption } from '../options.ts';
import { setActive } from '../set-active.ts';

export const deactivate: Command = {
  name: 'deactivate',
  summary: 'Deactivates a user: ends their sessions and syncs; shared activity stays',
  options: [emailOption],
  run: async ({ db }, given) => {
    const { id, email } = await findUserByEmail(db, given.text('email'));
    await updateUser({ db }, commandLine, { userId: id, isActive: false });
    return { data: { email }, text: `${email} is not active any more.` };
  },
  onServer: async (server, given) => {
    const email = await setActive(server, given.text('email'), false);
    return { data: { email }, text: `${email} is not active any more.` };
  },
};
