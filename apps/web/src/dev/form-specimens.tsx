import { useState } from 'react';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { CopyField } from '#ui/forms/copy-field.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { SearchInput } from '#ui/forms/search-input.tsx';
import { SegmentedControl } from '#ui/forms/segmented-control.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { Textarea } from '#ui/forms/textarea.tsx';
import { Specimen, SpecimenGroup } from './specimen.tsx';

const COLOURS = [
  { value: 'none', label: 'No colour' },
  {
    label: 'Warm',
    options: [
      { value: 'red', label: 'Red' },
      { value: 'orange', label: 'Orange' },
    ],
  },
  { label: 'Cold', options: [{ value: 'blue', label: 'Blue' }] },
];

export function FormSpecimens() {
  const [search, setSearch] = useState('');
  const [colour, setColour] = useState('red');
  const [span, setSpan] = useState('3W');
  return (
    <SpecimenGroup name="Form">
      <Specimen name="Text field">
        <div className="specimen-stack">
          <TextField label="Name" placeholder="Placeholder" hint="The hint helps." required />
          <TextField
            label="Email"
            defaultValue="someone@"
            error="This is not an address"
            required
          />
          <TextField label="Disabled" defaultValue="Cannot be changed" disabled />
          <TextField label="Read only" defaultValue="Can be copied" readOnly />
          <FormField label="Password">
            <PasswordInput defaultValue="correct horse" autoComplete="off" />
          </FormField>
          <FormField label="Notes" hint="Grows with its text.">
            <Textarea defaultValue={'One line\nand another'} />
          </FormField>
          <CopyField
            label="Address"
            value="https://example.test/a/rather/long/path?with=a&query=1"
          />
        </div>
      </Specimen>
      <Specimen name="Sizes">
        <TextInput aria-label="Normal" defaultValue="Normal" />
        <TextInput aria-label="Small" size="small" defaultValue="Small" />
        <TextInput aria-label="Xsmall" size="xsmall" defaultValue="Xsmall" />
      </Specimen>
      <Specimen name="Search">
        <SearchInput value={search} onValueChange={setSearch} placeholder="Search..." />
        <SearchInput value="Something" onValueChange={() => {}} label="A search with text" />
      </Specimen>
      <Specimen name="Select">
        <div className="specimen-stack">
          <FormField label="Colour" hint="Grouped.">
            <Select value={colour} onValueChange={setColour} options={COLOURS} />
          </FormField>
          <FormField label="Empty">
            <Select
              value={undefined}
              onValueChange={setColour}
              options={[]}
              placeholder="Choose..."
              note="Nothing to choose from"
            />
          </FormField>
          <Select
            aria-label="Quiet"
            size="small"
            quiet
            value={colour}
            onValueChange={setColour}
            options={COLOURS}
          />
          <Select
            aria-label="Disabled"
            disabled
            value="red"
            onValueChange={setColour}
            options={COLOURS}
          />
        </div>
      </Specimen>
      <Specimen name="Checkbox">
        <div className="specimen-stack">
          <Checkbox label="Off" hint="What it means." />
          <Checkbox label="On" defaultChecked />
          <Checkbox label="Some" indeterminate />
          <Checkbox label="Disabled" disabled />
          <Checkbox label="Disabled and on" disabled defaultChecked />
        </div>
      </Specimen>
      <Specimen name="Segments">
        <SegmentedControl
          label="Span"
          options={[
            { value: '3W', label: '3W', name: '3 weeks' },
            { value: '6W', label: '6W', name: '6 weeks' },
            { value: '12W', label: '12W', name: '12 weeks' },
          ]}
          value={span}
          onValueChange={setSpan}
        />
      </Specimen>
    </SpecimenGroup>
  );
}
