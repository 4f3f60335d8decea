import { Banner } from './banner.tsx';

/** Ends a list when its server sends the same page again instead of the next one. */
export function RepeatedPageBanner({ className }: { className?: string }) {
  return (
    <Banner kind="warning" className={className}>
      The server keeps sending this part of the list. The rest cannot be shown.
    </Banner>
  );
}
