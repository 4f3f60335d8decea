/** The ids by which the rows of a moving workspace are found. */
export interface MovedWorkspace {
  workspaceId: string;
  organizationId: string;
  /** Users who own rows that move: members, those who left, and everyone who shares. */
  ownerIds: string[];
  /** Domains that are shared with the workspace: what is captured for them moves. */
  sharedDomainIds: string[];
  /** The same, and domains whose share can come back. */
  domainIds: string[];
  /** Everyone whom a row that moves names. */
  userIds: string[];
}
