import { limits } from '@repo/contract/page-limits';
import { addDays, type BusinessDay, isBusinessDay } from '@repo/domain/time/business-day';
import { isWorkingDay } from '@repo/domain/today/working-days';
import { AlarmClock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatWeekday } from '#lib/time/business-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { dayOf } from '#lib/time/workspace-day.ts';
import { Button } from '#ui/forms/button.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/overlays/popover.tsx';

type Props = { title: string; isBusy: boolean; onRemind: (day: BusinessDay) => void };

/** Asks on which day to be reminded of a conversation. */
export function RemindButton({ title, isBusy, onRemind }: Props) {
  const [isOpen, setOpen] = useState(false);
  const today = dayOf(useNow());
  const [day, setDay] = useState('');
  const [first, last] = [addDays(today, 1), addDays(today, limits.reminderDays)];
  const isValid = isBusinessDay(day) && day >= first && day <= last;
  const remind = (chosen: BusinessDay) => {
    setOpen(false);
    onRemind(chosen);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) remind(day);
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger>
        <Button
          variant="bare"
          size="small"
          shape="square"
          aria-busy={isBusy}
          aria-label={`Remind me about ${title}`}
          title="Remind me on …"
        >
          <AlarmClock aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent label="Remind me on" align="end" className="flex w-64 flex-col gap-1">
        <p className="mb-1 text-grid font-medium text-muted">Remind me on</p>
        {daysToChoose(today).map(({ label, day: choice }) => (
          <Button key={label} variant="bare" size="small" onClick={() => remind(choice)}>
            <span className="flex-1 text-left text-ink">{label}</span>
            <span className="font-normal text-muted">{formatWeekday(choice)}</span>
          </Button>
        ))}
        <form onSubmit={onSubmit} className="mt-1 flex gap-2 border-t border-line pt-3">
          <TextInput
            type="date"
            size="small"
            aria-label="Another day"
            value={day}
            min={first}
            max={last}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
          <Button type="submit" size="small" disabled={!isValid}>
            Set
          </Button>
        </form>
      </PopoverContent>
    </Popover>
  );
}

function daysToChoose(today: BusinessDay): { label: string; day: BusinessDay }[] {
  let workingDay = addDays(today, 1);
  while (!isWorkingDay(workingDay)) workingDay = addDays(workingDay, 1);
  return [
    { label: 'Next working day', day: workingDay },
    { label: 'In 1 week', day: addDays(today, 7) },
    { label: 'In 2 weeks', day: addDays(today, 14) },
    { label: 'In 1 month', day: addDays(today, 30) },
  ];
}
