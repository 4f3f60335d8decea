import { plural } from '@repo/domain/text/plural';
import { limits } from '@repo/contract/limits';
import { sendPasswordReset } from '#modules/admin/send-password-reset.ts';
import { commandLine } from '#modules/audit/actor.ts';
import type { Command, Outcome } from '../command.ts';
import { findUserByEmail } from '../find-named.ts';
import { emailOption } from '../options.ts';

export const resetPassword: Command = {
  name: 'reset-password',
  summary: 'Sends a person a link to choose a new password',
  options: [emailOption],
  sendsMail: true,
  run: async (context, given) => {
    const { id } = await findUserByEmail(context.db, given.text('email'));
    const { email } = await sendPasswordReset(context, commandLine, id);
    return madeLink(email);
  },
  onServer: async (server, given) => {
    const { id } = await server.findUser(given.text('email'));
    const { email } = await server.call('POST /api/admin/users/{id}/password-reset', {
      params: { id },
    });
    return madeLink(email);
  },
};

const madeLink = (email: string): Outcome => ({
  data: { email },
  text: `Made a link for ${email}. It works for ${plural(limits.sentLinkHours, 'hour')}.`,
});
