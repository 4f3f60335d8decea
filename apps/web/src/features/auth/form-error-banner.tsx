import type { FormError } from '../../lib/use-form.ts';
import { Banner } from '../../ui/banner.tsx';

/** What went wrong with the form as a whole; its place stays empty until then. */
export function FormErrorBanner({ error }: { error: FormError | undefined }) {
  if (error === undefined) return null;
  return (
    <Banner kind="error">
      {error.message}
      {error.detail === undefined ? null : <span className="block">{error.detail}</span>}
    </Banner>
  );
}
