import type { ProviderDescriptor } from '@repo/contract/providers';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { ServerLoginForm } from './server-login-form.tsx';

type Props = {
  provider: ProviderDescriptor;
  /** The address that has to be connected again; empty for a new connection. */
  address: string;
  /** The first choice for a mailbox. */
  capturesText?: boolean | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConnected: () => void;
};

/** Connects a provider with the address and the password of an account on a server. */
export function ServerLoginDialog({
  provider,
  address,
  capturesText,
  open,
  onOpenChange,
  onConnected,
}: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title={`Connect ${provider.name}`}
      description={provider.connectHelp ?? 'Sign in with your email address and its password.'}
    >
      <ServerLoginForm
        provider={provider}
        address={address}
        capturesText={capturesText}
        onCancel={() => onOpenChange(false)}
        onConnected={() => {
          onConnected();
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
