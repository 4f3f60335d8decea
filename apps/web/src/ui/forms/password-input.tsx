import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

/** A password with a button to read it over. */
export function PasswordInput({ disabled, ...rest }: Omit<TextInputProps, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextInput
        {...rest}
        disabled={disabled}
        type={shown && !disabled ? 'text' : 'password'}
        className="pr-9"
        autoCapitalize="none"
        spellCheck={false}
      />
      <IconButton
        // Not 'Show password': the field itself is the only thing that goes by that word.
        label={shown ? 'Hide password' : 'Show password'}
        icon={shown ? <EyeOff /> : <Eye />}
        size="xsmall"
        disabled={disabled}
        className="absolute! inset-y-0 right-1.5 my-auto"
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
