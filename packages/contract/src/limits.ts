import { limits as pageLimits } from './page-limits.ts';

/**
 * Every limit: those of pages, and those of the server alone. Times are in milliseconds unless the name has another
 * unit.
 */
export const limits = {
  ...pageLimits,

  /** Invitations of one workspace that are pending, expired or declined. */
  invitationsPerWorkspace: 100,
  /** Invitations that all owners of a workspace together can send in 24 hours. */
  invitationsPerDay: 1_000,
  /** Members per workspace. */
  workspaceMembers: 5_000,
  /** Changes of the time zone of a workspace in 24 hours; each moves the days of all its accounts. */
  timeZoneChangesPerDay: 20,
  /** Changes of the levels that a workspace chooses for its shares in 24 hours. */
  shareLevelChangesPerDay: 100,
  /** Changes of whose assistants can read a workspace in 24 hours. */
  assistantChangesPerDay: 100,
  /** Sessions per user; a new one ends the least recently used one. */
  sessionsPerUser: 100,
  /** Minutes for which a session's proof of who uses it is fresh. */
  freshProofMinutes: 10,
  /** Proofs of one user in 24 hours. */
  proofsPerDay: 200,
  /** Minutes in which a second factor has to follow the password. */
  pendingSignInMinutes: 5,
  /** Minutes in which an authenticator app has to be confirmed. */
  setUpMinutes: 30,
  recoveryCodes: 10,
  /** Wrong codes for one user from networks where they have not signed in, in 24 hours. */
  wrongCodesPerDay: 100,
  /** So many wrong codes in 24 hours are mailed to the user, once: someone knows the password. */
  wrongCodesUntilMail: 5,
  /** Changes of a user's own factors, and of their company sign-ins, in 24 hours; each sends an email. */
  factorChangesPerDay: 50,
  pendingTokenLength: 1_000,
  /** Minutes for a sign-in at the company's provider, and seconds for its hand-over to the browser. */
  ssoMinutes: 10,
  ssoHandOverSeconds: 60,
  /** Minutes for connecting the company's account after the password was required. */
  ssoLinkMinutes: 10,
  /** Sign-ins by single sign-on that one network can begin in 15 minutes. */
  ssoStartsPerNetwork: 300,
  /** Accounts at providers that a user is shown as connected. */
  companyLinks: 100,
  /** Changes and failures of provisioning that an organization's page lists. */
  provisioningRequests: 50,
  /** Requests of provisioning in a minute, per organization and server process. Entra wants 25 in a second. */
  provisioningRequestsPerMinute: 3_000,
  /** Changes that the provider of an organization can make in 24 hours; each can leave an entry in the audit log. */
  provisioningChangesPerDay: 50_000,
  /** Users or groups in one response to a provider. */
  provisioningPageSize: 200,
  /** Groups of an organization, and members of one group. */
  provisioningGroups: 1_000,
  provisioningGroupMembers: 10_000,
  /** Minutes in which a passkey has to answer a challenge. */
  passkeyMinutes: 5,
  /** WebAuthn's longest id of a credential, 1,023 bytes, in base64url. */
  credentialIdLength: 1_364,
  /** Far longer than what authenticators send without an attestation, in base64url. */
  credentialFieldLength: 4_000,
  /** Working API keys of one user, and the ended ones that are listed besides. */
  apiKeysPerUser: 25,
  endedApiKeys: 25,
  /** Keys that a user can create in 24 hours; each sends an email. */
  apiKeysPerDay: 20,
  /** Emails to other users in an hour by one API key: invitations, and links to choose a password. */
  apiKeyMailsPerHour: 100,
  /** Networks from which the use of a key is recorded. */
  apiKeyNetworks: 50,
  /** Requests with one API key in a minute, in each server process. */
  apiKeyRequestsPerMinute: 600,
  /** For how many hours the previous secret of a webhook signs beside a new one. */
  webhookSecretHours: 24,
  /** Entries of the audit log in one export. */
  auditExport: 100_000,
  /** How often a user may confirm the deletion of their account in a day. */
  ownDeletionsPerDay: 5,
  /** Leaving members of a workspace that are listed. */
  leavingListed: 200,
  /** Exports of their own data that a user can begin in 24 hours. */
  ownDataExportsPerDay: 20,
  /** Downloads of workspaces that an owner can begin in 24 hours. */
  workspaceExportsPerDay: 20,
  /** Password changes per user in 24 hours; each sends an email. */
  passwordChangesPerDay: 20,
  /** Administrative changes, each an entry in the audit log, per user in 24 hours. */
  auditedChangesPerDay: 5_000,
  /** Connections that one user has started, and grants that wait for their confirmation. */
  pendingConnections: 10,
  /** Requests for a reset link that wait to be looked up; some thousand a second are. */
  waitingResetRequests: 10_000,

  /** People named in one result of a search. */
  searchResultPeople: 4,

  /** Addresses that can be merged into one person. */
  addressesPerPerson: 50,
  /** Addresses to look up names for in one request. */
  peoplePageSize: 50,
  /** Colleagues listed for one person and account, the ones who know the person best. */
  colleaguesPerPerson: 20,
  /** People and colleagues in the network of an account: the ones with the strongest ties. */
  accountsPerPerson: 50,
  /** For how long an account that is going quiet can be dismissed. */
  quietDismissalDays: 365,
  /** Shares listed of an account. */
  sharesListed: 500,
  /**
   * The newest activities that are read for an account's participants, and how many participants of these.
   */
  participantsListed: 50,
  /** The newest activities whose participants are counted for it, and how many participants of these. */
  participantActivities: 5_000,
  participantsCounted: 50_000,
  /** A request body in bytes, unless an endpoint sets its own limit. */
  bodyBytes: 256 * 1024,
  /** A request body of a public endpoint, in bytes. */
  publicBodyBytes: 16 * 1024,
  /** Levels of nesting in a JSON body; the contract and the payloads of webhooks use six. */
  bodyDepth: 32,
  /** Values in a delivery to a webhook: a transcript of 20,000 sentences has 140,000. */
  bodyValues: 20_000,
  /** Values in what a webhook is sent: a transcript of 20,000 sentences has 140,000. */
  webhookBodyValues: 200_000,
  /** Fields of one object in a body; building larger ones takes ten times as long for each field. */
  objectFields: 5_000,
  /** Fields of a form, repeated ones included: a Zap repeats one for each line of a transcript. */
  formFields: 20_000,
  /** Tracked domains per user; so that the unpaged list of them stays under three megabytes. */
  trackedDomains: 10_000,
  /** Favourites of a member in a workspace, and the accounts that they opened last. */
  favourites: 200,
  recentAccounts: 12,
  /** Accounts that get a renamed or recoloured tag in 24 hours, each time that they do, by changes of one member. */
  taggedAccountsChangedPerDay: 500_000,
  /** Domains of one account, the primary one included. */
  domainsPerAccount: 20,
  /** Saved views of one user in a workspace, and those that are shared with the workspace. */
  viewsPerUser: 100,
  sharedViews: 200,
  /** Characters of a view's state, as JSON. */
  viewEntries: 40,
  /** Characters of what a view shows, as JSON. */
  viewStateLength: 4_000,
  /** Participants of all activities in one list; activities after these have the first few only. */
  listedParticipants: 50,
  /** Participants of all activities in one list; those that come after these have the first few only. */
  participantsInList: 25_000,
  fewParticipants: 5,
  /** Messages of a conversation in one response, the newest; the earlier ones are requested with `before`. */
  conversationMessages: 500,
  /**
   * Bytes of the texts in one conversation. The newest are returned; the others are requested
   * one by one. One message has its text whatever its size.
   */
  conversationTextBytes: 2_000_000,
  /** Activities of a timeline window in one response, if the request has no `limit`. */
  timelineEntries: 10_000,
  /** Imports per integration with unread history. */
  timelinePageActivities: 2_000,
  /** Previews per integration with uncounted domains. */
  pendingBackfills: 1_000,
  /** Previews per integration whose domains have not been counted yet. */
  pendingPreviews: 100,
  /** Failed webhook deliveries stored per integration, and the bytes of them together. */
  failedDeliveries: 500,
  failedDeliveryBytes: 100 * 1024 * 1024,
  /** Webhook deliveries per integration in 24 hours, and the bytes of them together. */
  deliveriesPerDay: 5_000,
  deliveryBytesPerDay: 1024 * 1024 * 1024,
  /**
   * Deliveries of one webhook that a server process works on at the same time, and how many more
   * may wait for their turn. Each can be as large as `webhookBodyBytes`.
   */
  concurrentDeliveries: 2,
  waitingDeliveries: 10,
  /** Items of a mailbox or calendar stored as failed per integration. */
  failedItems: 10_000,
  /** Failed items listed in one response. */
  failedItemsListed: 500,
  /** Open event streams per user and server process. */
  eventStreams: 20,

  /**
   * Requests of one user that a server process works on at the same time, how many of those may
   * be expensive ones (`cost` of a call), and how many more may wait for their turn. See
   * docs/decisions/fair-use.md.
   */
  concurrentRequests: 4,
  concurrentHeavyRequests: 1,
  waitingRequests: 60,
  /**
   * Characters of responses that one user's clients have not read; more than the largest response of
   * the specification, a list of 100,000 accounts.
   */
  unreadCharacters: 64_000_000,
  /**
   * Bytes of request bodies of one user, or of one webhook, that a server process has at a time, besides
   * one body of any size. Each megabyte takes the time of all others when it is parsed.
   */
  heldBodyBytes: 8 * 1024 * 1024,

  /** Domains in one import; the body then stays under `importBodyBytes`. */
  domainsPerImport: 10_000,
  importBodyBytes: 4 * 1024 * 1024,
  /** A user's activities in one page of what colleagues see of them, and the colleagues that it names. */
  comparedActivities: 100,
  colleaguesNamed: 20,
  /** The value that completes a connection: an API key of some 40 characters with its state, or less. */
  connectionBodyBytes: 16 * 1024,
  /** The name of a server (RFC 1035), and the longest password of an account on one. */
  hostLength: 253,
  serverPasswordLength: 500,
  /** Sign-ins to servers per hour: of one user, and of everyone to the same mailbox. */
  serverSignInsPerHour: 30,
  /** Sign-ins to one server, and searches for the server of one domain, of everyone, per hour. */
  requestsPerServerPerHour: 300,
  /** Searches for the settings of a server, per user and hour. */
  serverSearchesPerHour: 100,
  /** The value that confirms an OAuth connection; ours has 43 characters. */
  confirmLength: 200,
  /** Files of one user that are not finished, and uploads in 24 hours. */
  pendingMailFiles: 1,
  mailFilesPerDay: 50,
  /** Files listed for a user after they have finished. */
  finishedMailFiles: 20,
  /** Domains and unreadable emails of a file in one response. */
  mailFileDomains: 100,
  mailFileProblems: 50,
  /** The longest wait of an upload for its next part, or for the decision to import it. */
  mailFileHours: 24,
  /** A webhook delivery contains a whole transcript. */
  webhookBodyBytes: 10 * 1024 * 1024,

  /** Domains listed in one discovery response, the most active. */
  discoveredDomainsListed: 5_000,
  /** Excluded domains listed in one discovery response. */
  excludedDomainsListed: 200,
  /** Days of the bubbles in a row of the grid. */
  summaryDays: 21,
  /** Entries of each group on the page Today, and entries within one of them. */
  backfillDays: 84,
  /** Entries of each group on the page Today, and of one entry's lists. */
  todayMeetings: 50,
  todayConversations: 50,
  todayPeople: 10,
  todayNews: 20,
  todayMeetingAccounts: 5,
  todayNewsAccounts: 5,
  todayAttendees: 30,
  /** Notices that a user has, the newest; accounts that one of them names; and for how many days it is kept. */
  notices: 100,
  noticeAccounts: 3,
  noticeDays: 30,
  /** Emails of a user that Today looks through, the newest first. */
  todayMails: 20_000,
  /** Conversations that a user keeps private, in the list of these. */
  privateConversationsListed: 1_000,
  /** Requests for access of one user that wait for an answer, and all of one user's, answered ones included. */
  openAccessRequests: 50,
  accessRequests: 500,
  /** Requests for access to a user's conversations, in the list of these. */
  accessRequestsListed: 500,
  /** Addresses and domains that a user protects, and those that a workspace does. */
  protectedAddresses: 200,
  /** Conversations that a user hid from Today in a workspace, and those of them with a reminder. */
  todayMarks: 1_000,
  todayReminders: 500,
  /** The maximum age of activities that can be imported. */
  historyYears: 5,
} as const;
