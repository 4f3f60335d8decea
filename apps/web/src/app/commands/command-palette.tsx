import { limits } from '@repo/contract/page-limits';
import type { Workspace } from '@repo/contract/workspaces';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { ImportDomainDialog } from '#features/import-domain/import-domain-dialog.tsx';
import { useDialogSubject } from '#lib/hooks/use-dialog-subject.ts';
import { refreshActivities } from '#lib/activities/refresh-activities.ts';
import { CommandMenu } from '#ui/overlays/command-menu.tsx';
import { useCommandGroups } from './use-command-groups.tsx';

type Props = {
  open: boolean;
  /** The text that the user typed before the palette could take it. */
  typedAhead: RefObject<string>;
  onClose: () => void;
  onShowHelp: () => void;
};

/** Goes to an account, page or workspace, or acts, from any page. */
export function CommandPalette({ open, typedAhead, onClose, onShowHelp }: Props) {
  const [query, setQuery] = useState(() => typedAhead.current);
  const client = useQueryClient();
  const newAccount = useDialogSubject<Workspace>();
  const { groups, isSearching } = useCommandGroups(open ? query : '', {
    onShowHelp,
    onNewAccount: newAccount.show,
  });
  return (
    <>
      <CommandMenu
        open={open}
        onOpenChange={() => {
          setQuery('');
          onClose();
        }}
        label="Command palette"
        placeholder="Go to an account, page or workspace..."
        query={query}
        maxLength={limits.searchLength}
        onQueryChange={setQuery}
        groups={groups}
        emptyText={isSearching ? 'Searching...' : 'Nothing found'}
      />
      <ImportDomainDialog
        workspace={newAccount.subject}
        open={newAccount.open}
        onOpenChange={newAccount.onOpenChange}
        onImported={() => refreshActivities(client)}
      />
    </>
  );
}
