import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDraft, getDraft, sendDraft } from '../../../../shared/contract/drafts.ts';
import { HTML_TITLE, NO_SUBJECT } from '../../../../shared/placeholders.ts';
import { stateWords } from '../../../../shared/state-words.ts';
import { call, messageOf } from '../api.ts';
import { Body } from '../message/body.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Fact } from '../parts/fact.tsx';
import { MailLine } from '../parts/mail-text.tsx';
import { Recipients } from '../parts/recipients.tsx';
import { openCompose } from './compose-state.ts';
import { MAIL } from './list.tsx';

interface Options {
  readonly id: string;
  readonly left: () => void;
}

const ACTS = {
  send: { label: 'Send now', title: 'Send this draft now?' },
  delete: { label: 'Delete', title: 'Delete this draft?' },
} as const;

/** An unsent message, which people send or delete. */
export function DraftView({ id, left }: Options) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<keyof typeof ACTS>();
  const queryKey = ['draft', id];
  const { data: draft, error } = useQuery({
    queryKey,
    queryFn: () => call(getDraft, { params: { id } }),
  });
  const act = useMutation({
    mutationFn: (wanted: keyof typeof ACTS): Promise<unknown> =>
      wanted === 'delete'
        ? call(deleteDraft, { params: { id } })
        : // What was shown is what is sent.
          call(sendDraft, { params: { id }, body: { revision: draft?.revision } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: MAIL });
      left();
    },
    onError: () => queries.invalidateQueries({ queryKey }),
    onSettled: () => setAsked(undefined),
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!draft) return <p className="quiet">Loading…</p>;
  const isOpen = draft.state === 'draft';
  return (
    <article>
      <h1>
        <MailLine text={draft.subject.trim() === '' ? NO_SUBJECT : draft.subject} />
      </h1>
      {act.error && <p role="alert">{messageOf(act.error)}</p>}
      <dl>
        <Fact label="From">
          <MailLine text={draft.sender} />
        </Fact>
        <Recipients {...draft} />
        {draft.recipient_note !== undefined && <Fact label="Why">{draft.recipient_note}</Fact>}
        <Fact label="State">{stateWords(draft.state)}</Fact>
        {draft.send_at !== null && <Fact label="Send time">{new Date(draft.send_at).toLocaleString()}</Fact>}
        {draft.last_dispatch_error_code !== null && (
          <Fact label="Last attempt">
            <span className="bad">{draft.last_dispatch_error_code}</span>
          </Fact>
        )}
        {draft.worst_decision !== 'allow' && (
          <Fact label="Scan">
            <span className="warn">{draft.worst_decision}</span>
          </Fact>
        )}
        {draft.attachments.length > 0 && (
          <Fact label="Attached">
            <MailLine text={draft.attachments.map(({ filename }) => filename ?? '(no name)').join(', ')} />
          </Fact>
        )}
      </dl>
      <Body body={draft.body} stretches={[]} />
      {draft.html_text && (
        <>
          <p className="warn">{HTML_TITLE}</p>
          <Body body={draft.html_text} stretches={[]} />
        </>
      )}
      {isOpen && (
        <p className="actions">
          <button type="button" onClick={() => setAsked('send')}>
            {ACTS.send.label}
          </button>
          <button type="button" className="plain" onClick={() => openCompose({ kind: 'draft', draft })}>
            Edit
          </button>
          <button type="button" className="bad" onClick={() => setAsked('delete')}>
            {ACTS.delete.label}
          </button>
        </p>
      )}
      {asked && (
        <Dialog
          title={ACTS[asked].title}
          confirm={ACTS[asked].label}
          close={() => setAsked(undefined)}
          submit={() => act.mutate(asked)}
          isBusy={act.isPending}
        />
      )}
    </article>
  );
}
