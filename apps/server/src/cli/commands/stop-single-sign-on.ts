import { commandLine } from '#modules/audit/actor.ts';
import { stopRequiringSingleSignOn } from '#modules/single-sign-on/stop-requiring.ts';
import { type Command, requiredOption } from '../command.ts';
import { findOrganizationId } from '../find-named.ts';

export const stopSingleSignOn: Command = {
  name: 'stop-single-sign-on',
  summary: 'Lets the users of an organization sign in by password again, when its provider is down',
  options: [requiredOption('--organization <slug>', 'The organization, by its slug')],
  run: async ({ db }, given) => {
    const slug = given.text('organization');
    const id = await findOrganizationId(db, slug);
    const wasRequired = await stopRequiringSingleSignOn(db, commandLine, id);
    return {
      data: { organization: slug, wasRequired },
      text: wasRequired
        ? `The users of ${slug} can sign in by password again.`
        : `Single sign-on was not required in ${slug}.`,
    };
  },
};
