/**
 * First parts of an address that belong to the web application or the server. An organization with such a
 * slug could not be reached: its pages are at /{organization}/{workspace}/….
 */
export const reservedSlugs: readonly string[] = [
  // Screens of the web application.
  'login',
  'sign-in',
  'logout',
  'request-password-reset',
  'reset-password',
  'invitation',
  'import-preferences',
  'integrations',
  'oauth',
  'admin',
  'dev',
  // The server, and the files of the web build.
  'api',
  'assets',
  'mcp',
  'scim',
  'healthz',
  'readyz',
  'metrics',
];
