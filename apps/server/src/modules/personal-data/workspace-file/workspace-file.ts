/** The format of a workspace's file, which docs/workspace-files.md describes. */
export const WORKSPACE_FORMAT = 'account-tracker-workspace';

/** A change that readers of the file notice is a new version. */
export const WORKSPACE_FILE_VERSION = 1;

/** The format of what owners of a workspace download, which no server imports. */
export const WORKSPACE_DATA_FORMAT = 'account-tracker-workspace-data';

export const WORKSPACE_DATA_VERSION = 1;

export const MANIFEST_NAME = 'manifest.json';
export const COMPLETE_NAME = 'complete.json';

/** The first file of the archive. */
export interface WorkspaceManifest {
  format: string;
  version: number;
  /** The newest migration of the database that it comes from. */
  schema: string;
  exportedAt: string;
  workspace: { id: string; organizationId: string; name: string; address: string };
  /** In the order of their import. */
  tables: { table: string; file: string; columns: string[] }[];
}

/** The size and the hash of a file of rows, by which a change of it is noticed. */
export interface FileSum {
  rows: number;
  bytes: number;
  sha256: string;
}

/** The last file of the archive. */
export interface WorkspaceCompletion {
  complete: true;
  /** The hash of the manifest as it is in the archive. */
  manifestSha256: string;
  files: Record<string, FileSum>;
}

export const fileOf = (table: string): string => `rows/${table}.jsonl`;
