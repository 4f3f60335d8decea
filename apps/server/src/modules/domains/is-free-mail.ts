import providers from 'email-providers/all.json' with { type: 'json' };

const freeMail: ReadonlySet<string> = new Set(providers);

/** Whether a normalised domain is one at which anybody gets an address; from a maintained list. */
export const isFreeMail = (domain: string): boolean => freeMail.has(domain);
