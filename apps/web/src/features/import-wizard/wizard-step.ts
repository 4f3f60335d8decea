import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

export const WIZARD_STEPS = [
  // Its label names the mailbox.
  { step: 1, label: undefined },
  { step: 2, label: 'Discover Accounts' },
  { step: 3, label: 'Import Accounts' },
] as const;

export type WizardStep = (typeof WIZARD_STEPS)[number]['step'];

const PARAMETER = 'step';

/** The step that follows once a mailbox is connected. */
export const DISCOVERY_PATH = `/import-preferences/import?${PARAMETER}=2`;

/**
 * The step in the address, by default the first. Each step is a separate entry of the browser's
 * history.
 */
export function useWizardStep(): [WizardStep, (step: WizardStep) => void] {
  const [search, setSearch] = useSearchParams();
  const step = readStep(search.get(PARAMETER));
  const last = useRef(step);
  useLayoutEffect(() => {
    last.current = step;
  });
  const goTo = useCallback(
    (next: WizardStep) => {
      // The second press of a double click can come before the step is drawn.
      if (next === last.current) return;
      last.current = next;
      setSearch(next === 1 ? {} : { [PARAMETER]: String(next) });
    },
    [setSearch],
  );
  return [step, goTo];
}

function readStep(text: string | null): WizardStep {
  return WIZARD_STEPS.find(({ step }) => String(step) === text)?.step ?? 1;
}
