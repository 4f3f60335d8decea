import { Link } from 'react-router';
import { Button } from '#ui/forms/button.tsx';

/** The way out of a page that cannot be shown. */
export const HomeButton = () => (
  <Button asChild>
    <Link to="/">Go to Home</Link>
  </Button>
);
