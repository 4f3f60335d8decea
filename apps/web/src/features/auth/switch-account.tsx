import { useLocation, useNavigate } from 'react-router';
import { useAuth } from '../../lib/session/auth-provider.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/forms/button.tsx';

type Props = {
  /** The invited address. */
  email: string;
  /** The address of the person who is signed in here. */
  signedInAs: string;
  /** Whether the invited address can sign in already. */
  hasAccount: boolean;
};

/** For somebody who opened an invitation of another address. */
export function SwitchAccount({ email, signedInAs, hasAccount }: Props) {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const onSwitch = () => {
    signOut();
    // Without an account this page goes on by itself, with the form for one.
    if (hasAccount) void navigate('/login', { state: { origin: pathname + search, email } });
  };
  return (
    <div className="flex flex-col gap-4">
      <Banner kind="warning">
        This invitation is for {email}. You are signed in as {signedInAs}.
      </Banner>
      <Button variant="primary" onClick={onSwitch}>
        {hasAccount ? 'Sign Out and Switch Account' : 'Sign Out and Continue'}
      </Button>
    </div>
  );
}
