import { sql, type RawBuilder } from 'kysely';

/** Characters of a title in a list of up to 1,000 entries; a whole title has 1,000, and the list would be megabytes. */
const LISTED_TITLE_LENGTH = 200;

/** A title as it is listed: one that is cut ends with `…`. */
export const listedTitle = (title: RawBuilder<string>): RawBuilder<string> => sql<string>`
  case when length(${title}) > ${LISTED_TITLE_LENGTH}::integer
    then left(${title}, ${LISTED_TITLE_LENGTH - 1}::integer) || '…' else ${title} end`;
