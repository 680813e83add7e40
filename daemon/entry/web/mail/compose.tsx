import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { namedAddress, senderOf } from '../../../../shared/named-address.ts';
import { messageOf } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { MailLine } from '../parts/mail-text.tsx';
import { TextArea } from '../parts/text-area.tsx';
import { say } from '../parts/toast.tsx';
import { type Composition, closeCompose } from './compose-state.ts';
import { MAIL } from './list.tsx';
import { begun, fieldsOf, isStorable, keepDraft, type Saved, sendWritten, type Written } from './writing.ts';

/** A pause in the typing after which the words are stored. */
const PAUSE_MS = 1_500;

const TITLES: Readonly<Record<Composition['kind'], string>> = {
  new: 'New message',
  reply: 'Reply',
  'reply to all': 'Reply to all',
  forward: 'Forward',
  draft: 'Edit draft',
};

const OUTCOMES: Readonly<Record<string, string>> = {
  sent: 'Sent.',
  pending_review: 'Held for review.',
  quarantined: 'Quarantined by the scan.',
  blocked: 'Blocked: it was not sent.',
};

/** Writes a message, an answer or a forward. Words are kept as a draft while they're typed. */
export function Compose({ composition }: { readonly composition: Composition }) {
  const queries = useQueryClient();
  const [written, setWritten] = useState(() => begun(composition));
  const [isLater, setLater] = useState(false);
  const draft = useDraft(composition, written);
  const close = () => {
    void queries.invalidateQueries({ queryKey: MAIL });
    void queries.invalidateQueries({ queryKey: ['draft'] });
    closeCompose();
  };
  const act = useMutation({
    mutationFn: async (fields: FormData) => {
      const saved = await draft.settle();
      const { kept } = draft;
      if (!isLater) return OUTCOMES[await sendWritten({ composition, written, saved, kept })] ?? 'Done.';
      const at = new Date(String(fields.get('send_at')));
      kept(await keepDraft({ composition, written, saved, sendAt: at.toISOString() }));
      return `Scheduled for ${at.toLocaleString()}.`;
    },
    onSuccess: (text) => {
      say(text);
      close();
    },
    onError: () => draft.resume(),
  });
  const isStored = composition.kind !== 'forward';
  return (
    <Dialog
      title={TITLES[composition.kind]}
      confirm={isLater ? 'Schedule' : 'Send'}
      close={close}
      cancel="Close"
      submit={act.mutate}
      isBusy={act.isPending}
      problem={act.error ? messageOf(act.error) : undefined}
    >
      <Answered composition={composition} />
      <Fields composition={composition} written={written} change={setWritten} />
      {isStored && (
        <p>
          <label className="choice">
            <input type="checkbox" checked={isLater} onChange={() => setLater(!isLater)} />
            Send later
          </label>
        </p>
      )}
      {isLater && <Field label="When" name="send_at" type="datetime-local" required />}
      {isStored && <p className="quiet">{draft.text}</p>}
    </Dialog>
  );
}

/** Who gets the answer, or what is forwarded. */
function Answered({ composition }: { readonly composition: Composition }) {
  if (composition.kind === 'new' || composition.kind === 'draft') return null;
  const { message } = composition;
  const to = message.reply_recipient?.address ?? namedAddress(senderOf(message));
  return (
    <p className="quiet">
      {composition.kind === 'forward' ? 'Forwards: ' : 'To '}
      <MailLine text={composition.kind === 'forward' ? message.subject : to} />
      {composition.kind === 'reply to all' && ' and everybody else in the message'}
    </p>
  );
}

const LABELS = { to: 'To', cc: 'Cc (optional)', subject: 'Subject' } as const;

interface FieldOptions {
  readonly composition: Composition;
  readonly written: Written;
  readonly change: (written: Written) => void;
}

function Fields({ composition, written, change }: FieldOptions) {
  const fields = fieldsOf(composition);
  const set = (name: keyof Written, value: string) => change({ ...written, [name]: value });
  return (
    <>
      {(['to', 'cc', 'subject'] as const)
        .filter((name) => fields.includes(name))
        .map((name) => (
          <Field
            key={name}
            label={LABELS[name]}
            name={name}
            value={written[name]}
            required={name !== 'cc'}
            placeholder={name === 'to' ? 'ann@example.com, bob@example.com' : undefined}
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
          />
        ))}
      <TextArea
        label={composition.kind === 'forward' ? 'Text (optional)' : 'Text'}
        name="body"
        rows={10}
        value={written.body}
        required={composition.kind !== 'forward'}
        onChange={({ currentTarget }) => set('body', currentTarget.value)}
      />
    </>
  );
}

/** Stores the words as a draft after each pause in the typing, one request after the other. */
function useDraft(composition: Composition, written: Written) {
  const saved = useRef<Saved | undefined>(composition.kind === 'draft' ? composition.draft : undefined);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const first = useRef(written);
  const isSettled = useRef(false);
  const [text, setText] = useState('Kept as a draft once To, Subject and Text are filled in.');
  useEffect(() => {
    if (written === first.current || !isStorable(composition, written)) return;
    const timer = setTimeout(() => {
      running.current = running.current.then(async () => {
        if (isSettled.current) return;
        try {
          saved.current = await keepDraft({ composition, written, saved: saved.current });
          setText('Saved as a draft.');
        } catch (error) {
          setText(`Not saved: ${messageOf(error)}`);
        }
      });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [composition, written]);
  return {
    text,
    kept: (draft: Saved) => {
      saved.current = draft;
    },
    /** Resolves with the stored draft once nothing is being stored; nothing is, until it's resumed. */
    settle: async () => {
      isSettled.current = true;
      await running.current;
      return saved.current;
    },
    resume: () => {
      isSettled.current = false;
    },
  };
}
