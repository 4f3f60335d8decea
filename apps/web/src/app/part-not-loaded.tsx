import { Banner } from '../ui/feedback/banner.tsx';

/** In place of a part of a page whose code cannot be loaded, so that the rest of the page stays. */
export function PartNotLoaded() {
  return (
    <Banner kind="error">
      A part of this page could not be loaded. Reload the page to try again.
    </Banner>
  );
}
