import { domainInText } from '@repo/domain/domains/domain-in-text';
import { domainProblem, domainProblems } from '@repo/domain/domains/domain-name';

/** The fields of an account that a file can contain; each is in at most one column. */
export const fields = ['domain', 'name', 'owner', 'note'] as const;
export type Field = (typeof fields)[number];

export type Columns = Partial<Record<Field, number>>;

/** Headings of other applications, in lower case without blanks and signs; the likeliest first. */
const HEADINGS: Record<Field, readonly string[]> = {
  domain: [
    'domain',
    'domains',
    'domainname',
    'companydomain',
    'companydomainname',
    'primarydomain',
    'emaildomain',
    'website',
    'websiteurl',
    'companywebsite',
    'webseite',
    'homepage',
    'internet',
    'url',
    'web',
    'email',
    'emailaddress',
  ],
  name: [
    'account',
    'accountname',
    'company',
    'companyname',
    'organization',
    'organisation',
    'organizationname',
    'firma',
    'firmenname',
    'unternehmen',
    'kunde',
    'customer',
    'client',
    'name',
  ],
  owner: [
    'owneremail',
    'accountowneremail',
    'owner',
    'accountowner',
    'companyowner',
    'assignedto',
    'responsible',
    'salesrep',
    'betreuer',
    'verantwortlich',
  ],
  note: ['note', 'notes', 'comment', 'comments', 'description', 'remark', 'notiz', 'bemerkung'],
};

/** Rows that are looked at where no heading names a column of domains. */
const SAMPLED_ROWS = 20;

/** Guesses from the first rows which columns hold what, and whether the first row has headings. */
export function guessColumns(rows: readonly (readonly string[])[]): {
  columns: Columns;
  hasHeadings: boolean;
} {
  const [first = []] = rows;
  const headings = first.map((cell) => cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const columns: Columns = {};
  for (const field of fields) {
    const column = HEADINGS[field]
      .map((heading) => headings.indexOf(heading))
      .find((index) => index !== -1);
    if (column !== undefined) columns[field] = column;
  }
  const named = Object.keys(columns).length > 0;
  if (columns.domain !== undefined) return { columns, hasHeadings: true };
  const domain = columnOfDomains(rows.slice(0, SAMPLED_ROWS));
  if (domain !== undefined) columns.domain = domain;
  return {
    columns,
    hasHeadings: named || (domain !== undefined && !isDomain(first[domain])),
  };
}

/** The column with the most domains. */
function columnOfDomains(rows: readonly (readonly string[])[]): number | undefined {
  const width = Math.max(0, ...rows.map((row) => row.length));
  let best: { column: number; found: number } | undefined;
  for (let column = 0; column < width; column += 1) {
    const found = rows.filter((row) => isDomain(row[column])).length;
    if (found > (best?.found ?? 0)) best = { column, found };
  }
  return best?.column;
}

function isDomain(cell = ''): boolean {
  const problem = domainProblem(domainInText(cell));
  return problem === undefined || problem === domainProblems.freeMail;
}
