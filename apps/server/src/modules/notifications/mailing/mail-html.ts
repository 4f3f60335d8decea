export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const htmlLink = (address: string, text: string): string =>
  `<a href="${escapeHtml(address)}" class="link" style="color:#1d4ed8">${escapeHtml(text)}</a>`;

/** @param text HTML. */
export const htmlHeading = (text: string): string =>
  `<h2 class="line" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e2e2e6;font-size:16px">${text}</h2>`;

/** @param rows HTML. */
export const htmlItems = (rows: readonly string[]): string =>
  `<ul style="margin:4px 0 0;padding:0;list-style:none">${rows
    .map((row) => `<li style="margin:0 0 8px">${row}</li>`)
    .join('')}</ul>`;

/** A line below an item. */
export const htmlMuted = (text: string): string =>
  `<span class="muted" style="display:block;font-size:13px;color:#5f5f68">${escapeHtml(text)}</span>`;

interface HtmlMail {
  title: string;
  /** Preview text that mail clients show next to the subject. */
  preview: string;
  /** HTML. */
  body: string;
  footer: string;
}

/**
 * Renders a single-column email in the reader's color scheme. Mail clients that ignore `<style>` show the
 * light scheme, set on the elements. It loads no external resources.
 */
export const htmlMail = ({ title, preview, body, footer }: HtmlMail): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #111113 !important; color: #ececee !important; }
  .card { background: #1a1a1d !important; border-color: #34343a !important; }
  .muted { color: #a8a8b1 !important; }
  .line { border-color: #34343a !important; }
  .link { color: #8fb3ff !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f5f6;color:#1b1b1f">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<div role="main">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f5f6;color:#1b1b1f;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #e2e2e6;border-radius:8px">
<tr><td style="padding:24px;overflow-wrap:anywhere">
<h1 style="margin:0 0 4px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>
${body}
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="muted" style="padding:16px 24px;font-size:13px;color:#5f5f68">${footer}</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>`;
