import type { AuditEntry } from '@repo/contract/admin';
import { useMutation } from '@tanstack/react-query';
import { Download, ScrollText, X } from 'lucide-react';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { downloadFile } from '#lib/api/download-file.ts';
import { isFullServer } from '#lib/server-level.ts';
import { usePagedList, type PageQuery } from '#lib/paged-list/use-paged-list.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Truncated, TruncatedLink } from '#ui/display/truncated.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { PagedTable, type Column } from '#ui/paged-table/paged-table.tsx';
import { adminKeys } from '../admin-keys.ts';
import { AdminPage } from '../admin-page.tsx';
import { actionLabels, fieldLabel, fieldValue, shortId } from './audit-labels.ts';

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    header: 'When',
    cellClassName: 'align-top',
    cell: ({ at }) => <RelativeTime value={at} className="text-muted" />,
  },
  {
    header: 'Who',
    className: 'max-w-40',
    cellClassName: 'align-top',
    cell: ({ actor }) => <PersonFilter person={actor} />,
  },
  {
    header: 'What',
    cellClassName: 'align-top',
    cell: ({ action }) => actionLabels[action] ?? action,
  },
  {
    header: 'Concerning',
    className: 'max-w-56',
    cellClassName: 'align-top',
    cell: ({ person, scope }) => (
      <>
        {person === null ? null : <PersonFilter person={person} />}
        {scope === null ? null : <Truncated className="text-muted">{scope}</Truncated>}
      </>
    ),
  },
  {
    header: 'Before and After',
    className: 'w-full max-w-72 min-w-48',
    cellClassName: 'align-top whitespace-normal!',
    cell: (entry) => <AuditChanges entry={entry} />,
  },
];

/** Every administrative change: who, what, before and after, when. */
export function AuditPage() {
  const [params, setParams] = useSearchParams();
  const person = params.get('person') ?? undefined;
  const fetchPage = useCallback(
    (query: PageQuery, signal: AbortSignal) =>
      apiRequestOrThrow('GET /api/admin/audit', {
        query: { ...query, ...(person !== undefined && { person }) },
        signal,
      }),
    [person],
  );
  const list = usePagedList({
    queryKey: [...adminKeys.audit, { person }],
    fetchPage,
    failure: 'Failed to fetch the audit log',
  });
  return (
    <AdminPage
      title="Audit Log"
      description="Administrative changes, with the values before and after."
      actions={
        isFullServer() ? <ExportButton person={person} search={list.shown?.search} /> : undefined
      }
    >
      <PagedTable
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        label="Audit Log"
        noun={['change', 'changes']}
        searchPlaceholder="Search changes by person..."
        filters={
          person === undefined ? null : (
            <Button size="small" active onClick={() => setParams({})}>
              By or about {nameOf(person, list.shown?.response.items) ?? 'one person'}
              <X aria-hidden />
              <span className="sr-only">Show All</span>
            </Button>
          )
        }
        empty={{
          icon: <ScrollText />,
          title: person === undefined ? 'No changes yet' : 'No changes by or about this person',
          description: 'Changes made by administrators, owners and the command line appear here.',
        }}
      />
    </AdminPage>
  );
}

/** Saves all pages of the list. */
function ExportButton({
  person,
  search,
}: {
  person: string | undefined;
  search: string | undefined;
}) {
  const download = useMutation({
    mutationFn: () => {
      const query = { person, search: search === '' ? undefined : search };
      return downloadFile('GET /api/admin/audit/export', { query }, 'audit-log.csv');
    },
    onError: (error) =>
      toast.error('Failed to export the audit log', {
        description: failureMessage(error, 'Please try again.'),
      }),
  });
  return (
    <Button loading={download.isPending} onClick={() => download.mutate()}>
      <Download aria-hidden />
      Export CSV
    </Button>
  );
}

function nameOf(id: string, entries: readonly AuditEntry[] = []): string | undefined {
  const people = entries.flatMap(({ actor, person }) => [actor, person]);
  return people.find((one) => one?.id === id)?.name;
}

/** Narrows the log to one user. */
function PersonFilter({ person: { id, name } }: { person: { id: string | null; name: string } }) {
  if (id === null) return <span className="text-muted">{name}</span>;
  return <TruncatedLink to={`?person=${encodeURIComponent(id)}`}>{name}</TruncatedLink>;
}

/** The changed fields with their values before and after, one line each. */
function AuditChanges({ entry: { before, after } }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <ul>
      {names.map((name) => (
        <li key={name} className="break-words">
          <span className="text-muted">{fieldLabel(name)} </span>
          {before === null ? null : (
            <>
              <del className="text-muted">
                <Value name={name} value={before[name]} />
              </del>
              {after === null ? null : <span aria-hidden> → </span>}
            </>
          )}
          {after === null ? null : (
            <ins className="no-underline">
              <Value name={name} value={after[name]} />
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Ids are shortened; the whole id is in the tooltip and in the exported file. */
function Value({ name, value }: { name: string; value: string | number | boolean | undefined }) {
  const text = fieldValue(value);
  const short = shortId(name, text);
  return short === undefined ? text : <span title={text}>{short}</span>;
}
