import { useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { DialogBody, DialogFooter, useBusyDialog } from '#ui/overlays/dialog.tsx';
import { canLeave, leaveForCompany } from '../company/company-hand-over.ts';

type Props = {
  company: { name: string; slug: string };
  onCancel: () => void;
  /** Chooses the password instead; absent for a user who has none. */
  onOther: (() => void) | undefined;
};

/** Leads to the sign-in page of the user's company, as the content of the proof dialog. */
export function CompanyProof({ company, onCancel, onOther }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  useBusyDialog(isLeaving);
  const leave = async () => {
    if (!canLeave()) {
      setProblem('Signing in with your company needs a page that is opened by https.');
      return;
    }
    setLeaving(true);
    const { pathname, search } = window.location;
    await leaveForCompany({ organization: company.slug, isProof: 'true' }, pathname + search);
  };
  return (
    <>
      <DialogBody>
        <div className="flex flex-col gap-3">
          {problem === undefined ? null : <Banner kind="error">{problem}</Banner>}
          <p className="text-grid text-muted">
            You come back to this page, and start again there. What you typed is not kept.
          </p>
          {onOther === undefined ? null : (
            <div>
              <Button variant="bare" size="small" disabled={isLeaving} onClick={onOther}>
                Use Your Password
              </Button>
            </div>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button disabled={isLeaving} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="primary"
          loading={isLeaving}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The dialog has this one purpose.
          autoFocus
          onClick={() => void leave()}
        >
          Sign In Again
        </Button>
      </DialogFooter>
    </>
  );
}
