import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { isFullServer } from '#lib/server-level.ts';
import { useDialogSubject } from '#lib/hooks/use-dialog-subject.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import type { Column } from '#ui/paged-table/paged-table.tsx';
import { ArchiveButton, ArchiveDialog } from './archive-dialog.tsx';
import { ChangeDialog, type NameChange } from './change-dialog.tsx';

/** An organization or a workspace in its list. */
type Subject = { id: string; name: string; slug: string; archivedAt?: string | null | undefined };

/** The differences between the lists of organizations and of workspaces. */
interface Kind<Row extends Subject> {
  noun: 'organization' | 'workspace';
  /** The part of a row's address before its slug. */
  prefixOf: (row: Row) => string;
  validateSlug: (slug: string) => string | undefined;
  /** The effects of archiving and of unarchiving, for the dialog. */
  consequences: { archive: string; unarchive: string };
  change: (id: string, body: NameChange) => Promise<ApiError | undefined>;
  archive: (id: string, archived: boolean) => Promise<unknown>;
  /** Further buttons, before the others. */
  buttons?: readonly {
    labelOf: (row: Row) => string;
    icon: ReactNode;
    onClick: (row: Row) => void;
  }[];
}

/**
 * Renaming and archiving in a list: the column with the buttons, and the dialogs that they open. A
 * server that offers only the specification has neither.
 */
export function useChanges<Row extends Subject>(kind: Kind<Row>) {
  const changed = useDialogSubject<Row>();
  const archived = useDialogSubject<Row>();
  const column: Column<Row> = {
    header: 'Actions',
    headerHidden: true,
    className: 'w-0 px-1!',
    cell: (row) => (
      <span className="flex">
        {kind.buttons?.map(({ labelOf, icon, onClick }) => (
          <IconButton
            key={labelOf(row)}
            label={labelOf(row)}
            icon={icon}
            onClick={() => onClick(row)}
          />
        ))}
        <IconButton
          label={`Change ${row.name}`}
          icon={<Pencil />}
          onClick={() => changed.show(row)}
        />
        <ArchiveButton subject={row} onClick={() => archived.show(row)} />
      </span>
    ),
  };
  const dialogs = (
    <>
      {changed.subject === undefined ? null : (
        <ChangeDialog
          key={changed.subject.id}
          subject={changed.subject}
          noun={kind.noun}
          prefix={kind.prefixOf(changed.subject)}
          validateSlug={kind.validateSlug}
          send={(body) => kind.change(changed.subject?.id ?? '', body)}
          open={changed.open}
          onOpenChange={changed.onOpenChange}
        />
      )}
      {archived.subject === undefined ? null : (
        <ArchiveDialog
          key={archived.subject.id}
          subject={archived.subject}
          consequences={kind.consequences}
          send={(isArchived) => kind.archive(archived.subject?.id ?? '', isArchived)}
          open={archived.open}
          onOpenChange={archived.onOpenChange}
        />
      )}
    </>
  );
  return { columns: isFullServer() ? [column] : [], dialogs };
}
