import type { Config } from '../../config.ts';

/** The Content-Security-Policy of the page. */
export function pageHeaders({ apiBaseUrl }: Pick<Config, 'apiBaseUrl'>): Record<string, string> {
  const api = apiBaseUrl === '' ? '' : ` ${new URL(apiBaseUrl).origin}`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // Frames that show email inherit this policy: email is laid out with style attributes, and its
    // images can come from anywhere once the reader allows them, which the frame's own policy
    // controls. The application itself shows no external images.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https:${api}`,
    "font-src 'self'",
    `connect-src 'self'${api}`,
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}
