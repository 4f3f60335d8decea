import {
  ArrowLeftRight,
  Blocks,
  Globe,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Search,
  Settings,
  ShieldCheck,
  Sun,
  SunMoon,
} from 'lucide-react';
import { Link } from 'react-router';
import { SETTINGS_PATH } from '#features/own-settings/settings-address.ts';
import { WorkspaceMenuItems } from '#features/workspaces/workspace-menu-items.tsx';
import { isFullServer } from '#lib/server-level.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { adminPages } from '../admin-pages.ts';
import { useCommands } from '../commands/commands.tsx';
import type { ThemePreference } from '../theme.ts';
import { useTheme } from '../theme-provider.tsx';

/** The user's own pages, their workspaces, the theme, and signing out. */
export function UserMenu() {
  const { user, signOut } = useAuth();
  const name = user?.name || user?.email || '';
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button variant="bare" shape="square" aria-label={`User menu ${name}`.trim()}>
          <Avatar name={name} size="large" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {user === undefined ? null : (
          <DropdownMenuLabel>
            <span className="block truncate text-ink">{name}</span>
            <span className="block truncate font-normal">{user.email}</span>
          </DropdownMenuLabel>
        )}
        <DropdownMenuItem asChild>
          <Link to="/import-preferences">
            <Globe aria-hidden />
            Import Preferences
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/integrations">
            <Blocks aria-hidden />
            Integrations
          </Link>
        </DropdownMenuItem>
        {isFullServer() ? (
          <DropdownMenuItem asChild>
            <Link to={SETTINGS_PATH}>
              <Settings aria-hidden />
              Settings
            </Link>
          </DropdownMenuItem>
        ) : null}
        <DropdownMenuSeparator />
        <DropdownMenuSub>
          <DropdownMenuSubTrigger icon={<ArrowLeftRight aria-hidden />}>
            Switch Workspace
          </DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            <WorkspaceMenuItems />
          </DropdownMenuSubContent>
        </DropdownMenuSub>
        <ThemeMenu />
        <CommandItems />
        {user?.isAdmin ? <AdminMenu /> : null}
        <DropdownMenuSeparator />
        <DropdownMenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
          Sign Out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** For users without a keyboard, and users who do not know the keys yet. */
function CommandItems() {
  const commands = useCommands();
  if (commands === undefined) return null;
  return (
    <>
      <DropdownMenuItem icon={<Search aria-hidden />} onSelect={commands.openPalette}>
        Command Palette
      </DropdownMenuItem>
      <DropdownMenuItem icon={<Keyboard aria-hidden />} onSelect={commands.openHelp}>
        Keyboard Shortcuts
      </DropdownMenuItem>
    </>
  );
}

function ThemeMenu() {
  const { preference, setPreference } = useTheme();
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger icon={<SunMoon aria-hidden />}>Theme</DropdownMenuSubTrigger>
      <DropdownMenuSubContent>
        <DropdownMenuRadioGroup
          value={preference}
          onValueChange={(value) => setPreference(value as ThemePreference)}
        >
          <DropdownMenuRadioItem value="system" icon={<Monitor aria-hidden />}>
            System
          </DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="light" icon={<Sun aria-hidden />}>
            Light
          </DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="dark" icon={<Moon aria-hidden />}>
            Dark
          </DropdownMenuRadioItem>
        </DropdownMenuRadioGroup>
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  );
}

function AdminMenu() {
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger icon={<ShieldCheck aria-hidden />}>Admin</DropdownMenuSubTrigger>
      <DropdownMenuSubContent>
        {adminPages().map(([path, label]) => (
          <DropdownMenuItem key={path} asChild>
            <Link to={path}>{label}</Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  );
}
