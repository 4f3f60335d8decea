import { expectAccessible } from '../src/expect/expect-accessible.ts';
import { expectNoHorizontalScroll } from '../src/expect/expect-no-horizontal-scroll.ts';
import { expectReadableMail } from '../src/expect/expect-readable-mail.ts';
import { expect, journey, onlyPerson, openAs } from '../src/journey.ts';

journey('the weekly digest arrives and is stopped with its link', async ({ page, environment }) => {
  const team = await environment.createTeam();
  const person = onlyPerson(team);
  const occurredAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
  await environment.fillAccount({
    person,
    workspaceId: team.workspace.id,
    domain: 'digested.example',
    name: 'Digested & Co',
    activities: [
      { occurredAt, participants: [{ name: 'Pat', email: 'pat@digested.example', role: 'from' }] },
    ],
  });
  await environment.change(person, 'send-digest');
  await environment.change(person, 'send-digest');
  const mails = await environment.mailsTo(person.email);
  expect(mails).toHaveLength(1);
  const [mail = ''] = mails;
  await expectReadableMail(page, mail, 'Digested & Co');

  const link = await page.getByRole('link', { name: 'Unsubscribe' }).getAttribute('href');
  await page.goto(link ?? 'no link');
  await expect(page.getByText(`Stop sending the weekly digest to ${person.email}?`)).toBeVisible();
  await expectAccessible(page, 'unsubscribe');
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeFocused();
  await expectAccessible(page, 'unsubscribed');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Already unsubscribed' })).toBeFocused();

  await openAs(page, person, '/import-preferences/settings');
  const digest = page.getByRole('checkbox', { name: 'Weekly digest' });
  await expect(digest).not.toBeChecked();
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.ok(),
  );
  await digest.check();
  await saved;
  await page.reload();
  await expect(digest).toBeChecked();

  // As a mail program does it, without a session.
  const address = /^List-Unsubscribe: <(.+)>$/m.exec(mail)?.[1] ?? 'no address';
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  for (const wasSubscribed of [true, false]) {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const response = await fetch(address, { method: 'POST', body });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { wasSubscribed } });
  }
  await page.reload();
  await expect(digest).not.toBeChecked();
});
