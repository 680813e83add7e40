import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { streamDeliveries } from '../../../../shared/contract/event-stream.ts';
import { testWebhook, updateWebhook } from '../../../../shared/contract/webhooks.ts';
import { call, messageOf } from '../api.ts';
import { useStream } from '../events.ts';
import { Fact } from '../parts/fact.tsx';
import { MailLine } from '../parts/mail-text.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import { Deliveries } from './deliveries.tsx';
import { useRefresh } from './queries.ts';
import { useWebhooks, type Webhook, WebhookState } from './webhooks.tsx';

/** A webhook and its deliveries, live. */
export function WebhookView({ id }: { readonly id: string }) {
  const { data, error, refetch } = useWebhooks();
  if (error) return <Problem text={messageOf(error)} retry={refetch} />;
  if (!data) return null;
  const webhook = data.webhooks.find((each) => each.id === id);
  return webhook ? <Shown webhook={webhook} /> : <Problem text="There is no such webhook." />;
}

function Shown({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, description, enabled, enabled_events: events, last_error, last_failure_at } = webhook;
  const refresh = useRefresh();
  const [stream] = useState({ url: `${streamDeliveries.path}?webhook=${id}`, types: ['delivery'] });
  useStream(stream, { opened: refresh, happened: refresh });
  const act = useMutation({
    mutationFn: (what: 'test' | 'switch'): Promise<unknown> =>
      what === 'test'
        ? call(testWebhook, { params: { id }, body: {} })
        : call(updateWebhook, { params: { id }, body: { enabled: !enabled } }),
    onSettled: refresh,
  });
  return (
    <main className="page">
      <p>
        <Link to="/status">Status</Link>
      </p>
      <h1>{url}</h1>
      {act.error && <p role="alert">{messageOf(act.error)}</p>}
      <dl>
        <Fact label="State">
          <WebhookState webhook={webhook} />
        </Fact>
        {description !== null && <Fact label="Description">{description}</Fact>}
        <Fact label="Events">{events.join(', ')}</Fact>
        {last_error !== null && last_failure_at !== null && (
          <Fact label="Last failure">
            <MailLine text={last_error} />{' '}
            <span className="quiet">
              <Time at={last_failure_at} />
            </span>
          </Fact>
        )}
      </dl>
      <p className="actions">
        {enabled && (
          <button type="button" disabled={act.isPending} onClick={() => act.mutate('test')}>
            Send a test event
          </button>
        )}
        <button type="button" className="plain" disabled={act.isPending} onClick={() => act.mutate('switch')}>
          {enabled ? 'Turn off' : 'Turn on'}
        </button>
      </p>
      <Deliveries webhookId={id} isEnabled={enabled} />
    </main>
  );
}
