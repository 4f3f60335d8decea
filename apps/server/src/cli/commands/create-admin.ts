import { text } from 'node:stream/consumers';
import { limits } from '@repo/contract/limits';
import { commandLine } from '#modules/audit/actor.ts';
import { resetLink } from '#modules/auth/reset-link.ts';
import { issueResetToken } from '#modules/auth/reset-token.ts';
import { requirePassword } from '#modules/auth/require-password.ts';
import { setPassword } from '#modules/auth/set-password.ts';
import { createUser } from '#modules/users/create-user.ts';
import { recordInvited } from '#modules/users/record-invited.ts';
import { type CliContext, type Command, option, requiredOption } from '../command.ts';
import { emailOption } from '../options.ts';

/** Prints the link, since a new server may not be able to send mail yet. */
export const createAdmin: Command = {
  name: 'create-admin',
  summary: 'Creates an administrator and prints the link to set their password',
  options: [
    emailOption,
    requiredOption('--name <name>', 'First and last name'),
    option(
      '--password-stdin',
      'Reads the password from the standard input instead of printing a link',
    ),
  ],
  run: async (context, given) => {
    const { db } = context;
    const password = given.flag('password-stdin')
      ? await readPassword(given.text('email'))
      : undefined;
    const user = await db.transaction().execute(async (tx) => {
      const wanted = { email: given.text('email'), name: given.text('name'), isAdmin: true };
      const person = await createUser(tx, wanted);
      await recordInvited(tx, commandLine, { ...person, isAdmin: true, isTest: false });
      return person;
    });
    if (password !== undefined) {
      await setPassword(db, user, password);
      return { data: { user }, text: `${user.email} is an administrator now.` };
    }
    const link = await makeLink(context, user.id);
    return {
      data: { user, link },
      text: [
        `${user.email} is an administrator now. Choose the password here, within ${limits.sentLinkHours} hours:`,
        '',
        `  ${link}`,
      ].join('\n'),
    };
  },
};

/** @throws AppError for one that cannot be used, before the user is created */
async function readPassword(email: string): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  await requirePassword(password, email);
  return password;
}

async function makeLink({ config, db }: CliContext, userId: string): Promise<string> {
  const hours = limits.sentLinkHours;
  const token = await issueResetToken(db, { kind: 'sent', userId, initiatorId: null, hours });
  return resetLink(config, token);
}
