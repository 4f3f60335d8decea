import { lazyDialog } from '#ui/overlays/lazy-dialog.tsx';

/** `SetUpAppDialog` with what draws a QR code, loaded when it is first opened. */
export const LazySetUpAppDialog = lazyDialog(
  async () => (await import('./set-up-app-dialog.tsx')).SetUpAppDialog,
);

/** `RecoveryCodesDialog`, loaded when it is first opened. */
export const LazyRecoveryCodesDialog = lazyDialog(
  async () => (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog,
);

export const LazyAddPasskeyDialog = lazyDialog(
  async () => (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog,
);

export const LazyRenamePasskeyDialog = lazyDialog(
  async () => (await import('./rename-passkey-dialog.tsx')).RenamePasskeyDialog,
);

export const LazyRemovePasskeyDialog = lazyDialog(
  async () => (await import('./remove-passkey-dialog.tsx')).RemovePasskeyDialog,
);

export const LazyRemoveCompanyLinkDialog = lazyDialog(
  async () => (await import('./remove-company-link-dialog.tsx')).RemoveCompanyLinkDialog,
);
