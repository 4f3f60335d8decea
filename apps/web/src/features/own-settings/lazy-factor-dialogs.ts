import { lazyDialog } from '#ui/overlays/lazy-dialog.tsx';

/** `SetUpAppDialog` with what draws a QR code, loaded when it is first opened. */
export const LazySetUpAppDialog = lazyDialog(
  async () => (await import('./set-up-app-dialog.tsx')).SetUpAppDialog,
);

/** `RecoveryCodesDialog`, loaded when it is first opened. */
export const LazyRecoveryCodesDialog = lazyDialog(
  async () => (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog,
);
