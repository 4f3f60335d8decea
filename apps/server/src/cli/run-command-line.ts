import { CLI_COMMAND } from '#platform/cli-command.ts';
import { Argument, CommanderError, Command as Program } from 'commander';
import { ApiError } from '@repo/client/client';
import { type Config, readConfig } from '../config.ts';
import { AppError } from '#platform/http/app-error.ts';
import { type Command, type Environment, Given, type Outcome, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { openContext } from './open-context.ts';
import { keyFileNotes, openServer, requireNoKey, runOnServer } from './administered-server.ts';
import { printable } from './printable.ts';
import type { Mailer, OutgoingMail } from '#platform/mail/mailer.ts';

export interface CommandLineResult {
  /** 0 success, 1 failure, 2 usage error. */
  exitCode: 0 | 1 | 2;
  /** For the standard output; empty after a failure. */
  output: string;
  /** For the standard error. */
  complaint: string;
}

const intro = `Works with or without a running server, with the same settings (.env.example):
on DATABASE_URL where that is set, else on the embedded database in DATA_DIR.
With --server, from any machine: by the server's API, with the key in API_KEY or API_KEY_FILE.`;
const exitCodes = '\nExit codes: 0 success, 1 failure, 2 usage error.';

/** Runs a command line. Never throws. The texts control no terminal, whatever a server or a user wrote. */
export async function runCommandLine(
  args: string[],
  environment: Environment,
): Promise<CommandLineResult> {
  const { exitCode, output, complaint } = await runArguments(args, environment);
  return { exitCode, output: printable(output), complaint: printable(complaint) };
}

async function runArguments(args: string[], environment: Environment): Promise<CommandLineResult> {
  let [output, complaint] = ['', ''];
  const program = new Program(CLI_COMMAND)
    .description(intro)
    .addHelpText('after', exitCodes)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => (output += text),
      writeErr: (text) => (complaint += text),
    });
  for (const command of commands) {
    addCommand(program, command, async (given) => {
      const { data, text } = await run(command, given, environment);
      output = given.flag('json') ? JSON.stringify(data) : text;
    });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return { exitCode: 0, output, complaint: '' };
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      return { exitCode: 0, output: output.trimEnd(), complaint: '' };
    }
    const isUsage = error instanceof CommanderError || error instanceof UsageError;
    const asJson = args.includes('--json');
    return {
      exitCode: isUsage ? 2 : 1,
      output: '',
      complaint:
        error instanceof CommanderError && !asJson ? complaint.trimEnd() : complain(error, asJson),
    };
  }
}

function addCommand(
  program: Program,
  command: Command,
  action: (given: Given) => Promise<void>,
): void {
  const { name, summary, argument, options, sendsMail = false } = command;
  const added = program.command(name).description(summary).addHelpText('after', exitCodes);
  if (argument) added.addArgument(new Argument(`<${argument.name}>`).choices(argument.choices));
  for (const option of options) added.addOption(option);
  if (isForServers(command)) {
    added.option(
      '--server <address>',
      'Does it on this server, with an API key (API_KEY, API_KEY_FILE)',
    );
  }
  if (sendsMail) added.option('--print-mail', 'Prints the email instead of sending it');
  added.option('--json', 'Prints results and errors as JSON');
  added.action(() => action(new Given(added)));
}

function complain(error: unknown, asJson: boolean): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof AppError || error instanceof ApiError ? error.code : undefined;
  return asJson ? JSON.stringify({ error: { message, code } }) : message;
}

const isForServers = (command: Command): boolean =>
  'onServer' in command && command.onServer !== undefined;

async function run(command: Command, given: Given, environment: Environment): Promise<Outcome> {
  const address = given.optional('server');
  if (address !== undefined && 'onServer' in command && command.onServer !== undefined) {
    if (given.flag('print-mail')) {
      throw new UsageError('--print-mail does not go with --server, which sends the email itself');
    }
    const { onServer } = command;
    const server = await openServer(address, environment);
    const { data, text } = await runOnServer(() => onServer(server, given), address);
    return { data, text: [text, ...keyFileNotes(environment)].join('\n') };
  }
  if (isForServers(command)) requireNoKey(environment);
  const config = readConfig(environment);
  if ('runBeforeSchema' in command) return command.runBeforeSchema(config, given);
  const { context, close } = await openContext(config);
  try {
    if (!given.flag('print-mail')) {
      return withMailNote(await command.run(context, given, environment), command, config);
    }
    const mailer = createPrintingMailer();
    const { data, text } = await command.run({ ...context, mailer }, given, environment);
    const { mails } = mailer;
    return { data: { ...data, mails }, text: [text, ...mails.map(printedMail)].join('\n\n') };
  } finally {
    await close();
  }
}

function withMailNote(
  { data, text }: Outcome,
  { sendsMail }: Command,
  { smtpUrl }: Config,
): Outcome {
  if (!sendsMail || smtpUrl !== undefined) return { data, text };
  const note = 'SMTP_URL is not set: the mail was written to the folder mail in DATA_DIR.';
  return { data, text: `${text}\n${note}` };
}

/** Collects emails instead of sending them, so that they can be printed. */
function createPrintingMailer(): Mailer & { mails: OutgoingMail[] } {
  const mails: OutgoingMail[] = [];
  return { mails, send: async (mail) => void mails.push(mail) };
}

const printedMail = ({ to, subject, text }: OutgoingMail): string =>
  [`To: ${to}`, `Subject: ${subject}`, '', text]
    .map((line) => `  ${line.replaceAll('\n', '\n  ')}`)
    .join('\n');
