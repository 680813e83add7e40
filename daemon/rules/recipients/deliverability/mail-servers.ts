import { type Clock, SECOND } from '../../../platform/system/clock.ts';
import type { RulesContext } from '../../context.ts';

/** DNS timeout of a deliverability check. */
const DNS_TIME = 3 * SECOND;

/** Whether a domain accepts mail; `unknown` when DNS failed. */
export type MailServers = 'present' | 'absent' | 'unknown';

/** Looks up MX records, and address records when there are none. */
export function findMailServers(
  context: Pick<RulesContext, 'dns' | 'clock' | 'log'>,
  domain: string,
): Promise<MailServers> {
  return within(context.clock, DNS_TIME, ask(context, domain));
}

async function ask({ dns, log }: Pick<RulesContext, 'dns' | 'log'>, domain: string): Promise<MailServers> {
  try {
    const exchanges = await dns.mailExchanges(domain);
    switch (exchanges.kind) {
      case 'no_domain':
        return 'absent';
      case 'unavailable':
        return 'unknown';
      case 'records': {
        // A null MX is the only record (RFC 7505).
        const named = exchanges.records.filter(({ exchange }) => exchange !== '' && exchange !== '.');
        return named.length > 0 ? 'present' : 'absent';
      }
      case 'no_records': {
        const { kind } = await dns.addresses(domain);
        if (kind === 'records') return 'present';
        return kind === 'unavailable' ? 'unknown' : 'absent';
      }
    }
  } catch (error) {
    log.warn({ err: error }, 'domain lookup failed');
    return 'unknown';
  }
}

function within(clock: Clock, time: number, work: Promise<MailServers>): Promise<MailServers> {
  return new Promise((resolve) => {
    const cancel = clock.callAfter(time, () => resolve('unknown'));
    void work.then((found) => {
      cancel();
      resolve(found);
    });
  });
}
