import { type ChildProcess, exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { freePort } from '../../demo/src/free-port.ts';
import { expect, journey } from '../src/journey.ts';
import { readSentMails } from '../src/environment/read-sent-mails.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(exec);

/** A real server on an empty folder, as `npm start` starts it. */
async function startEmptyServer() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'start-a-team-'));
  const port = await freePort();
  const { LOG_LEVEL: _level, ...environment } = process.env;
  const settings = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' };
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...environment, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = await firstWords(server);
  const stop = async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: `http://localhost:${port}`, dataDir, said, stop };
}

/** Reads the server's standard error up to the instruction how to continue. */
function firstWords({ stderr }: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve) => {
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('create-admin')) resolve(said);
    });
  });
}

async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('heading', { name: 'Password reset successful' })).toBeVisible();
}

async function signInWith(page: Page, url: string, email: string, password: string) {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

journey('from an empty server to the first signed-in member', async ({ page, browser }) => {
  journey.slow();
  const { url, dataDir, said, stop } = await startEmptyServer();
  try {
    // The command is taken from the server's own words, and run unchanged.
    const command = /^ {2}(.*npm run cli -- create-admin .*)$/m.exec(said)?.[1] ?? 'no command';
    const { stdout } = await run(command, { cwd: root });
    const link = /http\S+\/reset-password\?token=\S+/.exec(stdout)?.[0] ?? 'no link';
    await choosePassword(page, link, 'the first password');
    await signInWith(page, url, 'you@example.org', 'the first password');
    await expect(page.getByRole('heading', { name: 'No Workspaces Available' })).toBeVisible();

    await page.goto(`${url}/admin/organizations`);
    await page.getByRole('button', { name: 'New Organization' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Acme');
    await page.getByRole('button', { name: 'Create Organization' }).click();
    await page.getByRole('button', { name: 'New workspace in Acme' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Sales');
    await page.getByRole('button', { name: 'Create Workspace' }).click();
    await expect(page.getByRole('heading', { name: 'No members yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Invite Member' }).first().click();
    await page.getByRole('textbox', { name: 'Email' }).fill('olga@acme.example');
    await expect(page.getByRole('combobox', { name: 'Role' })).toHaveText('Owner');
    await page.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'olga@acme.example' })).toContainText(
      'Invited',
    );

    const [mail = ''] = await readSentMails(path.join(dataDir, 'mail'), 'olga@acme.example');
    const invitation = /http\S+\/invitation\?token=\S+/.exec(mail)?.[0] ?? 'no invitation';
    const theirs = await (await browser.newContext()).newPage();
    await theirs.goto(invitation);
    await theirs.getByLabel('Name').fill('Olga Owner');
    await theirs.getByLabel('Password', { exact: true }).fill('a member’s password');
    await theirs.getByRole('button', { name: 'Create Account and Join' }).click();
    await expect(theirs).toHaveURL(`${url}/acme/sales/accounts`);
    await theirs.goto(`${url}/acme/sales/members`);
    await expect(theirs.getByRole('button', { name: 'Invite Member' })).toBeVisible();
  } finally {
    await stop();
  }
});
