import type { OpenedInvitation } from '@repo/contract/invitations';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { ApiError, isNetworkError, failureMessage } from '#lib/api/api-error.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { currentUserQuery } from '#lib/session/current-user-query.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { AcceptInvitation } from './accept-invitation.tsx';
import { AuthLink } from './auth-link.tsx';
import { AuthPage } from './auth-page.tsx';
import { DeclineInvitation } from './decline-invitation.tsx';
import { invitationQuery } from './invitation-query.ts';
import { RegisterForm } from './register-form.tsx';

/** The target of the link of an invitation to a workspace: accepts or declines it. */
export function InvitationPage({ token }: { token: string }) {
  const { isAuthenticated, user } = useAuth();
  // Detects an ended session, and loads the user if only the token was restored.
  const { isLoading } = useQuery({ ...currentUserQuery, enabled: isAuthenticated });
  const { data: invitation, error, isFetching, refetch } = useQuery(invitationQuery(token));
  const isLate = isLoading && user === undefined;
  if (invitation !== undefined && !isLate) return <Opened token={token} invitation={invitation} />;
  if (error === null) {
    return (
      <AuthPage title="Invitation">
        <LoadingState label="Loading invitation..." className="py-0! justify-start!" />
      </AuthPage>
    );
  }
  if (error instanceof ApiError && error.status === 404) return <Unknown />;
  return (
    <AuthPage title="Invitation">
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        {isNetworkError(error)
          ? 'A network error occurred. Please try again.'
          : failureMessage(error, 'Failed to load the invitation.')}
      </FailureBanner>
    </AuthPage>
  );
}

function Unknown() {
  return (
    <AuthPage
      isOutcome
      title="Invitation not found"
      description="This link is not valid. If you received several emails, use the link in the latest one, or ask for a new invitation."
      footer={<AuthLink to="/login">Go to sign in</AuthLink>}
    />
  );
}

type Props = { token: string; invitation: OpenedInvitation };

function Opened({ token, invitation }: Props) {
  const { state, invitedBy, workspace } = invitation;
  switch (state) {
    case 'pending':
      return <Pending token={token} invitation={invitation} />;
    case 'accepted':
      return (
        <AuthPage
          isOutcome
          title="Invitation accepted"
          description={`This invitation to ${workspace.name} has been accepted.`}
          footer={<AuthLink to={workspacePath(workspace)}>{`Open ${workspace.name}`}</AuthLink>}
        />
      );
    case 'expired':
      return (
        <AuthPage
          isOutcome
          title="Invitation expired"
          description={`This invitation to ${workspace.name} is no longer valid. Ask ${invitedBy} to send it again.`}
        />
      );
    case 'withdrawn':
      return (
        <AuthPage
          isOutcome
          title="Invitation withdrawn"
          description={`This invitation to ${workspace.name} was withdrawn. If you still expect to join, ask ${invitedBy}.`}
        />
      );
    default:
      return (
        <AuthPage
          isOutcome
          title="Invitation declined"
          description={`You are not a member of ${workspace.name}. If you change your mind, ask ${invitedBy} to invite you again.`}
        />
      );
  }
}

function Pending({ token, invitation }: Props) {
  const { account, email, invitedBy, role, workspace } = invitation;
  const { isAuthenticated, user } = useAuth();
  const isOther = user !== undefined && user.email !== email;
  return (
    <AuthPage
      title={`Join ${workspace.name}`}
      description={`${invitedBy} invites ${email} to the workspace ${workspace.name} of ${workspace.organization.name}, as ${role === 'owner' ? 'an owner' : 'a member'}.`}
      footer={account === 'inactive' ? undefined : <DeclineInvitation token={token} />}
    >
      {account === 'inactive' ? (
        <p className="text-pretty">
          The account of {email} is deactivated. An administrator has to activate it before you can
          accept.
        </p>
      ) : isAuthenticated && isOther ? (
        <SwitchAccount email={email} signedInAs={user.email} hasAccount={account === 'active'} />
      ) : isAuthenticated ? (
        <AcceptInvitation token={token} workspace={workspace} />
      ) : account === 'active' ? (
        <SignInToAccept email={email} />
      ) : (
        <RegisterForm token={token} invitation={invitation} />
      )}
    </AuthPage>
  );
}

/** For an address with an account, when its user is not signed in here. */
function SignInToAccept({ email }: { email: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-pretty">Sign in as {email} to accept. You will return to this page.</p>
      <Button variant="primary" asChild>
        <Link to="/login" state={{ origin: pathname + search, email }}>
          Sign In
        </Link>
      </Button>
    </div>
  );
}

type SwitchAccountProps = {
  email: string;
  /** The address of the user who is signed in here. */
  signedInAs: string;
  /** Whether the invited address can sign in already. */
  hasAccount: boolean;
};

/** Shown to a user who is signed in with another address than the invited one. */
function SwitchAccount({ email, signedInAs, hasAccount }: SwitchAccountProps) {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const onSwitch = () => {
    signOut();
    // Without an account this page continues with the registration form.
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
