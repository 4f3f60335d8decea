import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';

export type IconButtonProps = Omit<ButtonProps, 'children' | 'shape' | 'asChild' | 'aria-label'> & {
  /** Names the button for screen readers, and is its tooltip. */
  label: string;
  icon: ReactNode;
};

export function IconButton({
  label,
  icon,
  variant = 'bare',
  size = 'small',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <Button
        {...rest}
        // The tooltip repeats the name; without this it would be read out twice.
        aria-describedby={undefined}
        variant={variant}
        size={size}
        shape="square"
        aria-label={label}
      >
        {icon}
      </Button>
    </Tooltip>
  );
}
