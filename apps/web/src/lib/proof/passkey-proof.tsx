import { useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { DialogBody, DialogFooter, useBusyDialog } from '#ui/overlays/dialog.tsx';
import { failureMessage } from '../api/api-error.ts';
import { requestPasskey } from '../passkeys/request-passkey.ts';
import { useSend } from '../session/use-send.ts';

type Props = {
  onCancel: () => void;
  onProven: () => void;
  /** Chooses a code instead; absent for a user who has none. */
  onOther?: (() => void) | undefined;
};

const FAILURE = 'The passkey could not be checked. Please try again.';

/** Asks for one of the user's passkeys, as the content of the proof dialog. */
export function PasskeyProof({ onCancel, onProven, onOther }: Props) {
  const send = useSend();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useBusyDialog(isBusy);
  const prove = async () => {
    const begun = await send('POST /api/auth/proof/passkey/options');
    if (begun.error !== undefined) return failureMessage(begun.error, FAILURE);
    const asked = await requestPasskey(begun.data);
    if ('problem' in asked) return asked.problem;
    const { error } = await send('POST /api/auth/proof', { body: { passkey: asked.result } });
    return error === undefined ? undefined : failureMessage(error, FAILURE);
  };
  const start = async () => {
    setBusy(true);
    setProblem(undefined);
    const found = await prove();
    setBusy(false);
    if (found === undefined) onProven();
    else setProblem(found);
  };
  return (
    <>
      <DialogBody>
        <div className="flex flex-col gap-3">
          {problem === undefined ? null : <Banner kind="error">{problem}</Banner>}
          {onOther === undefined ? null : (
            <div>
              <Button variant="bare" size="small" disabled={isBusy} onClick={onOther}>
                Use Another Way
              </Button>
            </div>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="primary"
          loading={isBusy}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The dialog has this one purpose.
          autoFocus
          onClick={() => void start()}
        >
          Use Passkey
        </Button>
      </DialogFooter>
    </>
  );
}
