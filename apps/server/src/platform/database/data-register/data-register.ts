import type { DescribedTable, Subject } from './described-table.ts';
import { accounts } from './subjects/accounts.ts';
import { captured, discovery, sharing } from './subjects/captured.ts';
import { connections } from './subjects/connections.ts';
import { people } from './subjects/people.ts';
import { published, relationships, today } from './subjects/published.ts';
import { signingIn } from './subjects/signing-in.ts';

/**
 * Every table with every column: its content, its readers, its purpose and how long it is kept.
 * docs/data-model.md, docs/privacy.md, the page "What this server stores about you" and the export of a
 * user's data are made from this register. `data-model.test.ts` compares it with a migrated database.
 */
export const dataRegister: readonly Subject[] = [
  people,
  signingIn,
  connections,
  discovery,
  captured,
  sharing,
  accounts,
  published,
  relationships,
  today,
];

/** Every described table, by its name. */
export const describedTables: Readonly<Record<string, DescribedTable>> = Object.assign(
  {},
  ...dataRegister.map(({ tables }) => tables),
);
