import { Link, useLocation } from 'react-router';
import { Button } from '../../ui/forms/button.tsx';

/** For an address that has an account, whose person is not signed in here. */
export function SignInToAccept({ email }: { email: string }) {
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
