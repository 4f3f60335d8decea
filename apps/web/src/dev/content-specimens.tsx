import { Mail } from 'lucide-react';
import { Avatar } from '#ui/display/avatar.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Breadcrumb, Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Favicon } from '#ui/display/favicon.tsx';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '#ui/display/table.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { Specimen, SpecimenGroup } from './specimen.tsx';

const ROWS = [
  { name: 'Ada Okafor', email: 'ada@example.test', count: 1204, at: '2026-11-20T09:30:00Z' },
  { name: 'Łukasz Żółć', email: 'lukasz@example.test', count: 88, at: '2026-10-02T09:30:00Z' },
  { name: '🦊 Fox', email: 'fox@example.test', count: 7, at: '2024-01-02T09:30:00Z' },
];

export function ContentSpecimens() {
  return (
    <SpecimenGroup name="Content">
      <Specimen name="Breadcrumbs">
        <Breadcrumbs>
          <Breadcrumb>
            <a href="#top">Place</a>
          </Breadcrumb>
          <Breadcrumb current>Page</Breadcrumb>
        </Breadcrumbs>
      </Specimen>
      <Specimen name="Badge">
        {(['neutral', 'accent', 'success', 'warning', 'danger'] as const).map((kind) => (
          <Badge key={kind} kind={kind}>
            {kind}
          </Badge>
        ))}
      </Specimen>
      <Specimen name="Avatar, favicon">
        {(['small', 'normal', 'large'] as const).map((size) => (
          <Avatar key={size} name="ada" size={size} />
        ))}
        {(['small', 'normal', 'large'] as const).map((size) => (
          <Favicon key={size} name="Example" src="/favicon.svg" size={size} />
        ))}
        {(['small', 'normal', 'large'] as const).map((size) => (
          <Favicon key={size} name="Example" src="/missing.png" size={size} />
        ))}
      </Specimen>
      <Specimen name="Time">
        <RelativeTime value="2026-11-20T09:30:00Z" />
        <RelativeTime value={null} />
      </Specimen>
      <Specimen name="Table">
        <Table label="People" className="specimen-framed">
          <TableHead>
            <TableRow>
              <TableHeaderCell>Name</TableHeaderCell>
              <TableHeaderCell>Email</TableHeaderCell>
              <TableHeaderCell numeric>Count</TableHeaderCell>
              <TableHeaderCell>Created</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {ROWS.map((row) => (
              <TableRow key={row.email}>
                <TableCell className="font-medium">{row.name}</TableCell>
                <TableCell>{row.email}</TableCell>
                <TableCell numeric>{row.count.toLocaleString('en')}</TableCell>
                <TableCell className="text-muted">
                  <RelativeTime value={row.at} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Specimen>
      <Specimen name="Tabs">
        <Tabs defaultValue="one" className="w-full">
          <TabList label="Parts">
            <Tab value="one">One</Tab>
            <Tab value="two">Two</Tab>
            <Tab value="three" disabled>
              Three
            </Tab>
          </TabList>
          <TabPanel value="one">The first part.</TabPanel>
          <TabPanel value="two">The second part.</TabPanel>
        </Tabs>
      </Specimen>
      <Specimen name="Card">
        <Card
          className="w-full"
          title="Mail"
          description="What it brings."
          aside={<Badge kind="success">Connected</Badge>}
          footer={
            <>
              <Button size="small">Manage</Button>
              <Button size="small" variant="bare">
                Disconnect
              </Button>
            </>
          }
        >
          <p className="flex items-center gap-2 text-grid text-muted">
            <Mail className="size-icon-small" /> Last synced 5 minutes ago
          </p>
        </Card>
      </Specimen>
      <Specimen name="Side panel">
        <div className="specimen-framed">
          <SidePanel title="Information" onClose={() => {}}>
            What it holds.
          </SidePanel>
        </div>
      </Specimen>
    </SpecimenGroup>
  );
}
