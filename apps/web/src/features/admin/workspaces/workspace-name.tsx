import { isFullServer } from '#lib/server-level.ts';
import { Truncated, TruncatedLink } from '#ui/display/truncated.tsx';

/** Leads to the members of a workspace, where the server lists them. */
export function WorkspaceName({ id, children }: { id: string; children: string }) {
  if (!isFullServer()) return <Truncated className="font-medium">{children}</Truncated>;
  return (
    <TruncatedLink to={`/admin/workspaces/${encodeURIComponent(id)}`}>{children}</TruncatedLink>
  );
}
