import { useState } from 'react';
import { lazyDialog } from '#ui/overlays/lazy-dialog.tsx';
import type { MergeAccountsDialogProps } from './merge-accounts-dialog.tsx';

const MergeAccountsDialog = lazyDialog(
  async () => (await import('./merge-accounts-dialog.tsx')).MergeAccountsDialog,
);

/** Loads the dialog when it is first opened. */
export function LazyMergeDialog(props: MergeAccountsDialogProps) {
  const [isWanted, setWanted] = useState(props.open);
  if (props.open && !isWanted) setWanted(true);
  return isWanted ? <MergeAccountsDialog {...props} /> : null;
}
