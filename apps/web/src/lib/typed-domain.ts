import { domainInText } from '@repo/domain/domains/domain-in-text';
import { isFullServer } from './server-level.ts';

/**
 * The domain in a field for one. People paste addresses of pages and emails; a server of the specification
 * alone gets the typed text, by the rules of the specification.
 */
export const typedDomain = (text: string): string =>
  (isFullServer() ? domainInText(text) : text.trim()).toLowerCase();
