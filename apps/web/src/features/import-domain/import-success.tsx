import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/forms/button.tsx';
import { DialogBody, DialogFooter } from '#ui/overlays/dialog.tsx';
import type { ImportResult } from './use-import-domain.ts';

/** The second view of the dialog: what came of the import. */
export function ImportSuccess({ result, onDone }: { result: ImportResult; onDone: () => void }) {
  // Computed once, at the time of the response: a new domain must not become an old one by waiting.
  const [{ text, pointsToPreferences }] = useState(() => importOutcome(result, new Date()));
  const done = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone with the form.
  useEffect(() => done.current?.focus(), []);
  return (
    <>
      <DialogBody>
        <output className="flex gap-2.5">
          <CircleCheck aria-hidden className="mt-px size-icon shrink-0 text-success-ink" />
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p>{text}</p>
            {pointsToPreferences ? (
              <p className="mt-1 text-muted">
                To share it with a workspace, go to{' '}
                <Link
                  to="/import-preferences"
                  className="text-accent-ink underline underline-offset-2"
                  onClick={onDone}
                >
                  Import Preferences
                </Link>
                .
              </p>
            ) : null}
          </div>
        </output>
      </DialogBody>
      <DialogFooter>
        <Button ref={done} variant="primary" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}

/** A domain added longer ago than this was tracked before (specification part 2, section 9). */
const ALREADY_TRACKED_AFTER_MS = 10_000;

type ImportOutcome = {
  text: string;
  /** Sharing is the next step, and Import Preferences the place for it. */
  pointsToPreferences: boolean;
};

function importOutcome({ domain, workspaceAccount }: ImportResult, now: Date): ImportOutcome {
  if (workspaceAccount) {
    return {
      text: `The workspace account ${workspaceAccount.name} was created for ${domain.domain}.`,
      pointsToPreferences: false,
    };
  }
  const age = now.getTime() - new Date(domain.addedAt).getTime();
  if (age > ALREADY_TRACKED_AFTER_MS) {
    return { text: `You're already tracking ${domain.domain}`, pointsToPreferences: true };
  }
  return { text: `Successfully tracking ${domain.domain}.`, pointsToPreferences: false };
}
