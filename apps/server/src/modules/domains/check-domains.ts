import { plural } from '@repo/domain/text/plural';
import { limits } from '@repo/contract/limits';
import {
  type DomainProblem,
  domainProblem,
  domainProblems,
  normalizeDomain,
} from '@repo/domain/domains/domain-name';
import { isPublicSuffix } from '@repo/domain/domains/registrable-domain';
import { validationFailed } from '#platform/http/app-error.ts';
import { mapInTurns } from '#platform/turns.ts';
import { isFreeMail } from './is-free-mail.ts';

/**
 * Normalizes typed domains, without duplicates, in the order of the list. Gives way to other requests in
 * between: ten thousand take most of a second.
 *
 * @throws AppError VALIDATION_FAILED naming the domains that cannot be tracked, or for too long a list.
 */
export async function checkDomains(typed: readonly string[]): Promise<string[]> {
  if (typed.length > limits.domainsPerImport) {
    const message = `${plural(typed.length, 'domain is', 'domains are')} too many: at most ${count(limits.domainsPerImport)} can be imported at once`;
    throw validationFailed([{ field: 'domains', message }]);
  }
  const checked = await mapInTurns(typed, (text) => ({ text, ...checkDomain(text) }));
  const problems = checked.flatMap(({ text, problem }, index) =>
    problem === undefined
      ? []
      : [{ field: `domains.${index}`, message: problem, domain: text.slice(0, maxEchoLength) }],
  );
  if (typed.length === 0) problems.push({ field: 'domains', message: required, domain: '' });
  if (problems.length > 0) throw validationFailed(problems);
  return [...new Set(checked.flatMap(({ domain }) => domain ?? []))];
}

/**
 * Normalizes a typed domain.
 *
 * @throws AppError VALIDATION_FAILED for one that cannot be tracked, and therefore cannot be a
 *   domain of an account.
 */
export function checkAccountDomain(typed: string): string {
  const { domain, problem } = checkDomain(typed);
  if (domain === undefined) {
    throw validationFailed([{ field: 'domain', message: problem ?? invalid }]);
  }
  return domain;
}

/** Normalizes a typed domain; undefined when it cannot be tracked. */
export const trackable = (typed: string): string | undefined => checkDomain(typed).domain;

const count = (number: number): string => number.toLocaleString('en');

/** The response quotes the input, truncated: a megabyte is not sent back. */
const maxEchoLength = 300;
/** Characters of a typed domain or address that are looked at: megabytes take long to normalize. */
const MAX_TYPED_LENGTH = 10_000;
const { required, malformed, freeMail, invalid } = domainProblems;

/** Normalizes a typed domain, or returns why it cannot be tracked. */
export function checkDomain(text: string): { domain?: string; problem?: DomainProblem } {
  if (text.length > MAX_TYPED_LENGTH) return { problem: invalid };
  const domain = normalizeDomain(text);
  const problem = domainProblem(text);
  // The web application shows this message at the field.
  if (problem === malformed) return { problem: invalid };
  if (problem !== undefined) return { problem };
  if (domain === undefined || isPublicSuffix(domain)) return { problem: invalid };
  return isFreeMail(domain) ? { problem: freeMail } : { domain };
}
