import type { Page } from '@playwright/test';
import { callApi } from '../call-api.ts';
import { onlyPerson, openAs, type TestEnvironment } from '../journey.ts';
import { mailsIn } from './sandbox.ts';
import { writeMail } from './write-mail.ts';

/** The sender of the emails, who belongs to the account's company. */
export const elena = 'Elena <elena@brightwater.example>';

/**
 * A user at the page of integrations with an email from Elena for each subject, a day apart, in a
 * mailbox that is not connected yet; and with an account of her company.
 */
export async function openIntegrationsWithMails(
  page: Page,
  environment: TestEnvironment,
  subjects: readonly string[],
) {
  const team = await environment.createTeam();
  const person = onlyPerson(team);
  for (const [index, subject] of subjects.entries()) {
    const daysAgo = subjects.length - index;
    const mail = writeMail({ from: elena, to: person.email, subject, daysAgo });
    await environment.deliver(person.email, mail);
  }
  await callApi(environment, person, 'POST /api/accounts/import', {
    domains: ['brightwater.example'],
    source: 'manual',
    name: 'Brightwater',
    workspaceId: team.workspace.id,
  });
  await openAs(page, person, '/integrations');
  return { ...team, person, mails: await mailsIn(environment, person.email) };
}
