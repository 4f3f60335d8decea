import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the real mailboxes lie, if they are there. */
export const realFolder = fileURLToPath(
  new URL('../../../shared/data/mailboxes/', import.meta.url),
);

/** The mailboxes of four colleagues, 2019 to 2026. */
export const realMailboxes = ['eajames', 'jrey', 'anoo', 'mspinler'].map((name) => ({
  address: `${name}@linux.ibm.com`,
  file: path.join(realFolder, `${name}.mbox.gz`),
}));
