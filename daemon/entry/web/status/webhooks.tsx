import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import { listWebhooks } from '../../../../shared/contract/webhooks.ts';
import { call, messageOf } from '../api.ts';
import { Time } from '../parts/time.tsx';
import { STATUS } from './queries.ts';

export type Webhook = ReplyOf<typeof listWebhooks>['webhooks'][number];

export function useWebhooks() {
  return useQuery({
    queryKey: [STATUS, 'webhooks'],
    queryFn: ({ signal }) => call(listWebhooks, { signal }),
  });
}

/** The webhooks of the account, each with its deliveries a click away. */
export function WebhookList() {
  const { data, error } = useWebhooks();
  return (
    <section aria-label="Webhooks">
      <h2>Webhooks</h2>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data?.webhooks.length === 0 && (
        <p className="quiet">No webhooks yet: agentmail webhooks create URL --event message.received</p>
      )}
      <ul className="rows">
        {data?.webhooks.map((each) => (
          <li key={each.id}>
            <span>
              <Link to={`/status/webhooks/${each.id}`}>{each.url}</Link>
              <br />
              <WebhookState webhook={each} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether it works, in a line. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, disabled_reason, consecutive_failures: failures, last_success_at } = webhook;
  return (
    <>
      {enabled && failures === 0 && <span className="good">on</span>}
      {enabled && failures > 0 && <span className="warn">on, {failures} failed in a row</span>}
      {!enabled && (
        <span className="bad">{disabled_reason === null ? 'off' : 'off after too many failures'}</span>
      )}
      <span className="quiet">
        {last_success_at === null ? (
          ', nothing delivered yet'
        ) : (
          <>
            , last delivered <Time at={last_success_at} />
          </>
        )}
      </span>
    </>
  );
}
