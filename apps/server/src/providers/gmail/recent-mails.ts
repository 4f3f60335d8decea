import { createDomainMatcher } from '@repo/domain/domains/match-domains';
import type { Window } from '#modules/integrations/provider/activity-source.ts';
import type { Mailbox } from './connect-mailbox.ts';
import { gmailCosts, listPageSize } from './gmail-limits.ts';
import { headParticipants } from './map-head.ts';
import { mailTime } from './mail-time.ts';
import type { ReadHead } from './read-heads.ts';

/**
 * Gmail's search may lag this far behind the mailbox; Gmail documents no limit. Email that arrived
 * within this time is found without a search; milliseconds.
 */
const maxSearchLag = 2 * 60 * 60 * 1_000;

/**
 * The newest emails that concern a window and that its search did not find. Lists the mailbox
 * itself, which never lags, and reads emails from the newest on until one is older than the lag:
 * usually one, at most a page.
 *
 * @param found the ids that the search returned.
 */
export async function recentMails(
  mailbox: Mailbox,
  readHead: ReadHead,
  { domains }: Window,
  found: readonly string[],
): Promise<string[]> {
  const { messages = [] } = await mailbox.request(gmailCosts.list, (options) =>
    mailbox.api.messages.list({ userId: 'me', maxResults: listPageSize }, options),
  );
  const known = new Set(found);
  const since = Date.now() - maxSearchLag;
  const matches = domains && createDomainMatcher(domains);
  const recent: string[] = [];
  for (const { id } of messages) {
    if (!id || known.has(id)) continue;
    const mail = await readHead(id);
    if (mail === undefined) continue;
    if (mailTime(mail).getTime() < since) break;
    const { participants, bcc } = headParticipants(mail);
    const isConcerned =
      matches === undefined ||
      [...participants, ...bcc].some(({ email }) => matches(email).length > 0);
    if (isConcerned) recent.push(id);
  }
  return recent;
}
