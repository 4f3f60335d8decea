import type { CompanyLink } from '@repo/contract/company-links';
import { RemovalDialog } from '#lib/proof/removal-dialog.tsx';
import { useSend } from '#lib/session/use-send.ts';

type Props = {
  link: CompanyLink;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone: () => Promise<void>;
};

export function RemoveCompanyLinkDialog({
  link: { id, organization, reconnects },
  ...dialog
}: Props) {
  const send = useSend();
  return (
    <RemovalDialog
      {...dialog}
      title={`Remove ${organization}`}
      description={`It no longer signs you in, and you are signed out where it did, except here. An email confirms it.${reconnects ? ` Signing in with ${organization} again connects it again.` : ''}`}
      confirmLabel="Remove"
      done="The company sign-in is removed"
      send={() => send('DELETE /api/auth/sso/links/{id}', { params: { id } })}
    />
  );
}
