import { lazyDialog } from '#ui/overlays/lazy-dialog.tsx';

/** `HandOverDialog`, loaded when it is first opened. */
export const LazyHandOverDialog = lazyDialog(
  async () => (await import('./hand-over-dialog.tsx')).HandOverDialog,
);
