const MIB = 1024 * 1024;

/** Mails that are larger are not read: services accept 50 MB at most. */
export const MAX_MAIL_BYTES = 50 * MIB;

/** What a server may send at once. A list of the UIDs of a million mails has 8 MB. */
export const MAX_LINE_BYTES = 32 * MIB;
export const MAX_LITERAL_BYTES = 60 * MIB;
export const MAX_RESPONSE_BYTES = 96 * MIB;

/** What a server may send for one command, in as many responses as it likes. */
export const MAX_COMMAND_BYTES = 12 * MIB;
/** The same for connecting and signing in. */
export const MAX_SIGN_IN_BYTES = MIB;
/** The same for a list of folders: some 100 bytes for each, status included. */
export const MAX_LIST_BYTES = 4 * MIB;
/** The same for whole mails: one of the largest, or a batch. */
export const MAX_SOURCES_BYTES = 64 * MIB;

/** Mails on a page of a listing or of changes. */
export const PAGE_SIZE = 100;
/** Mails that are read whole at once, and the bytes of them together. */
export const MAX_BATCH = 50;
export const MAX_BATCH_BYTES = 16 * MIB;
/** Heads that are remembered during a sync; the oldest go first. */
export const MAX_REMEMBERED = 2_000;
/** Mails of one mailbox, in all folders together: their UIDs are held at the same time. */
export const MAX_MAILS = 2_000_000;
/** Folders of one mailbox. */
export const MAX_FOLDERS = 2_000;
/** Domains that a server is asked to search for at once; with more, everything is looked at. */
export const MAX_SEARCHED_DOMAINS = 10;

/** How long connecting and signing in may take, whatever the server sends; milliseconds. */
export const SIGN_IN_TIMEOUT_MS = 30_000;
/** How long one page may take, whatever the server sends meanwhile; milliseconds. */
export const PAGE_TIMEOUT_MS = 90_000;
/** After this a page ends with what it has; milliseconds. */
export const PAGE_TARGET_MS = 20_000;

/** Characters of a server's text that are shown. */
export const MAX_SERVER_TEXT = 200;
