import type { ActivityToCapture } from '../provider.ts';
import type { ListPage } from '../provider/activity-source.ts';
import type { ReadItems } from './read-items-result.ts';

/** A page of a listing, and the items of it that had to be read. */
export interface BackfillPage {
  page: ListPage;
  items: ReadItems<ActivityToCapture>;
}
