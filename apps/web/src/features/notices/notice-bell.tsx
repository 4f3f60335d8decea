import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { CodeLoader, useCode } from '#lib/code/code-loader.ts';
import { Button } from '#ui/forms/button.tsx';
import { showNotLoaded } from '#ui/overlays/lazy-dialog.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/overlays/popover.tsx';
import { noticesQuery } from './notices-query.ts';

const list = new CodeLoader(async () => (await import('./notice-list.tsx')).NoticeList);

const MAX_SHOWN = 9;

/** The number of unread notices, and the list of all. */
export function NoticeBell() {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(noticesQuery);
  const { code: List } = useCode(list, false);
  const unread = data?.unread ?? 0;
  const change = async (open: boolean) => {
    if (open) await list.request();
    if (open && list.read() === undefined) void showNotLoaded(list);
    else setIsOpen(open);
  };
  return (
    <Popover open={isOpen} onOpenChange={(open) => void change(open)}>
      <PopoverTrigger>
        <Button
          variant="bare"
          shape="square"
          aria-label={unread === 0 ? 'Notices' : `Notices, ${unread} unread`}
        >
          <Bell aria-hidden />
          {unread === 0 ? null : (
            <span
              aria-hidden
              className="absolute top-0 right-0 min-w-4 rounded-full bg-accent px-1 text-center text-[10px]/4 font-semibold text-on-accent"
            >
              {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
            </span>
          )}
        </Button>
      </PopoverTrigger>
      {List === undefined ? null : (
        <PopoverContent label="Notices" align="end" className="w-96 p-0!">
          <List onLeave={() => setIsOpen(false)} />
        </PopoverContent>
      )}
    </Popover>
  );
}
