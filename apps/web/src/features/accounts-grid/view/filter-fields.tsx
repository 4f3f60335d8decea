import type { StrengthFilter } from '@repo/contract/relationships';
import type { SideBalance } from '@repo/domain/activities/side-balance';
import { isFullServer } from '#lib/server-level.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select, type SelectOption } from '#ui/forms/select.tsx';
import { personName, type AccountPerson } from '../data/account.ts';
import type { AccountFilters } from '../data/accounts-view.ts';
import { TagChoice } from './tag-choice.tsx';
import {
  BALANCE_LABELS,
  DAYS_OFFERED,
  daysLabel,
  FILTER_LABELS,
  NO_OWNER,
  STRENGTH_LABELS,
  type FilterChoices,
} from '../data/filter-options.ts';

export type FilterFieldsProps = {
  filters: AccountFilters;
  people: FilterChoices;
  onChange: (filters: AccountFilters) => void;
};

/** Radix reserves the empty string. */
const ANY = 'any';

/** The fields of the filter, loaded when it is opened. Each choice applies at once. */
export function FilterFields({ filters, people, onChange }: FilterFieldsProps) {
  const choose = (id: keyof AccountFilters, value: string | number | undefined) => {
    const { [id]: _, ...others } = filters;
    onChange(value === undefined ? others : { ...others, [id]: value });
  };
  const days = DAYS_OFFERED.map((each) => ({ value: String(each), label: daysLabel(each) }));
  return (
    <div className="flex flex-col gap-3">
      <Choice
        label={FILTER_LABELS.contributor}
        value={filters.contributor}
        options={personOptions(people.contributors)}
        onChoose={(value) => choose('contributor', value)}
      />
      <Choice
        label={FILTER_LABELS.createdBy}
        value={filters.createdBy}
        options={people.creators.map(({ name }) => ({ value: name, label: name }))}
        onChoose={(value) => choose('createdBy', value)}
      />
      {isFullServer() ? (
        <Choice
          label={FILTER_LABELS.owner}
          value={filters.owner}
          options={[{ value: NO_OWNER, label: 'No one' }, ...personOptions(people.owners)]}
          onChoose={(value) => choose('owner', value)}
        />
      ) : null}
      {isFullServer() ? (
        <TagChoice
          value={filters.tags}
          tags={people.tags}
          onChoose={(value) => choose('tags', value)}
        />
      ) : null}
      <Choice
        label={FILTER_LABELS.activeWithin}
        value={filters.activeWithin?.toString()}
        options={days}
        onChoose={(value) => choose('activeWithin', value && Number(value))}
      />
      <Choice
        label={FILTER_LABELS.quietFor}
        value={filters.quietFor?.toString()}
        options={days}
        onChoose={(value) => choose('quietFor', value && Number(value))}
      />
      <Choice
        label={FILTER_LABELS.balance}
        value={filters.balance}
        options={(Object.keys(BALANCE_LABELS) as SideBalance[]).map((value) => ({
          value,
          label: BALANCE_LABELS[value],
        }))}
        onChoose={(value) => choose('balance', value)}
      />
      {isFullServer() ? (
        <>
          <Choice
            label={FILTER_LABELS.strength}
            value={filters.strength}
            options={(Object.keys(STRENGTH_LABELS) as StrengthFilter[]).map((value) => ({
              value,
              label: STRENGTH_LABELS[value],
            }))}
            onChoose={(value) => choose('strength', value)}
          />
          <Choice
            label={FILTER_LABELS.goingQuiet}
            value={filters.goingQuiet}
            options={[{ value: 'true', label: 'No contact for 6 weeks' }]}
            onChoose={(value) => choose('goingQuiet', value)}
          />
        </>
      ) : null}
      <Button size="small" variant="bare" className="self-start" onClick={() => onChange({})}>
        Clear All
      </Button>
    </div>
  );
}

const personOptions = (people: AccountPerson[] = []): SelectOption[] =>
  people.map((person) => ({ value: person.email, label: personName(person) }));

type ChoiceProps = {
  label: string;
  value: string | undefined;
  options: SelectOption[];
  onChoose: (value: string | undefined) => void;
};

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  // A value from the address stays selected and visible even if it is unknown.
  const isKnown = value === undefined || options.some((option) => option.value === value);
  const all = [
    { value: ANY, label: 'Any' },
    ...(isKnown ? [] : [{ value, label: value }]),
    ...options.filter((option) => option.value !== ''),
  ];
  return (
    <FormField label={label}>
      <Select
        size="small"
        value={value ?? ANY}
        options={all}
        onValueChange={(next) => onChoose(next === ANY ? undefined : next)}
      />
    </FormField>
  );
}
