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

What a record of processing activities (Article 30 of the GDPR) has to say about the software: what personal data the server
stores, of whom, what for, for how long, and who sees it. Add the controller, its data protection officer and the legal basis of
each purpose.

This page is generated from the register that the server itself uses, \`platform/database/data-register\`. A test fails when a
column of the database is missing there. To write the page again, run
\`npm run check:unit -- apps/server/test/data-model --update\`.

Users see the same list, with the number of their own entries, under Settings, Your Data. The lists leave out ids and the working
state of the server; [the data model](data-model.md) has every column.

- **People**: users, who sign in; contacts, who are outside people in emails, meetings and calls; and anyone whom a text names.
- **Data**: names, addresses, who was in touch with whom and when, texts of emails and meetings, transcripts of calls. A text can
  have special categories of data (Article 9). The server does not recognize them.
- **Recipients inside**: members of a workspace, as far as something is shared ([who sees what](sharing.md)), and
  [administrators](administrators.md).
- **Recipients outside**, and transfers to their countries: see [below](#outside-of-the-server).
- **Security**: [measures, threats and the operator's checklist](security.md). Credentials are encrypted. Tokens and passwords are
  stored as hashes.

In the lists, “until the user is deleted” includes the 30 days in which a deletion can be undone.`;

const tail = `## Requests

- **Access, of a user**: users download what is stored about them in Settings, Your Data ([format](export-format.md)).
- **Access, of an outside contact**: \`npm run cli -- erase --check ADDRESS\` says in which columns the address is, and in how many
  rows. It changes nothing. There is no download for contacts: users search for the address, and an operator reads the rows in the database.
- **Erasure of an outside contact**: \`npm run cli -- erase --address ADDRESS\`, which prints a certificate of counts, and
  \`erase --check ADDRESS\` to see that nothing is left. A name without the address can remain in texts of others: add \`--text NAME\`
  to the check ([how](decisions/erasure.md)).
- **Objection of an outside contact**: the same erasure. It also keeps the address from being captured again. There is no way to
  keep what is stored and capture nothing new of one contact.
- **Erasure of a user**: users delete themselves in Settings, an administrator deletes the user, or an owner deletes them from a workspace
  ([how](decisions/deleting-users.md)). After the end their name and address are only in columns that this page lists as “About contacts”
  and “Texts that can name anyone”, in what others have.
- **Rectification**: users change their name in Settings. Names of contacts come from emails; members correct notes themselves.
- **Retention**: users choose in Settings, Older Activities, for how many months their emails, meetings and calls, and the texts of these,
  are kept ([how](decisions/retention.md)). Owners choose the same for a workspace, in its settings. The stricter choice counts. Accounts under a [legal hold](decisions/legal-hold.md) are left alone. The server has no limit of its own.
- **Erasure of what a user captured**: an administrator resets the user’s data, where \`ALLOW_USER_DATA_RESET\` is on
  ([administrators](administrators.md)).

**After a restore** of an older backup, repeat the erasures and deletions since it was made: the backup does not know them. Keep the
requests for as long as you keep backups.

## What ends later than one expects

- Disconnecting a mailbox deletes its credentials. What was captured stays until its domain is no longer tracked or the user is deleted.
- The audit log and the hashes of erased contacts have no end. No command removes entries. A user’s name goes from the log when the user is
  erased.
- Copies that other software read stay there, unless it [follows the changes](api/following-changes.md).

## Outside of the database

- **Logs** on the standard error name users by their ids, and the network addresses that they come from. Where no mail server is
  set, they have addresses of recipients. Texts of emails, meetings and calls are never in them. The operator sets how long they are kept.
- **Uploaded files** are in the data folder until they are read, a day at most.
- **Icons** of companies’ web sites are in the data folder, by domain: 1 GiB at most, the oldest are removed first.
- **Emails** that the server sends are files in the data folder where no mail server is set, which is for testing only.
- **Backups** have everything that is in the database. The operator sets how long they are kept, for scheduled ones by
  \`BACKUP_KEEP\`.
- **Original emails** are not stored. The server has their texts and participants, and names of attachments.
- **Browsers** of users store the token of the session, and their name and address, until they sign out. There are no cookies.

## Outside of the server

Nothing is sent to the authors of the software. Data leaves the server for these:

| Recipient                                     | Gets                                                                 | When                                 |
| --------------------------------------------- | -------------------------------------------------------------------- | ------------------------------------ |
| The mail server (\`SMTP_URL\`)                  | Addresses of users, and the emails to them, with subjects and names  | Always                               |
| Google, Microsoft, Fireflies, Fathom          | Credentials of the user, and searches for domains and addresses      | A user connects one                  |
| Mail and calendar servers that users name     | The same                                                             | A user connects one                  |
| Web sites of tracked companies                | A request for their icon: the server’s address, nothing about a user | A domain is in an account            |
| Receivers of webhooks, Slack, Microsoft Teams | Ids, or texts with subjects and names                                | An owner of a workspace sets one up  |
| Software and assistants with a user’s API key | What the user sees, within the scopes of the key                     | A user creates a key                 |
| The collector of traces                       | Requests and statements without their values                         | \`OTEL_EXPORTER_OTLP_ENDPOINT\` is set |
| Where logs, backups and metrics are sent      | See above                                                            | The operator sets it up              |

Where one of them is in another country, that is a transfer, which the operator or the user decides on.
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
