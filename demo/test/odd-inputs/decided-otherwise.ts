/** Results that the product does not have on purpose, with the document that says why. */
export const decidedOtherwise: Readonly<Record<string, string>> = {
  j04: 'docs/mail.md: a copy that a list sent with a footer is an email of its own, in the same conversation, since anyone can send another text with a known Message-ID',
  m27: 'docs/files.md: an archive in an archive is not read, and the message of the file names it',
  h06: 'docs/mail.md: a forwarded email counts for the people in its own From, To and Cc',
};

/** Rows of `cases.tsv` that are no upload of a file, and what proves them. */
export const noUploads: Readonly<Record<string, string>> = {
  '22 domain cells': 'apps/web/src/features/account-import (files of accounts)',
};
