import { useQuery } from '@tanstack/react-query';
import { getUsage } from '../../../../shared/contract/account-life.ts';
import { getQuota } from '../../../../shared/contract/accounts.ts';
import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import { NO_LIMIT } from '../../../../shared/contract/limits.ts';
import { call, messageOf } from '../api.ts';
import { Fact } from '../parts/fact.tsx';
import { Time } from '../parts/time.tsx';
import { STATUS } from './queries.ts';

/** Limits of the account, and how much of them is used. */
export function Budgets() {
  const quota = useQuery({
    queryKey: [STATUS, 'quota'],
    queryFn: ({ signal }) => call(getQuota, { signal }),
  });
  const usage = useQuery({
    queryKey: [STATUS, 'usage'],
    queryFn: ({ signal }) => call(getUsage, { signal }),
  });
  const error = quota.error ?? usage.error;
  return (
    <section aria-label="Limits">
      <h2>Limits</h2>
      {error && <p role="alert">{messageOf(error)}</p>}
      <dl>
        {quota.data && <Sends quota={quota.data} />}
        {usage.data && <Usage usage={usage.data} />}
      </dl>
    </section>
  );
}

function Sends({ quota }: { readonly quota: ReplyOf<typeof getQuota> }) {
  const { today, reset_at, warmup } = quota;
  return (
    <>
      <Fact label="Sent today">
        <Used name="Sent today" count={today.count} limit={today.limit} />
        {today.limit < NO_LIMIT && (
          <span className="quiet">
            , resets <Time at={reset_at} />
          </span>
        )}
      </Fact>
      {warmup && (
        <Fact label="Warm-up">
          {`${warmup.velocity_gate_mode.replace('_', ' ')}, ${warmup.shared_domain_daily_limit} a day, until `}
          <Time at={warmup.until} />
        </Fact>
      )}
    </>
  );
}

function Usage({ usage }: { readonly usage: ReplyOf<typeof getUsage> }) {
  const { storage, rates } = usage;
  return (
    <>
      <Fact label="Mailboxes">
        <Used name="Mailboxes" count={usage.mailbox_count} limit={usage.mailbox_limit} />
      </Fact>
      <Fact label="Storage">
        <Used
          name="Storage"
          count={storage.used_bytes}
          limit={storage.limit_bytes ?? NO_LIMIT}
          text={megabytes}
        />
      </Fact>
      <Fact label="Delivery">
        {`${percent(rates.delivered)} delivered, ${percent(rates.bounced)} bounced, ${percent(rates.complained)} complaints`}
      </Fact>
    </>
  );
}

interface UsedOptions {
  readonly name: string;
  readonly count: number;
  readonly limit: number;
  readonly text?: (value: number) => string;
}

const NEARLY_FULL = 0.8;

/** A count and its limit, with a bar. */
function Used({ name, count, limit, text = (value) => value.toLocaleString() }: UsedOptions) {
  if (limit >= NO_LIMIT) return `${text(count)}, no limit`;
  return (
    <>
      {`${text(count)} of ${text(limit)} `}
      <meter aria-label={name} value={count} max={limit} high={limit * NEARLY_FULL} optimum={0} />
    </>
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
