import { Link, useParams } from 'react-router';
import { HomeButton } from '#lib/page/home-button.tsx';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Button } from '#ui/forms/button.tsx';

/** Leads from a page that cannot be shown to one that needs no further code. */
export function BackButton() {
  const { orgSlug, workspaceSlug } = useParams();
  if (orgSlug === undefined || workspaceSlug === undefined) return <HomeButton />;
  return (
    <Button asChild>
      <Link to={workspacePath({ slug: workspaceSlug, organization: { slug: orgSlug } })}>
        Back to Accounts
      </Link>
    </Button>
  );
}
