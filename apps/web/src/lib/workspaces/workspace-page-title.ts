import { productName } from '../page/product-name.ts';
import { useTabTitle } from '../page/page-title.ts';
import { useWorkspace } from './workspace-context.ts';

/**
 * Names a page of a workspace that the specification does not know: its tab says the page first, which
 * stays readable in a narrow tab, then the workspace and the product. One call a screen.
 */
export function useWorkspacePageTitle(name: string): void {
  const workspace = useWorkspace();
  useTabTitle(name, [name, workspace.name, productName()].filter(Boolean).join(' · '));
}
