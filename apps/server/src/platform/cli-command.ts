import { existsSync } from 'node:fs';
import path from 'node:path';

const launcher = path.resolve(import.meta.dirname, '../../../../scripts/with-node.sh');

/** Whether `deploy/install.sh` made this copy of the code: it has neither npm nor the scripts. */
export const isInstalled = !existsSync(launcher);

/** How the command line is called here, for messages; a command follows it. */
export const CLI_COMMAND = isInstalled ? 'accounts' : 'npm run cli --';
