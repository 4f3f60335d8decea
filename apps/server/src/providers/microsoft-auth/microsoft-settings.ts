/** The hosts of Microsoft's clouds. Tokens of one are not valid in another. */
export const microsoftClouds = {
  global: ['https://login.microsoftonline.com', 'https://graph.microsoft.com'],
  'us-government': ['https://login.microsoftonline.us', 'https://graph.microsoft.us'],
  'us-defense': ['https://login.microsoftonline.us', 'https://dod-graph.microsoft.us'],
  china: ['https://login.chinacloudapi.cn', 'https://microsoftgraph.chinacloudapi.cn'],
} as const satisfies Record<string, readonly [signIn: string, graph: string]>;

/** The application as it is registered at Microsoft, and Microsoft's hosts; URLs without a trailing slash. */
export interface MicrosoftSettings {
  clientId: string;
  clientSecret: string;
  /** The tenant that the application is registered in: its id or a domain; `organizations` for several. */
  tenant: string;
  signInUrl: string;
  graphUrl: string;
}

export const REQUEST_TIMEOUT_MS = 60_000;
/** A page of 200 messages without their texts has less than 1 MB. */
export const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
/** Exchange Online accepts emails of up to 150 MB; those of more than 50 MB are failed items, as of IMAP. */
export const MAX_MAIL_BYTES = 50 * 1024 * 1024;
/** Microsoft documents no length of a token; those that were seen have at most 4,000 characters. */
export const MAX_TOKEN_LENGTH = 16_384;

export const oauthAddress = (
  { signInUrl, tenant }: Pick<MicrosoftSettings, 'signInUrl' | 'tenant'>,
  endpoint: 'authorize' | 'token',
): string => `${signInUrl}/${encodeURIComponent(tenant)}/oauth2/v2.0/${endpoint}`;
