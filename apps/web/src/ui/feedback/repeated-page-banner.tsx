import { Banner } from './banner.tsx';

/** Ends a list when its server sends the same page again instead of the next one. */
export function RepeatedPageBanner({ className }: { className?: string }) {
  return (
    <Banner kind="warning" className={className}>
      The server sends this part of the list again and again. What follows cannot be shown.
    </Banner>
  );
}
