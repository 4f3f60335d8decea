import { plural } from '@repo/domain/text/plural';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Context } from '#platform/context.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import { connectionName, type NamedProvider } from './digest/list-failed-syncs.ts';
import { escapeHtml, htmlLink, htmlMail } from './mailing/mail-html.ts';
import { oneClickAddress, sealSubscription, unsubscribePage } from './mailing/unsubscribe-token.ts';
import { hexId } from '#platform/ids.ts';

export interface Owner {
  userId: string;
}

/**
 * Connections to be connected again with a user who got no email about it: at most one email for each time
 * that they were connected, and one a day for each.
 */
export const unmailed = sql<boolean>`needs_reauth and credentials is not null
  and (problem_mailed_at is null
    or problem_mailed_at < connected_at and problem_mailed_at < now() - interval '1 day')`;

/**
 * Emails a user which of their connections stopped working. The connections are marked before the email is
 * handed over, so that no one is mailed twice. Rejects when the email could not be handed over.
 */
export async function mailConnectionProblems(
  { config, db, log, mailer, secretBox }: Context,
  providers: readonly NamedProvider[],
  { userId }: Owner,
): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('connection_mail', '=', true)
    .executeTakeFirst();
  if (person === undefined) return;
  const { rows: connections } = await sql<Claimed>`
    update integrations set problem_mailed_at = now()
    where owner_id = ${userId} and ${unmailed}
    returning id, provider, source, old.problem_mailed_at as "mailedAt"`.execute(db);
  if (connections.length === 0) return;
  const names = connections.map((one) => connectionName(providers, one)).toSorted();
  const token = sealSubscription(secretBox, { userId, kind: 'connection-problem' });
  const ids = connections.map(({ id }) => id).join(' ');
  try {
    await mailer.send({
      to: person.email,
      ...compose(config, { ...person, names, unsubscribe: unsubscribePage(config, token) }),
      unsubscribeUrl: oneClickAddress(config, token),
      id: hexId(`problem ${ids} ${Date.now()}`),
    });
  } catch (error) {
    for (const { id, mailedAt } of connections) {
      await db
        .updateTable('integrations')
        .set({ problem_mailed_at: mailedAt })
        .where('owner_id', '=', userId)
        .where('id', '=', id)
        .execute();
    }
    log.error({ err: error, userId }, 'the mail about a connection could not be sent');
    throw error;
  }
}

interface Claimed {
  id: string;
  provider: string;
  source: string | null;
  /** When its owner was mailed before. */
  mailedAt: Date | null;
}

interface Problem {
  name: string;
  names: readonly string[];
  unsubscribe: string;
}

function compose(
  { productName, webUrl }: Config,
  { name, names, unsubscribe }: Problem,
): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const isOne = names.length === 1;
  const what = isOne ? 'A connection' : plural(names.length, 'connection');
  const title = `${what} ${isOne ? 'needs' : 'need'} your attention`;
  const facts = `${isOne ? 'This connection no longer lets us in, so nothing new arrives from it' : 'These connections no longer let us in, so nothing new arrives from them'}:`;
  const next = `Connect ${isOne ? 'it' : 'them'} again under Integrations. What was missed is read then, and what was stored stays.`;
  const integrations = `${webUrl}/integrations`;
  const settings = `${webUrl}/import-preferences/settings`;
  return {
    subject: productName ? `${productName}: ${title}` : title,
    text: [
      `Hello ${name},`,
      facts,
      names.map((one) => `- ${one}`).join('\n'),
      next,
      integrations,
      `--\nUnsubscribe: ${unsubscribe}\nAll notifications: ${settings}`,
    ].join('\n\n'),
    html: htmlMail({
      title,
      preview: names.join('; '),
      body: `<p style="margin:12px 0 8px">${facts}</p>
<ul style="margin:0;padding:0 0 0 20px">${names.map((one) => `<li>${escapeHtml(one)}</li>`).join('')}</ul>
<p style="margin:12px 0">${next}</p>
<p style="margin:0">${htmlLink(integrations, 'Open Integrations')}</p>`,
      footer: `${htmlLink(unsubscribe, 'Unsubscribe')} · ${htmlLink(settings, 'All notifications')}`,
    }),
  };
}
