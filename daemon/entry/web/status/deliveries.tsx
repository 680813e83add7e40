import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import { listDeliveries, retryDelivery } from '../../../../shared/contract/webhooks.ts';
import { call, messageOf } from '../api.ts';
import { MailLine, MailText } from '../parts/mail-text.tsx';
import { Time } from '../parts/time.tsx';
import { STATUS, useRefresh } from './queries.ts';

type DeliveryPage = ReplyOf<typeof listDeliveries>;
type DeliveryRow = DeliveryPage['deliveries'][number];
type PageStart = { readonly before_at?: string; readonly before_id?: string };

interface Options {
  readonly webhookId: string;
  readonly isEnabled: boolean;
}

const PAGE = 25;

/** The deliveries of a webhook, and a way to repeat each. */
export function Deliveries({ webhookId: id, isEnabled }: Options) {
  const list = useInfiniteQuery({
    queryKey: [STATUS, 'deliveries', id],
    queryFn: ({ pageParam, signal }) =>
      call(listDeliveries, { params: { id }, query: { limit: PAGE, ...pageParam }, signal }),
    initialPageParam: {} as PageStart,
    getNextPageParam: ({ next_before_at: before_at, next_before_id: before_id }: DeliveryPage) =>
      before_at === null || before_id === null ? undefined : { before_at, before_id },
  });
  const refresh = useRefresh();
  const retry = useMutation({
    mutationFn: (delivery_id: string) => call(retryDelivery, { params: { id, delivery_id } }),
    onSettled: refresh,
  });
  const problem = list.error ?? retry.error;
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries);
  return (
    <section aria-label="Deliveries">
      <h2>Deliveries</h2>
      {problem && <p role="alert">{messageOf(problem)}</p>}
      {deliveries?.length === 0 && <p className="quiet">No deliveries in the last 30 days.</p>}
      <ul className="rows">
        {deliveries?.map((each) => (
          <li key={each.id}>
            <DeliveryLine delivery={each} />
            {isEnabled && (each.status === 'abandoned' || each.status === 'delivered') && (
              <button
                type="button"
                className="plain"
                disabled={retry.isPending}
                onClick={() => retry.mutate(each.id)}
              >
                Redeliver<span className="unseen"> {each.event_type}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <button
          type="button"
          className="plain"
          disabled={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        >
          More
        </button>
      )}
    </section>
  );
}

const TONES = { delivered: 'good', abandoned: 'bad', retrying: 'warn', pending: 'warn' } as const;

function DeliveryLine({ delivery }: { readonly delivery: DeliveryRow }) {
  const { event_type, status, attempt_count: attempts, http_status, last_error, next_retry_at } = delivery;
  const { response_preview: answer, created_at } = delivery;
  return (
    <div className="grow">
      {event_type} <strong className={TONES[status]}>{status}</strong>{' '}
      <span className="quiet">
        {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
        {http_status !== null && `, HTTP ${http_status}`}, <Time at={created_at} />
        {next_retry_at !== null && (
          <>
            , again <Time at={next_retry_at} />
          </>
        )}
      </span>
      {last_error !== null && (
        <p className="bad">
          <MailLine text={last_error} />
        </p>
      )}
      {answer !== null && answer !== '' && (
        <details>
          <summary>Show the answer</summary>
          <div className="mail-text preview">
            <MailText text={answer} />
          </div>
        </details>
      )}
    </div>
  );
}
