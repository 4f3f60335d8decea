/** The addresses of the parts of the test environment. */
export interface EnvironmentAddresses {
  /** The product, as a browser sees it. */
  url: string;
  /** The same product at an address with a name, where there are passkeys. */
  namedUrl: string;
  sandboxUrl: string;
  /** Makes people and shows their mail. */
  controlUrl: string;
  /** Of a CalDAV server on this machine. */
  calendarPort: number;
  /** Of an IMAP server on this machine. */
  mailPort: number;
}
