import type { SsoProblem } from '@repo/contract/single-sign-on';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { toast } from '#ui/feedback/toast.ts';
import { AuthPage } from './auth-page.tsx';
import {
  type CompanyReturn,
  linkCompany,
  proveByCompany,
  startCompanySession,
} from '#lib/company/company-hand-over.ts';
import { companyProblems } from '#lib/company/company-problems.ts';

type StartingProps = { code: string; onRefused: () => void };

/** Starts the session of a sign-in at the company. */
export function StartingSession({ code, onRefused }: StartingProps) {
  useOnce(async () => {
    if (!(await startCompanySession(code))) onRefused();
  });
  return <AuthPage title="Signing in..." isOutcome />;
}

/** Connects the company's account with the user who has signed in, then shows what follows. */
export function LinkingCompany({ code, children }: { code: string; children: ReactNode }) {
  const [isDone, setDone] = useState(false);
  useOnce(async () => {
    if (await linkCompany(code)) toast.success('Your company account is connected');
    else
      toast.error('Your company account could not be connected. Sign in with your company again.');
    setDone(true);
  });
  return isDone ? children : <AuthPage title="Connecting your company account..." isOutcome />;
}

/** Confirms who uses the session, then shows the page that was left for it. */
export function ProvingByCompany({ code, children }: { code: string; children: ReactNode }) {
  const [isDone, setDone] = useState(false);
  useOnce(async () => {
    if (await proveByCompany(code)) toast.success('Confirmed. You can go on now');
    else toast.error('This did not confirm that it is you. Try again.');
    setDone(true);
  });
  return isDone ? children : <AuthPage title="Confirming..." isOutcome />;
}

/** Shows why nothing was confirmed, on the page that was left for it. */
export function UnprovenByCompany({
  problem,
  children,
}: {
  problem: SsoProblem;
  children: ReactNode;
}) {
  const [isDone, setDone] = useState(false);
  useOnce(async () => {
    toast.error(companyProblems[problem]);
    setDone(true);
  });
  return isDone ? children : null;
}

/** Codes work once, also where effects run twice. */
function useOnce(run: () => Promise<void>): void {
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void run();
  });
}

export const linkCodeOf = (result: CompanyReturn | undefined): string | undefined =>
  result?.kind === 'link' ? result.code : undefined;
