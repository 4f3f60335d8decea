import { lazyDialog } from '#ui/overlays/lazy-dialog.tsx';

/** `ProofDialog`, loaded when it is first opened. */
export const LazyProofDialog = lazyDialog(
  async () => (await import('./proof-dialog.tsx')).ProofDialog,
);
