import { plural } from '@repo/domain/text/plural';
import { limits } from '@repo/contract/limits';
import { sendPasswordReset } from '#modules/admin/send-password-reset.ts';
import { commandLine } from '#modules/audit/actor.ts';
import type { Command } from '../command.ts';
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
    const hours = limits.sentLinkHours;
    return {
      data: { email },
      text: `Made a link for ${email}. It works for ${plural(hours, 'hour')}.`,
    };
  },
};
