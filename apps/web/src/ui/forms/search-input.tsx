import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

export type SearchInputProps = Omit<
  TextInputProps,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'aria-label'
> & {
  /** Names the search for screen readers; the placeholder does where this is left out. */
  label?: string | undefined;
  value: string;
  onValueChange: (value: string) => void;
};

/** A search box with a clear button. Escape clears it too. Debounce with `useDebouncedValue`. */
export function SearchInput({
  label,
  value,
  onValueChange,
  className,
  placeholder,
  onKeyDown,
  size = 'small',
  ...rest
}: SearchInputProps) {
  const ref = useRef<HTMLInputElement>(null);
  const clear = () => {
    onValueChange('');
    ref.current?.focus();
  };
  return (
    <div className={clsx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-2 my-auto size-icon-small text-faint"
      />
      <TextInput
        {...rest}
        ref={ref}
        type="search"
        size={size}
        className="pr-8 pl-7.5"
        value={value}
        placeholder={placeholder}
        aria-label={label ?? placeholder}
        onChange={(event) => onValueChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          event.stopPropagation();
          clear();
        }}
      />
      {value === '' ? null : (
        <IconButton
          label="Clear search"
          icon={<X />}
          size="xsmall"
          className="absolute! inset-y-0 right-0.5 my-auto"
          onClick={clear}
        />
      )}
    </div>
  );
}
