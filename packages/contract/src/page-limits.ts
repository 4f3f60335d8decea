/**
 * Limits that pages check or show, apart from the others for the size of the pages. Times are in milliseconds
 * unless the name has another unit.
 */
export const limits = {
  /** Specification part 1, section 9. */
  requestTimeout: 10_000,
  minimumPasswordLength: 6,
  adminPageSize: 20,
  /** Rows of each list on the status page. */
  statusRows: 50,
  activeWorkspaceDays: 30,

  /** The validity of set-password links and resets sent by an administrator. */
  sentLinkHours: 24,
  /** The validity of an invitation to a workspace. */
  invitationDays: 7,
  /** The longest time in which users can set up a second factor before it is required. */
  secondFactorGraceDays: 90,
  /** Tests of a connection and of its domains by one administrator in an hour. */
  ssoTestsPerHour: 60,
  ssoDomains: 20,
  ssoTextLength: 500,
  ssoCodeLength: 2_000,
  /** Tokens of provisioning per organization: a second one while the first is replaced. */
  provisioningTokens: 2,
  /** Roles of groups in an organization, and workspaces of it that can be chosen for one. */
  groupRoles: 500,
  groupNameLength: 255,
  signInCodeLength: 60,
  passkeysPerUser: 20,
  passkeyNameLength: 60,
  /** The validity of an API key unless chosen otherwise, and the longest. */
  apiKeyDays: 90,
  maximumApiKeyDays: 365,
  /** Webhooks of a workspace, and its tests and replays in an hour. */
  webhooksPerWorkspace: 10,
  webhookTriesPerHour: 300,
  webhookUrlLength: 1_000,
  /** For how many days the deliveries of a webhook are kept, and how many are listed in one response. */
  webhookDeliveryDays: 14,
  webhookDeliveriesListed: 50,
  /** Kinds of data that the server tells users about, and up to how many entries of each it counts. */
  ownDataKinds: 50,
  ownDataCounted: 1_000_000,
  /** Days in which a user who leaves can come back. */
  leavingDays: 30,
  /**
   * The highest count of each kind in a dry run of leaving, and the most workspaces, successors and account
   * names that it lists.
   */
  leavingCounted: 100_000,
  /** The most months for which a user keeps activities, and what a preview of it counts. */
  retentionMonths: 600,
  retentionCounted: 100_000,
  /** Accounts of a workspace under a legal hold, and the characters of a reason. */
  accountHolds: 1_000,
  legalHoldReasonLength: 500,
  leavingWorkspaces: 50,
  leavingSuccessors: 200,
  leavingNames: 20,
  /** Mailboxes, calendars or accounts of one provider that a user can connect. */
  connectionsPerProvider: 10,

  /** Far beyond any real value; longer input is rejected, not truncated. */
  maximumPasswordLength: 1_024,
  emailLength: 254,
  nameLength: 200,
  slugLength: 60,
  searchLength: 200,
  /** Words in one search for activities. */
  searchWords: 12,
  searchPageSize: 25,
  /** A Message-ID, or a link to an email. */
  messageReferenceLength: 2_000,

  /** Items in one page of a paged endpoint. */
  pageSize: 500,
  /** People in one result of a search of a workspace, and accounts that are named for each. */
  foundPeople: 20,
  foundPersonAccounts: 5,
  /** Colleagues listed for one person and account, the ones who know the person best. */
  namedAddresses: 200,
  /** People and colleagues in the network of an account: the ones with the strongest ties. */
  networkPeople: 30,
  networkColleagues: 15,
  /** Accounts that one request changes, and accounts that can be selected in the grid. */
  workspaceAccounts: 100_000,
  /** Accounts that one request changes, and those that can be selected in the grid. */
  accountsPerChange: 200,
  selectedAccounts: 10_000,
  /** Tags of a workspace and of one account, and those that accounts are filtered by at a time. */
  tagsPerWorkspace: 200,
  tagsPerAccount: 20,
  tagsPerFilter: 6,
  /** Characters in the note of an account. */
  accountNoteLength: 500,
  /** Versions of the note of an account, the present one included. */
  noteVersions: 50,
  /** Deleted accounts per workspace that can be restored, and for how many days each. */
  deletedAccounts: 1_000,
  restorableDays: 30,

  /** Rows of one file of accounts; a part of it is sent by one request. */
  rowsPerImport: 50_000,
  rowsPerImportPart: 500,
  importPartBytes: 1024 * 1024,
  /** Bytes of a file of accounts. */
  importFileBytes: 50 * 1024 * 1024,
  /** Columns of a file of accounts that are offered. */
  importColumns: 256,
  /** Characters of a cell of such a file, one more than a note may have: a longer one is refused by name. */
  importCellLength: 1_001,
  /** Domains that are shared by one request, and those whose sharing is previewed by one. */
  domainsPerShare: 50,
  domainsPerSharePreview: 1_000,
  /** A file with emails, in bytes, its name, and one part of its upload. */
  mailFileBytes: 10 * 1024 * 1024 * 1024,
  fileNameLength: 255,
  filePartBytes: 8 * 1024 * 1024,

  /** Specification part 2, section 9. */
  discoveryDays: 14,
  /** Domains in one import preview. */
  domainsPerPreview: 1_000,
  /** The longest time for which access is granted, unless it is granted without an end. */
  accessDays: 366,
  /** Private meetings of a user, in the list of these. */
  privateMeetingsListed: 1_000,
  /** The farthest day of a reminder. */
  reminderDays: 366,
} as const;
