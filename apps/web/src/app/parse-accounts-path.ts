import type { WorkspaceAddress } from '#features/workspaces/find-workspace.ts';

/** The accounts of a workspace, or one of them. */
export type AccountsPath = WorkspaceAddress & { accountId: string | undefined };

/** Reads the path of the accounts grid or of an account, before there is a router. */
export function parseAccountsPath(pathname: string): AccountsPath | undefined {
  const [, ...parts] = /^\/([^/]+)\/([^/]+)\/accounts(?:\/([^/]+))?\/?$/i.exec(pathname) ?? [];
  try {
    const [orgSlug, workspaceSlug, accountId] = parts.map(
      (part) => part && decodeURIComponent(part),
    );
    if (orgSlug === undefined || workspaceSlug === undefined) return undefined;
    return { orgSlug, workspaceSlug, accountId };
  } catch {
    // A malformed escape names nothing.
    return undefined;
  }
}
