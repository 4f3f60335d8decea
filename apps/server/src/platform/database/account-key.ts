/** An account, and the workspace that every statement on its rows names (docs/scale.md). */
export interface AccountKey {
  workspaceId: string;
  accountId: string;
}
