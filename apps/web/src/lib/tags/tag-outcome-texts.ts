import { limits } from '@repo/contract/page-limits';
import type { TagOutcome } from '@repo/contract/tags';

/** Why tags of an account could not be changed. */
export const TAG_OUTCOME_TEXTS: Readonly<
  Record<Exclude<TagOutcome['outcome'], 'changed'>, string>
> = {
  gone: 'deleted or merged in the meantime',
  'tag-gone': 'someone has deleted the tag',
  full: `an account can have at most ${limits.tagsPerAccount} tags`,
};
