import { Filter, MoreHorizontal, Plus, RefreshCw, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonProps } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Specimen, SpecimenGroup } from './specimen.tsx';

const VARIANTS = ['primary', 'default', 'secondary', 'bare', 'destructive'] as const;
const STATES: [name: string, props: ButtonProps][] = [
  ['Rest', {}],
  ['Active', { active: true }],
  ['Disabled', { disabled: true }],
  ['Loading', { loading: true }],
];

export function ButtonSpecimens() {
  const [loading, setLoading] = useState(false);
  return (
    <SpecimenGroup name="Button">
      {STATES.map(([name, props]) => (
        <Specimen key={name} name={name}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} {...props}>
              {variant}
            </Button>
          ))}
        </Specimen>
      ))}
      <Specimen name="Sizes">
        <Button variant="primary">
          <Plus /> Normal
        </Button>
        <Button variant="primary" size="small">
          <Plus /> Small
        </Button>
        <Button variant="primary" size="xsmall">
          <Plus /> Xsmall
        </Button>
        <Button size="small">
          <Filter /> Filter
        </Button>
        <Button size="small" variant="bare">
          <Share2 /> Share
        </Button>
      </Specimen>
      <Specimen name="Icon button">
        <IconButton label="More" icon={<MoreHorizontal />} size="normal" />
        <IconButton label="More" icon={<MoreHorizontal />} />
        <IconButton label="More" icon={<MoreHorizontal />} size="xsmall" />
        <IconButton label="Add" icon={<Plus />} variant="default" />
      </Specimen>
      <Specimen name="With a reason">
        <Button disabledReason="It cannot be used before something is chosen">Continue</Button>
        <Button asChild variant="default">
          <a href="#link">A link</a>
        </Button>
        <Button
          loading={loading}
          onClick={() => {
            setLoading(true);
            setTimeout(() => setLoading(false), 2000);
          }}
        >
          <RefreshCw /> Work for 2 s
        </Button>
      </Specimen>
    </SpecimenGroup>
  );
}
