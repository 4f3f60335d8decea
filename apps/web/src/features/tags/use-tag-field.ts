import { limits } from '@repo/contract/page-limits';
import { readTagName, tagNameProblem } from '@repo/contract/tag-name';
import { plural } from '@repo/domain/text/plural';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { createTag, findTag, matchingTags } from '#lib/tags/change-tags.ts';
import type { Tag, TaggedAccount } from '#lib/tags/read-tags.ts';
import { tagsQuery } from '#lib/tags/tags-query.ts';
import { useTagAccount } from '#lib/tags/use-tag-account.ts';

/** A tag to put on; without one, a new tag to create. */
type Option = { key: string; label: string; tag?: Tag };

/** The typed text, the tags that it finds, and the effect of choosing one. */
export function useTagField(workspaceId: string, account: TaggedAccount, onEscape: () => void) {
  const client = useQueryClient();
  const all = useQuery(tagsQuery(workspaceId));
  const { putOn, takeOff } = useTagAccount(workspaceId, account);
  const [text, setText] = useState('');
  const [activeKey, setActiveKey] = useState<string>();
  const [problem, setProblem] = useState<string>();
  /** The effect of the last key, for screen readers. */
  const [done, setDone] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  const name = readTagName(text);
  const nameProblem = name === '' ? undefined : tagNameProblem(name);
  const isOn = (tag: Tag) => account.tags.some(({ id }) => id === tag.id);
  const known = all.data && findTag([...account.tags, ...all.data], name);
  const options: Option[] = matchingTags(all.data ?? [], text)
    .filter((tag) => !isOn(tag))
    .map((tag) => ({ key: tag.id, label: tag.name, tag }));
  if (name !== '' && nameProblem === undefined && all.data && known === undefined) {
    options.push({ key: 'new', label: `Create “${name}”` });
  }
  const active = options.find(({ key }) => key === activeKey) ?? options[0];

  const type = (typed: string) => {
    setText(typed);
    setActiveKey(undefined);
    setProblem(undefined);
    setDone('');
  };
  const run = async (change: () => Promise<string | undefined>, success: string) => {
    // A second Enter would put the next tag of the list on.
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    const found = await change();
    setIsBusy(false);
    setProblem(found);
    setDone(found === undefined ? success : '');
  };
  const choose = (option: Option) =>
    run(
      async () => {
        if (account.tags.length >= limits.tagsPerAccount) {
          return `An account can have at most ${limits.tagsPerAccount} tags. Take one off first.`;
        }
        try {
          const tag = option.tag ?? (await createTag(client, workspaceId, name));
          setText('');
          setActiveKey(undefined);
          const failure = await putOn(tag);
          if (failure !== undefined) setText(tag.name);
          return failure;
        } catch (error) {
          return failureMessage(error, 'The tag could not be created. Please try again.');
        }
      },
      `${option.tag?.name ?? name} put on`,
    );
  const remove = (tag: Tag) => run(() => takeOff(tag), `${tag.name} taken off`);

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys typed in the field trigger no shortcuts around it.
    event.stopPropagation();
    // While an input method composes, the keys choose among its proposals.
    if (event.nativeEvent.isComposing) return;
    const last = account.tags.at(-1);
    const move = (by: 1 | -1) => {
      const from = options.findIndex(({ key }) => key === active?.key);
      const next = options[(from + by + options.length) % options.length];
      setActiveKey(next?.key);
      // The focus stays in the field: the browser does not scroll the list.
      document
        .querySelector(`[role="option"][id$="-${next?.key}"]`)
        ?.scrollIntoView?.({ block: 'nearest' });
    };
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape') onEscape();
    else if (event.key === 'Backspace' && text === '' && last !== undefined) {
      // A key that is held down stops at the end of the text.
      if (!event.repeat) void remove(last);
    } else if (event.key === 'Enter') {
      if (active !== undefined) void choose(active);
      else if (nameProblem !== undefined) setProblem(nameProblem);
    } else return;
    event.preventDefault();
  };

  return {
    text,
    type,
    options,
    active,
    activate: setActiveKey,
    choose,
    takeOff: remove,
    onKeyDown,
    problem,
    message: describe(),
  };

  function describe(): { text: string; isShown: boolean } {
    if (all.data === undefined) {
      const failed = failureMessage(all.error, 'Please try again.');
      const text = all.isError ? `Failed to fetch tags. ${failed}` : 'Loading tags...';
      return { text, isShown: true };
    }
    if (nameProblem !== undefined) return { text: nameProblem, isShown: true };
    if (name !== '' && known !== undefined && isOn(known)) {
      return { text: `${known.name} is already on.`, isShown: true };
    }
    if (done !== '') return { text: done, isShown: false };
    if (options.length === 0) return { text: 'Type a name and press Enter.', isShown: true };
    return { text: plural(options.length, 'tag'), isShown: false };
  }
}
