import { CodeLoader, useCode } from '#lib/code/code-loader.ts';
import { useIsSettled } from '#lib/hooks/use-is-settled.ts';

const bell = new CodeLoader(
  async () => (await import('#features/notices/notice-bell.tsx')).NoticeBell,
);

/** The bell of the top bar, loaded after the page's own data. Until then its place is empty. */
export function NoticesSlot() {
  const { code: Bell } = useCode(bell, useIsSettled());
  return Bell === undefined ? <span className="w-input shrink-0" /> : <Bell />;
}
