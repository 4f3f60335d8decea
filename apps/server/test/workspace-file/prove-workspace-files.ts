import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openZip } from '#modules/personal-data/archive/read-zip.ts';
import { readWhole } from '#modules/personal-data/workspace-file/read-lines.ts';
import { migrateToLatest } from '#platform/database/migrate.ts';
import { startOwnPostgres } from '../own-postgres.ts';
import { fillLargeWorkspace } from './fill-large-workspace.ts';
import { measureCommand, type RunningCommand, startCommand } from './run-command.ts';

/** The most memory that a process may have, whatever the size of the workspace. */
const MAX_MIB = 300;
/** Of `fillLargeWorkspace`. */
const USERS_AND_WORKSPACES = 5;
const [emails = 25_000, kills = 20, killedEmails = 2_500] = process.argv.slice(2).map(Number);

const folder = path.join(tmpdir(), `workspace-files-${process.pid}`);
mkdirSync(folder);
const postgres = await startOwnPostgres(path.join(folder, 'server'));
const say = (text: string) => void process.stdout.write(`${text}\n`);
const failures: string[] = [];
const check = (isGood: boolean, what: string) => {
  if (!isGood) failures.push(what);
};

const urlOf = (database: string) => {
  const url = new URL(postgres.url);
  url.pathname = `/${database}`;
  return url.href;
};
const exportTo = (url: string, file: string) =>
  startCommand(url, folder, ['export-workspace', '--workspace', 'large/large', '--file', file]);
const importFrom = (url: string, file: string) =>
  startCommand(url, folder, ['import-workspace', '--file', file]);

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text).finally(() => client.end());
  return rows;
}

async function createServer(name: string): Promise<string> {
  await query(postgres.url, `create database ${name}`);
  await migrateToLatest(urlOf(name));
  return urlOf(name);
}

/** The rows, bytes and hashes of all tables in a file. */
async function sumsOf(file: string): Promise<string> {
  const archive = await openZip(file);
  const text = await readWhole(archive, 'complete.json', 1_000_000);
  archive.close();
  return JSON.stringify(JSON.parse(text.toString('utf8')).files);
}

/** How many users and workspaces are there, after the killed process's connection has ended. */
async function countImported(url: string): Promise<number> {
  for (;;) {
    const busy = await query(
      url,
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name <> ''`,
    );
    if (busy.length === 0) break;
    await sleep(50);
  }
  const [row] = await query<{ count: number }>(
    url,
    `select ((select count(*) from users) + (select count(*) from workspaces)
       + (select count(*) from captured_activities))::int as count`,
  );
  return row?.count ?? -1;
}

/** Kills a command at a random moment of its time. Returns whether it had not ended before. */
async function killWithin(running: RunningCommand, seconds: number): Promise<boolean> {
  await sleep(Math.random() * seconds * 1_000);
  running.child.kill('SIGKILL');
  return (await running.ended) === null;
}

const clear = (url: string) =>
  query(url, 'delete from workspaces; delete from users; delete from organizations');

try {
  const source = await createServer('source');
  await fillLargeWorkspace(source, emails);
  const whole = path.join(folder, 'whole.zip');
  const exported = await measureCommand(exportTo(source, whole));
  const megabytes = Math.round(
    Object.values(JSON.parse(await sumsOf(whole)) as Record<string, { bytes: number }>).reduce(
      (sum, { bytes }) => sum + bytes,
      0,
    ) / 1_000_000,
  );
  const packed = Math.round(statSync(whole).size / 1_000_000);
  const figures = ({ seconds, peakMiB, halfwayMiB }: typeof exported) =>
    `${seconds.toFixed(1)} s, at most ${Math.round(peakMiB)} MiB of memory (${Math.round(halfwayMiB)} in the first half)`;
  say(
    `export of ${emails} emails, ${megabytes} MB of rows, ${packed} MB packed: ${figures(exported)}`,
  );
  check(exported.peakMiB < MAX_MIB, 'an export needs too much memory');

  const target = await createServer('target');
  const imported = await measureCommand(importFrom(target, whole));
  say(`import: ${figures(imported)}`);
  check(imported.peakMiB < MAX_MIB, 'an import needs too much memory');
  const again = path.join(folder, 'again.zip');
  await measureCommand(exportTo(target, again));
  check((await sumsOf(again)) === (await sumsOf(whole)), 'what was imported differs');

  const small = await createServer('small');
  await fillLargeWorkspace(small, killedEmails);
  const complete = path.join(folder, 'complete.zip');
  const { seconds: exportSeconds } = await measureCommand(exportTo(small, complete));
  let [cutOff, late] = [0, 0];
  for (let count = 0; count < kills; count += 1) {
    const file = path.join(folder, 'killed.zip');
    rmSync(file, { force: true });
    if (await killWithin(exportTo(small, file), exportSeconds)) cutOff += 1;
    else late += 1;
    const isWhole = existsSync(file) && (await sumsOf(file)) === (await sumsOf(complete));
    check(isWhole || !existsSync(file), 'a killed export left a half file');
  }
  say(
    `exports of ${killedEmails} emails killed: ${cutOff}, ended before: ${late}; each left the whole file or none`,
  );

  const empty = await createServer('empty');
  const all = USERS_AND_WORKSPACES + killedEmails;
  const { seconds: importSeconds } = await measureCommand(importFrom(empty, complete));
  check((await countImported(empty)) === all, 'an import lacks rows');
  await clear(empty);
  [cutOff, late] = [0, 0];
  for (let count = 0; count < kills; count += 1) {
    if (await killWithin(importFrom(empty, complete), importSeconds)) cutOff += 1;
    else late += 1;
    const rows = await countImported(empty);
    check(rows === 0 || rows === all, 'a killed import left a part');
    if (rows > 0) await clear(empty);
  }
  say(`imports killed: ${cutOff}, ended before: ${late}; each left all rows or none`);
  await measureCommand(importFrom(empty, complete));
  const last = path.join(folder, 'last.zip');
  await measureCommand(exportTo(empty, last));
  check((await sumsOf(last)) === (await sumsOf(complete)), 'an import after kills differs');
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) say(`FAILED: ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
