import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Forward, MailCheck, Reply, ReplyAll, Star, Tag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { labelMessage } from '../../../../shared/contract/labels.ts';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { markMessageRead } from '../../../../shared/contract/reading.ts';
import { deleteMessage } from '../../../../shared/contract/review.ts';
import { starMessage } from '../../../../shared/contract/threads.ts';
import { call, messageOf } from '../api.ts';
import { COUNTS } from '../counts.ts';
import { detailKey } from '../message/message.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { say } from '../parts/toast.tsx';
import { openCompose } from './compose-state.ts';
import { MAIL } from './list.tsx';

interface Options {
  readonly message: MessageDetail;
  readonly left: () => void;
}

/** Actions of a person about a message. */
export function Tools({ message, left }: Options) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'delete' | 'labels'>();
  const { id, starred, direction, read_at: readAt } = message;
  const refresh = () => {
    for (const queryKey of [MAIL, COUNTS, detailKey(id)]) void queries.invalidateQueries({ queryKey });
  };
  const act = useMutation({
    mutationFn: (wanted: () => Promise<unknown>) => wanted(),
    onSettled: () => {
      setAsked(undefined);
      refresh();
    },
    onError: (error) => say(messageOf(error)),
  });
  const isInbound = direction === 'inbound';
  return (
    <div className="tools" role="toolbar" aria-label="Message">
      {isInbound && (
        <>
          <IconButton icon={Reply} label="Reply" onClick={() => openCompose({ kind: 'reply', message })} />
          <IconButton
            icon={ReplyAll}
            label="Reply to all"
            onClick={() => openCompose({ kind: 'reply to all', message })}
          />
        </>
      )}
      <IconButton icon={Forward} label="Forward" onClick={() => openCompose({ kind: 'forward', message })} />
      <IconButton
        icon={Star}
        label="Star"
        aria-pressed={starred}
        onClick={() => act.mutate(() => call(starMessage, { params: { id }, body: { starred: !starred } }))}
      />
      <IconButton icon={Tag} label="Labels" onClick={() => setAsked('labels')} />
      {isInbound && readAt === null && (
        <IconButton
          icon={MailCheck}
          label="Mark as read"
          onClick={() => act.mutate(() => call(markMessageRead, { params: { id } }))}
        />
      )}
      <IconButton icon={Trash2} label="Delete" onClick={() => setAsked('delete')} />
      {asked === 'delete' && (
        <Dialog
          title="Delete this message?"
          confirm="Delete"
          close={() => setAsked(undefined)}
          submit={() =>
            act.mutate(() => call(deleteMessage, { params: { id } }), {
              onSuccess: () => {
                say('Deleted.');
                left();
              },
            })
          }
          isBusy={act.isPending}
        >
          <p>Its text and files are removed for good, for agents too.</p>
        </Dialog>
      )}
      {asked === 'labels' && (
        <Dialog
          title="Labels"
          confirm="Save"
          close={() => setAsked(undefined)}
          submit={(fields) => {
            const set = String(fields.get('labels'))
              .split(',')
              .map((each) => each.trim())
              .filter(Boolean);
            act.mutate(() => call(labelMessage, { params: { id }, body: { set } }));
          }}
          isBusy={act.isPending}
        >
          <Field label="Labels, separated by commas" name="labels" defaultValue={message.labels.join(', ')} />
        </Dialog>
      )}
    </div>
  );
}
