import type { ProviderApproval } from '@repo/contract/integrations';
import { useEffect, useRef } from 'react';
import { CopyField } from '#ui/forms/copy-field.tsx';

type Props = {
  name: string;
  approval: ProviderApproval;
  onApproved: () => void;
};

/**
 * Says that the user's administrator has to approve a provider, with the link to send them. Goes on by itself when they
 * approve it while the page is open.
 */
export function ApprovalNotice({ name, approval: { url, isApproved }, onApproved }: Props) {
  const waited = useRef(false);
  useEffect(() => {
    if (isApproved && waited.current) onApproved();
    waited.current = !isApproved;
  }, [isApproved, onApproved]);
  return (
    <section
      aria-label={`Approval of ${name}`}
      className="mb-2 flex flex-col gap-2 rounded-md border border-line p-3"
    >
      {isApproved ? (
        <output className="text-grid">
          {`Your administrator approved ${name}. Choose Connect to continue.`}
        </output>
      ) : (
        <>
          <output className="text-grid">
            Your administrator has to approve this first. Send them the link. This page continues as
            soon as they approve it.
          </output>
          <CopyField label="Link for your administrator" value={url} />
        </>
      )}
    </section>
  );
}
