import { Link } from 'react-router';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';

type Account = { id: string; name: string };

/** 'Acme, Beta' */
export function AccountLinks({ accounts }: { accounts: readonly Account[] }) {
  const workspace = useWorkspace();
  return accounts.map(({ id, name }, index) => (
    <span key={id}>
      {index === 0 ? null : ', '}
      <Link
        to={workspacePath(workspace, `accounts/${encodeURIComponent(id)}`)}
        dir="auto"
        className="font-medium text-ink hover:underline"
      >
        {name || 'Unnamed account'}
      </Link>
    </span>
  ));
}
