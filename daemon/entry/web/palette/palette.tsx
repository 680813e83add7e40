import { ArrowRight, Inbox, type LucideIcon, PenLine, Search, SlidersHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { openCompose } from '../mail/compose-state.ts';
import { FOLDERS, pathOf } from '../mail/folders.ts';
import { useMailboxes } from '../mailboxes.ts';
import { Icon } from '../parts/icon.tsx';

interface Choice {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly act: () => void;
}

const MOST = 8;
const VIEWS = ['Start', 'Review', 'Mail', 'Rules', 'Status', 'Account'] as const;

/** Goes anywhere and begins anything by a few letters. */
export function Palette({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const list = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const choices = useChoices(typed.trim());
  const current = Math.min(index, choices.length - 1);
  const choose = (choice: Choice | undefined) => {
    close();
    choice?.act();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') choose(choices[current]);
    else if (step !== undefined) setIndex(Math.min(Math.max(current + step, 0), choices.length - 1));
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} className="palette" aria-label="Go to" onClose={close}>
      <input
        type="search"
        role="combobox"
        aria-label="Go to or search"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={choices.length > 0 ? `${list}-${current}` : undefined}
        placeholder="Go to a view or mailbox, or search mail"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setIndex(0);
        }}
        onKeyDown={press}
      />
      <div id={list} role="listbox" aria-label="Choices">
        {choices.map((choice, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
          <div
            key={choice.title}
            id={`${list}-${at}`}
            role="option"
            aria-selected={at === current}
            onClick={() => choose(choice)}
          >
            <Icon of={choice.icon} />
            <span className="cut">{choice.title}</span>
          </div>
        ))}
      </div>
    </dialog>
  );
}

/** Choices that have all the words; the search is always the last one. */
function useChoices(typed: string): readonly Choice[] {
  const { data } = useMailboxes();
  const [, go] = useLocation();
  const mailboxes = data?.mailboxes ?? [];
  const [first] = mailboxes;
  const all: Choice[] = VIEWS.map((title) => ({
    title,
    icon: ArrowRight,
    act: () => go(`/${title.toLowerCase()}`),
  }));
  if (first) {
    all.push({
      title: 'Compose a message',
      icon: PenLine,
      act: () => openCompose({ kind: 'new', mailboxId: first.id }),
    });
  }
  for (const { id, address } of mailboxes) {
    for (const { name, title } of FOLDERS)
      all.push({ title: `${title} of ${address}`, icon: Inbox, act: () => go(pathOf(id, name)) });
    all.push({ title: `Rules of ${address}`, icon: SlidersHorizontal, act: () => go(`/rules/${id}`) });
  }
  const words = typed.toLowerCase().split(/\s+/);
  const found = all.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const search: Choice[] =
    typed === '' || !first
      ? []
      : [
          {
            title: `Search mail for “${typed}”`,
            icon: Search,
            act: () => go(`${pathOf(first.id, 'inbox')}?q=${encodeURIComponent(typed)}`),
          },
        ];
  return [...found.slice(0, MOST), ...search];
}
