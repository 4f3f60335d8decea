import { plural } from '@repo/domain/text/plural';
import type { BusinessDay } from '@repo/domain/time/business-day';
import { useQuery } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { isFullServer } from '#lib/server-level.ts';
import { Button } from '#ui/forms/button.tsx';
import { Select, type SelectOption } from '#ui/forms/select.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { DAYS_OFFERED, type Search, type SearchType, TYPE_LABELS } from './search-address.ts';

/** Radix reserves the empty string. */
const ANY = 'any';
const DATES = 'dates';

const DAYS_LABELS: Readonly<Record<number, string>> = {
  7: 'Last 7 days',
  30: 'Last 30 days',
  84: 'Last 12 weeks',
  365: 'Last year',
};

type Props = {
  workspaceId: string;
  search: Search;
  today: BusinessDay;
  onChange: (change: Partial<Search>) => void;
};

/** Filters for the type, the colleague and the days of a search. Each applies at once. */
export function SearchFilters({ workspaceId, search, today, onChange }: Props) {
  const { type, contributor, when } = search;
  const isNarrowed = type !== undefined || contributor !== undefined || when !== undefined;
  return (
    <fieldset aria-label="Filters" className="flex min-w-0 flex-wrap items-center gap-2">
      <Choice
        label="Type"
        any="All types"
        value={type}
        options={Object.entries(TYPE_LABELS).map(([value, label]) => ({ value, label }))}
        onChoose={(value) => onChange({ type: value as SearchType | undefined })}
      />
      {isFullServer() ? (
        <ColleagueChoice
          workspaceId={workspaceId}
          value={contributor}
          onChoose={(value) => onChange({ contributor: value })}
        />
      ) : null}
      <Choice
        label="Time"
        any="Any time"
        value={when === undefined ? undefined : 'days' in when ? String(when.days) : DATES}
        options={[
          ...DAYS_OFFERED.map((days) => ({
            value: String(days),
            label: DAYS_LABELS[days] ?? `Last ${plural(days, 'day')}`,
          })),
          { value: DATES, label: 'Between days' },
        ]}
        onChoose={(value) =>
          onChange({
            when:
              value === undefined
                ? undefined
                : value === DATES
                  ? { from: '', until: '' }
                  : { days: Number(value) },
          })
        }
      />
      {when !== undefined && 'from' in when ? (
        <div className="flex w-full items-center gap-2 sm:w-auto">
          <DayInput
            label="First day"
            value={when.from}
            max={when.until || today}
            onChange={(from) => onChange({ when: { ...when, from } })}
          />
          <span aria-hidden className="text-faint">
            –
          </span>
          <DayInput
            label="Last day"
            value={when.until}
            min={when.from}
            onChange={(until) => onChange({ when: { ...when, until } })}
          />
        </div>
      ) : null}
      {isNarrowed ? (
        <Button
          size="small"
          variant="bare"
          onClick={() => onChange({ type: undefined, contributor: undefined, when: undefined })}
        >
          Clear Filters
        </Button>
      ) : null}
    </fieldset>
  );
}

type DayInputProps = {
  label: string;
  value: BusinessDay | '';
  min?: string;
  max?: string;
  onChange: (day: BusinessDay | '') => void;
};

function DayInput({ label, value, min, max, onChange }: DayInputProps) {
  return (
    <div className="min-w-0 flex-1 sm:w-36">
      <TextInput
        type="date"
        size="small"
        aria-label={label}
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  any: string;
  value: string | undefined;
  options: readonly SelectOption[];
  onChoose: (value: string | undefined) => void;
};

function Choice({ label, any, value, options, onChoose }: ChoiceProps) {
  // A value from the address stays selected and visible even if it is unknown.
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <div className="min-w-24 flex-1 sm:w-44 sm:flex-none">
      <Select
        size="small"
        aria-label={label}
        value={value ?? ANY}
        options={[
          { value: ANY, label: any },
          ...(isKnown ? [] : [{ value, label: value }]),
          ...options,
        ]}
        onValueChange={(next) => onChoose(next === ANY ? undefined : next)}
      />
    </div>
  );
}

type ColleagueChoiceProps = Pick<ChoiceProps, 'value' | 'onChoose'> & { workspaceId: string };

/** Colleagues who share something in the workspace. */
function ColleagueChoice({ workspaceId, ...rest }: ColleagueChoiceProps) {
  const { data = [] } = useQuery({
    queryKey: ['search-colleagues', workspaceId],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const people = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/accounts/people', {
        params: { workspaceId },
        signal,
      });
      return readList(people.contributors, 'colleagues', ({ email }) => email !== '', {
        name: 'text',
        email: 'text',
      });
    },
  });
  const options = data.map(({ name, email }) => ({ value: email, label: name || email }));
  return <Choice {...rest} label="Colleague" any="All colleagues" options={options} />;
}
