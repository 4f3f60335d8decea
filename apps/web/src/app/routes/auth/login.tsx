import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { originOf, readReturn, typedEmail } from '#lib/company/company-hand-over.ts';
import { companyProblems } from '#lib/company/company-problems.ts';
import {
  linkCodeOf,
  LinkingCompany,
  ProvingByCompany,
  StartingSession,
  UnprovenByCompany,
} from '#features/auth/company-return.tsx';
import { SignInForm } from '#features/auth/sign-in-form.tsx';
import { forgetSignOut, readSignOut, signOutThere } from '#lib/company/sign-out-there.ts';
import { usePageTitle } from '#lib/page/page-title.ts';
import { isFullServer } from '#lib/server-level.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { redirectTarget, suggestedEmail } from '../../sign-in-redirect.ts';

const LINK_NOTICE =
  'Sign in with your password once more. Your company account is then connected, and signs you in from the next time on. If you have no account here, ask your administrator for an invitation.';

export function Component() {
  usePageTitle('Sign in');
  const { isAuthenticated, signedOutHere } = useAuth();
  const { state, search } = useLocation();
  const [returned, setReturned] = useReturn();
  const signedOutThere = useSignedOutThere();
  useEffect(() => {
    if (signedOutHere) void signOutThere(signedOutHere);
  }, [signedOutHere]);
  const target = returned === undefined ? redirectTarget(state) : originOf();
  const linkCode = linkCodeOf(returned);
  if (isAuthenticated) {
    const onward = <Navigate to={target} replace />;
    if (linkCode !== undefined) return <LinkingCompany code={linkCode}>{onward}</LinkingCompany>;
    if (returned?.kind === 'proof') {
      return <ProvingByCompany code={returned.code}>{onward}</ProvingByCompany>;
    }
    if (returned?.kind === 'problem') {
      return <UnprovenByCompany problem={returned.problem}>{onward}</UnprovenByCompany>;
    }
    return onward;
  }
  if (returned?.kind === 'session') {
    const onRefused = () => setReturned({ kind: 'problem', problem: 'expired' });
    return <StartingSession code={returned.code} onRefused={onRefused} />;
  }
  return (
    <SignInForm
      initialEmail={suggestedEmail(state) ?? (returned === undefined ? undefined : typedEmail())}
      initialNotice={returned?.kind === 'problem' ? companyProblems[returned.problem] : undefined}
      initialHint={linkCode === undefined ? signedOutThere : LINK_NOTICE}
      company={new URLSearchParams(search).get('company') ?? undefined}
      origin={target}
    />
  );
}

/** Reads how a sign-out at the company went, and removes it from the address. */
function useSignedOutThere(): string | undefined {
  const location = useLocation();
  const navigate = useNavigate();
  const [notice] = useState(() => (isFullServer() ? readSignOut(location) : undefined));
  const { search, hash, state } = location;
  useEffect(() => {
    if (notice === undefined || search + hash === '') return;
    forgetSignOut();
    void navigate('/login', { replace: true, state });
  }, [notice, search, hash, navigate, state]);
  return notice;
}

/** The result of a sign-in at the company, which is removed from the address and the history. */
function useReturn() {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const [returned, setReturned] = useState(() => (isFullServer() ? readReturn(hash) : undefined));
  useEffect(() => {
    if (returned !== undefined && hash !== '') void navigate('/login', { replace: true, state });
  }, [returned, hash, navigate, state]);
  return [returned, setReturned] as const;
}
