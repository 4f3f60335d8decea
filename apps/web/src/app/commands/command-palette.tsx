import { limits } from '@repo/contract/limits';
import { useState } from 'react';
import { CommandMenu } from '../../ui/overlays/command-menu.tsx';
import { useCommandGroups } from './use-command-groups.tsx';

type Props = { open: boolean; onClose: () => void; onShowHelp: () => void };

/** Goes to an account, page or workspace, or acts, from any page. */
export function CommandPalette({ open, onClose, onShowHelp }: Props) {
  const [query, setQuery] = useState('');
  const { groups, isSearching } = useCommandGroups(open ? query : '', onShowHelp);
  return (
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
  );
}
