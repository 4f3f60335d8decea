import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the real mailboxes, which may not exist. */
export const realFolder = fileURLToPath(
  new URL('../../../shared/data/mailboxes/', import.meta.url),
);

/** The mailboxes of four colleagues, 2019 to 2026. */
export const realMailboxes = ['eajames', 'jrey', 'anoo', 'mspinler'].map((name) => ({
  address: `${name}@linux.ibm.com`,
  file: path.join(realFolder, `${name}.mbox.gz`),
}));
