import { lazyDialog } from '#ui/overlays/lazy-dialog.tsx';

/** `DeleteDialog`, loaded when it is first opened. */
export const LazyDeleteDialog = lazyDialog(
  async () => (await import('./delete-dialog.tsx')).DeleteDialog,
);
