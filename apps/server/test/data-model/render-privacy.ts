import {
  type DataKind,
  type DataKindName,
  dataKinds,
} from '#platform/database/data-register/data-kinds.ts';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import {
  type ColumnUse,
  type DescribedTable,
  usesOf,
} from '#platform/database/data-register/described-table.ts';
import { leavingFates } from '#platform/database/data-register/leaving-fates.ts';

/** Renders docs/privacy.md. */
export function renderPrivacy(): string {
  const kinds = Object.entries<DataKind>(dataKinds).filter(([name]) => name !== 'none');
  return [head, ...kinds.map(([name, kind]) => renderKind(name as DataKindName, kind)), tail].join(
    '\n\n',
  );
}

const head = `# Privacy: the record of processing

What personal data the server stores, of whom, what for, for how long, and who sees it: what a record of processing
activities (Article 30 of the GDPR) has to say about the software. Add who the controller is, the recipients outside of the
server (the mail server that sends its emails, backups), and the legal basis.

This page is generated from the register that the server itself uses, \`platform/database/data-register\`. A test fails when a
column of the database is missing there. To write the page again, run
\`npm run check:unit -- apps/server/test/data-model --update\`.

Users see the same list, with the number of their own entries, under Settings, Your Data. Credentials are encrypted, and tokens
and passwords are stored as hashes ([security](security.md)). The lists leave out ids and the working state of the server;
[the data model](data-model.md) has every column.`;

const tail = `## Requests

- **Access**: users download what is stored about them in Settings, Your Data ([format](export-format.md)).
- **Erasure of an outside contact**: \`npm run cli -- erase --address ADDRESS\`, which prints a certificate of counts, and
  \`erase --check ADDRESS\` to see that nothing is left ([how](decisions/erasure.md)).
- **Erasure of a user**: users delete themselves in Settings, an administrator deletes the user, or an owner deletes them from a workspace ([how](decisions/deleting-users.md)). After the end their name and address are only in columns that this page lists as “About contacts” and “Texts that can name anyone”, in what others have.
- **Retention**: users choose in Settings, Older Activities, for how many months their emails, meetings and calls, and the texts of these, are kept ([how](decisions/retention.md)).
- **Erasure of what a user captured**: an administrator resets the user’s data ([administrators](administrators.md)).

## Outside of the database

- **Logs** on standard output name users by their ids, and the network addresses that they come from. Texts of emails, meetings
  and calls are never in them. The operator sets how long they are kept.
- **Uploaded files** are in the data folder until they are read, a day at most.
- **Icons** of companies’ web sites are in the data folder, by domain: 1 GiB at most, the oldest are removed first.
- **Emails** that the server sends are files in the data folder where no mail server is set, which is for testing only.
- **Backups** have everything that is in the database. The operator sets how long they are kept.
- **Original emails** are not stored. The server has their texts and participants, and names of attachments.
`;

/** Whose data a column of a use is; absent for uses that say nothing about anyone. */
const whose: Partial<Record<ColumnUse, string>> = {
  about: 'About the user',
  contact: 'About contacts',
  content: 'Texts that can name anyone',
  colleague: 'About colleagues',
};

function renderKind(name: DataKindName, { title, whatFor, kept, seenBy }: DataKind): string {
  const tables = Object.entries(describedTables).filter(([, { kind }]) => kind === name);
  const columns = new Map<ColumnUse, string[]>();
  for (const [table, described] of tables) {
    for (const [column, use] of usesOf(described)) {
      if (whose[use] === undefined) continue;
      columns.set(use, [...(columns.get(use) ?? []), `\`${table}.${column}\``]);
    }
  }
  const others = tables.filter(([, described]) =>
    [...usesOf(described).values()].every((use) => whose[use] === undefined),
  );
  return [
    `## ${title}`,
    '',
    `- What for: ${whatFor}`,
    `- Kept: ${kept}`,
    `- Seen by: ${seenByText(seenBy)}`,
    ...fatesOf(tables),
    ...[...columns].map(([use, names]) => `- ${whose[use]}: ${names.join(', ')}`),
    ...(others.length > 0
      ? [`- Numbers, times and states: ${others.map(([table]) => `\`${table}\``).join(', ')}`]
      : []),
  ].join('\n');
}

/** What becomes of it when its user leaves, with the tables where they differ. */
function fatesOf(tables: readonly [string, DescribedTable][]): string[] {
  const byFate = Map.groupBy(
    tables.filter(([, { whenLeaving }]) => whenLeaving !== 'notTheirs'),
    ([, { whenLeaving }]) => leavingFates[whenLeaving],
  );
  const named = [...byFate].map(([fate, of]) =>
    byFate.size === 1 ? fate : `${fate} (${of.map(([table]) => `\`${table}\``).join(', ')})`,
  );
  return named.length === 0 ? [] : [`- When the user leaves: ${named.join('. ')}`];
}

function seenByText({ user, others }: DataKind['seenBy']): string {
  if (!user) return others ?? 'The server alone';
  return others === undefined ? 'The user alone' : `The user. ${others}`;
}
