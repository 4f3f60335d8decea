import { parseBullets } from '@repo/domain/activities/summary';
import { CircleCheckBig, ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatInstant } from '#lib/time/business-time.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { Tab, TabList, TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { formatLength } from './activity-time.ts';
import { Linked } from './mail/plain-text.tsx';
import { PeopleList } from './people.tsx';
import { Transcript } from './transcript/transcript.tsx';
import { webLink } from './web-link.ts';
import type { Activity } from './read-activity.ts';

/** The summary of a call, and its transcript on a second tab. */
export function CallContent({ activity }: { activity: Activity }) {
  const [tab, setTab] = useState('summary');
  return (
    <Tabs
      value={tab}
      onValueChange={setTab}
      className="flex min-h-0 flex-1 flex-col [&>[role=tabpanel]]:min-h-0"
    >
      <div className="shrink-0 px-4">
        <TabList label="Call">
          <Tab value="summary">Summary</Tab>
          <Tab value="transcript">Transcript</Tab>
        </TabList>
      </div>
      <TabPanel value="summary" className="flex-1 overflow-y-auto p-4">
        <CallSummary activity={activity} />
      </TabPanel>
      <TabPanel value="transcript" className="flex flex-1 flex-col pt-0!">
        <Transcript activityId={activity.id} />
      </TabPanel>
    </Tabs>
  );
}

function CallSummary({ activity }: { activity: Activity }) {
  const { occurredAt, duration, startTime, endTime, actionItems, participants } = activity;
  const link = webLink(activity.transcriptUrl);
  const length =
    duration !== ''
      ? duration
      : startTime !== undefined && endTime !== undefined && endTime > startTime
        ? formatLength(startTime, endTime)
        : '';
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-grid text-muted">
        {occurredAt === undefined ? null : (
          <time dateTime={occurredAt.toISOString()} title={formatExactTime(occurredAt)}>
            {formatInstant(occurredAt)}
          </time>
        )}
        {length === '' ? null : <span>{length}</span>}
        {link === undefined ? null : (
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-1 rounded-sm text-accent-ink hover:underline"
          >
            Open the recording
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
        )}
      </p>
      <SummaryText text={activity.summary || activity.plainTextBody} />
      {actionItems.length > 0 ? (
        <Section title="Action items">
          <ul className="flex flex-col gap-2">
            {actionItems.map((item, index) => (
              <li key={`${index} ${item}`} className="flex gap-2.5">
                <CircleCheckBig
                  aria-hidden
                  className="mt-0.5 size-icon-small shrink-0 text-faint"
                />
                <span dir="auto" className="min-w-0 break-words">
                  <Linked text={item} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {participants.length > 0 ? (
        <Section title="Participants">
          <PeopleList people={participants} />
        </Section>
      ) : null}
    </div>
  );
}

/** Shows a summary as a list if it is one, otherwise as written. */
function SummaryText({ text }: { text: string }) {
  if (text.trim() === '') return <p className="text-faint">No summary.</p>;
  const bullets = parseBullets(text);
  if (bullets === undefined) {
    return (
      <p dir="auto" className="break-words whitespace-pre-wrap">
        <Linked text={text.trim()} />
      </p>
    );
  }
  return (
    <ul dir="auto" className="flex list-disc flex-col gap-1.5 pl-5 marker:text-faint">
      {bullets.map((bullet, index) => (
        <li key={`${index} ${bullet}`} className="break-words">
          <Linked text={bullet} />
        </li>
      ))}
    </ul>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h4 className="mb-2 text-grid font-medium text-muted">{title}</h4>
      {children}
    </section>
  );
}
