const MIB = 1024 * 1024;

/** The ports of mail servers on the public internet. */
export const MAIL_PORTS = [993, 143];

/** Memory of a mailbox's process without its buffers: the client needs 430 bytes for each UID in a list. */
export const PROCESS_MEMORY_MB = 768;
/** The least that it gets on a server with little memory: enough for the UIDs of 300,000 emails. */
export const MIN_PROCESS_MEMORY_MB = 192;
/**
 * Half of the memory of a process for new objects. With 4 MiB, as the server has, a quarter of its
 * processor time goes into keeping emails that it is about to pass on.
 */
export const NEW_OBJECTS_MB = 16;
/** The memory of a process besides: its program, new objects, buffers, and the email that it passes on. */
export const PROCESS_BUFFERS_MB = 256;
/**
 * Processes that sign in or look for one email, beside those that read mailboxes. They mostly wait for a
 * server, each user has at most one of a kind, and they get little memory: 1.2 GB together, of which a usual
 * server uses a third.
 */
export const MAX_SIGN_IN_PROCESSES = 6;
export const SIGN_IN_MEMORY_MB = 96;
export const MAX_LOCATE_PROCESSES = 3;
export const LOCATE_MEMORY_MB = 192;
/** The longest wait for one of them; milliseconds. A user waits for the response, ten seconds in all. */
export const LOOKUP_WAIT_MS = 1_200;
/** The time that a server then has to sign in a user and to list the folders; milliseconds. */
export const SIGN_IN_RESPONSE_MS = 8_000;
/** The time that it has to find an email, and the time until its process is ended; milliseconds. */
export const LOCATE_RESPONSE_MS = 6_500;
export const LOCATE_PROCESS_MS = 7_500;
/** A mailbox is closed after this, between two pages, when others wait for its process; milliseconds. */
export const PROCESS_TURN_MS = 60_000;
/** The longest wait of a mailbox for a process; milliseconds. */
export const PROCESS_WAIT_MS = 15 * 60_000;
/** The interval at which a process reports that it is not stuck; milliseconds. */
export const ALIVE_INTERVAL_MS = 5_000;
/** The number of processes that wait for the next mailbox, and for how long; milliseconds. */
export const MAX_IDLE_PROCESSES = 4;
export const IDLE_PROCESS_MS = 60_000;
/** A process that said nothing in so many intervals is ended. */
export const MAX_SILENT_INTERVALS = 12;

/** Larger emails are not read: mail services accept 50 MB at most. */
export const MAX_MAIL_BYTES = 50 * MIB;

/**
 * Maximum size of a server's line, literal and response. A list of the UIDs of a million emails has
 * 8 MB.
 */
export const MAX_LINE_BYTES = 14 * MIB;
export const MAX_LITERAL_BYTES = 60 * MIB;
export const MAX_RESPONSE_BYTES = 96 * MIB;

/** Maximum of bytes per command, in any number of responses. */
export const MAX_COMMAND_BYTES = 12 * MIB;
/** The limit while connecting and signing in. */
export const MAX_SIGN_IN_BYTES = MIB;
/** The limit for a list of folders: some 100 bytes for each, status included. */
export const MAX_LIST_BYTES = 4 * MIB;
/** The limit for whole emails: one of the largest, or a batch. */
export const MAX_SOURCES_BYTES = 64 * MIB;

/** The part that is read of the head of one email: some ten thousand addresses. */
export const MAX_HEAD_BYTES = MIB;
/** The beginning of an email without a Message-ID that tells it apart from others; bytes. */
export const MAX_START_BYTES = 64 * 1024;

/** Emails on a page of a listing or of changes. */
export const PAGE_SIZE = 100;
/** Emails that are read whole at once, and their total bytes. */
export const MAX_BATCH = 50;
export const MAX_BATCH_BYTES = 16 * MIB;
/** Heads that are cached during a sync, and their characters together; the oldest are evicted. */
export const MAX_REMEMBERED = 2_000;
export const MAX_REMEMBERED_CHARACTERS = 32 * MIB;
/** Emails of one mailbox, in all folders together: their UIDs are in memory at the same time. */
export const MAX_MAILS = 2_000_000;
/**
 * Emails in a folder up to which UIDs are fetched one by one when a search lists fewer than the server
 * counts.
 */
export const MAX_COMPARED_MAILS = 50_000;
/** Folders of one mailbox. */
export const MAX_FOLDERS = 2_000;
/** Folders of one mailbox about which a state is stored, including folders that are no longer listed. */
export const MAX_KNOWN_FOLDERS = 3 * MAX_FOLDERS;
/** Folders that are missing in a list and looked for by name in one round. */
export const MAX_SOUGHT_FOLDERS = 100;
/** Folders that cannot be read and are listed as failed items. */
export const MAX_UNREADABLE_FOLDERS = 100;
/** For how long a folder that was read before and is refused delays removals; milliseconds. */
export const MAX_REFUSED_MS = 24 * 60 * 60_000;
/** The path of a folder; bytes. Locations are found by it, in an index. */
export const MAX_PATH_BYTES = 2_000;
/** Maximum of domains in one search; with more, all emails are read. */
export const MAX_SEARCHED_DOMAINS = 10;

/** Timeout of connecting and signing in, whatever the server sends; milliseconds. */
export const SIGN_IN_TIMEOUT_MS = 30_000;
/** Timeout of one page, whatever the server sends in that time; milliseconds. */
export const PAGE_TIMEOUT_MS = 90_000;
/** After this time, a page ends with the emails read so far; milliseconds. */
export const PAGE_TARGET_MS = 20_000;

/** Connections on which the inboxes of one mail server are watched. */
export const MAX_WATCHES_OF_HOST = 1_000;
/** Watches that connect and sign in at the same time, at one server and in all. */
export const MAX_WATCHES_STARTING_AT_HOST = 8;
export const MAX_WATCHES_STARTING = 40;
/** How long one waits for that; milliseconds. */
export const WATCH_START_WAIT_MS = 5 * 60_000;
/** Timeout of a response to one that watches; milliseconds. */
export const WATCH_RESPONSE_MS = 20_000;
/** The shortest interval of renewals, where something cuts silent connections; milliseconds. */
export const MIN_RENEWAL_MS = 20_000;
/** The most that a server may send between two renewals: ten thousand changed flags. */
export const MAX_WATCH_BYTES = MIB;
