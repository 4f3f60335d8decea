import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import type { ReactNode } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { KIND_LABELS } from '../provider-looks.tsx';
import { CompletenessPanel } from './completeness-panel.tsx';
import { FindMessagePanel } from './find-message-panel.tsx';
import { OverviewPanel } from './overview-panel.tsx';
import { FailedItemsPanel } from './failed-items-panel.tsx';

export type DetailsTab = 'overview' | 'failed-items' | 'troubleshoot';

type Props = {
  provider: ProviderDescriptor;
  integration: Integration;
  /** The panel that is open at first. */
  tab: DetailsTab;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The details of a connection that do not fit on its card. */
export function DetailsDialog({ provider, integration, tab, open, onOpenChange }: Props) {
  const failedItems = integration.failedItems ?? 0;
  const isComparable = provider.capabilities.includes('compare');
  const findsMessages = provider.capabilities.includes('find-message');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closeButton={false}
      size="large"
      title={provider.name}
      description={integration.source ?? KIND_LABELS[provider.kind]}
      footer={<Button onClick={() => onOpenChange(false)}>Close</Button>}
    >
      <Tabs defaultValue={tab}>
        <TabList label={`About ${provider.name}`}>
          <Tab value="overview">Overview</Tab>
          <Tab value="failed-items">
            {failedItems > 0 ? `Failed Items (${failedItems})` : 'Failed Items'}
          </Tab>
          {isComparable || findsMessages ? <Tab value="troubleshoot">Troubleshoot</Tab> : null}
        </TabList>
        <div className="min-h-72">
          <TabPanel value="overview">
            <OverviewPanel provider={provider} integration={integration} />
          </TabPanel>
          <TabPanel value="failed-items">
            <FailedItemsPanel integration={integration} />
          </TabPanel>
          {isComparable || findsMessages ? (
            <TabPanel value="troubleshoot">
              <div className="flex flex-col gap-6">
                {isComparable ? (
                  <PanelPart title="Completeness">
                    <CompletenessPanel integration={integration} />
                  </PanelPart>
                ) : null}
                {findsMessages ? (
                  <PanelPart title="Find a Message">
                    <FindMessagePanel provider={provider} integration={integration} />
                  </PanelPart>
                ) : null}
              </div>
            </TabPanel>
          ) : null}
        </div>
      </Tabs>
    </Dialog>
  );
}

function PanelPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h3 className="text-body font-semibold">{title}</h3>
      {children}
    </section>
  );
}
