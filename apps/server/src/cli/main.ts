import { runCommandLine } from './run-command-line.ts';

/** `npm run cli -- COMMAND`: the administration from the command line. */
const { exitCode, output, complaint } = await runCommandLine(process.argv.slice(2), process.env);
if (output !== '') console.log(output);
if (complaint !== '') console.error(complaint);
process.exit(exitCode);
