import { CodeLoader, useCode } from '#lib/code/code-loader.ts';
import { useMediaQuery } from '#lib/hooks/use-media-query.ts';
import { isFullServer } from '#lib/server-level.ts';
import { PHONE } from '../data/relationship-fields.ts';

const loader = new CodeLoader(async () => (await import('./phone-columns.tsx')).phone);

/** The height of a row on a phone; pixels. */
export const PHONE_ROW_HEIGHT = 60;

/**
 * The grid on a phone, if this is one. While it loads, rows of its height have no
 * content yet; if that fails, there are columns.
 */
export function usePhone() {
  const isPhone = useMediaQuery(PHONE) && isFullServer();
  const { code, status } = useCode(loader, isPhone);
  return {
    phone: isPhone ? code : undefined,
    isPhoneLoading: isPhone && (status === 'idle' || status === 'loading'),
  };
}
