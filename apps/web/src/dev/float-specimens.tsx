import { Copy, Monitor, Moon, Pencil, Sun, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuNote,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#ui/overlays/popover.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Tooltip } from '#ui/overlays/tooltip.tsx';
import { Specimen, SpecimenGroup } from './specimen.tsx';

const SIZES = ['small', 'medium', 'large', 'xlarge'] as const;

export function FloatSpecimens() {
  const [size, setSize] = useState<(typeof SIZES)[number]>();
  const [confirming, setConfirming] = useState(false);
  return (
    <SpecimenGroup name="What floats">
      <Specimen name="Dialog">
        {SIZES.map((name) => (
          <Button key={name} onClick={() => setSize(name)}>
            {name}
          </Button>
        ))}
        <Button onClick={() => setConfirming(true)}>confirm</Button>
        <Dialog
          open={size !== undefined}
          onOpenChange={() => setSize(undefined)}
          size={size}
          title="New thing"
          description="A dialog says what it is for in a sentence."
          footer={
            <>
              <Button onClick={() => setSize(undefined)}>Cancel</Button>
              <Button variant="primary" onClick={() => setSize(undefined)}>
                Create
              </Button>
            </>
          }
        >
          <TextField label="Name" required />
        </Dialog>
        <ConfirmDialog
          open={confirming}
          onOpenChange={setConfirming}
          destructive
          title="Remove thing"
          description="It stops being kept. This cannot be undone."
          confirmLabel="Remove"
          onConfirm={() => setConfirming(false)}
        />
      </Specimen>
      <Specimen name="Menu">
        <MenuSpecimen onRemove={() => setConfirming(true)} />
        <Popover>
          <PopoverTrigger>
            <Button>Popover</Button>
          </PopoverTrigger>
          <PopoverContent label="Choices">
            <Checkbox label="One" defaultChecked />
            <Checkbox label="Two" />
          </PopoverContent>
        </Popover>
      </Specimen>
      <Specimen name="Tooltip">
        <Tooltip content="At once, above">
          <Button>Hover or focus</Button>
        </Tooltip>
        <Tooltip
          content="A longer text that has to be broken into several lines to fit"
          side="right"
        >
          <Button>Right</Button>
        </Tooltip>
      </Specimen>
      <Specimen name="Toast">
        {(['success', 'info', 'warning', 'error'] as const).map((kind) => (
          <Button key={kind} onClick={() => toast[kind](`This is of kind ${kind}`)}>
            {kind}
          </Button>
        ))}
        <Button
          onClick={() =>
            toast.info('Removed', {
              description: 'It can be brought back for a while.',
              action: { label: 'Undo', onClick: () => toast.success('Brought back') },
            })
          }
        >
          with action
        </Button>
      </Specimen>
    </SpecimenGroup>
  );
}

function MenuSpecimen({ onRemove }: { onRemove: () => void }) {
  const [shown, setShown] = useState(true);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button>Menu</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem icon={<Pencil />} detail="E">
          Rename
        </DropdownMenuItem>
        <DropdownMenuItem icon={<Copy />} disabled>
          Duplicate
        </DropdownMenuItem>
        <DropdownMenuCheckboxItem checked={shown} onCheckedChange={setShown}>
          Shown
        </DropdownMenuCheckboxItem>
        <DropdownMenuSub>
          <DropdownMenuSubTrigger icon={<Monitor />}>Theme</DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            <DropdownMenuGroup>
              <DropdownMenuLabel>A group</DropdownMenuLabel>
              <DropdownMenuItem icon={<Sun />} checked>
                Light
              </DropdownMenuItem>
              <DropdownMenuItem icon={<Moon />}>Dark</DropdownMenuItem>
            </DropdownMenuGroup>
            <DropdownMenuSeparator />
            <DropdownMenuNote>Loading...</DropdownMenuNote>
          </DropdownMenuSubContent>
        </DropdownMenuSub>
        <DropdownMenuSeparator />
        <DropdownMenuItem icon={<Trash2 />} destructive onSelect={onRemove}>
          Remove
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
