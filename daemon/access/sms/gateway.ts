import { z } from 'zod';
import { bounded } from '../../platform/system/bounded.ts';
import { CLIENT_LIMITS } from '../../platform/system/client-limits.ts';
import { MINUTE } from '../../platform/system/clock.ts';
import type { AccessContext } from '../context.ts';
import type { NoticeProvider } from '../notice.ts';

export const SMS_GATEWAY = 'sms.gateway';

/** Text messages that are posted in parallel. */
export const TEXTS_AT_ONCE = 8;
/** Codes expire, so later attempts are pointless. */
const USEFUL_FOR = 5 * MINUTE;
const SEAL = 'sms';

const payload = z.object({ sealed: z.string(), give_up_at: z.int() });
const message = z.object({ to: z.string(), text: z.string() });

/** Posts text messages to an HTTP gateway. They're queued sealed, because they have codes. */
export function gatewayProvider(context: () => AccessContext): NoticeProvider {
  return {
    async deliver(transaction, { to, text, accountId }) {
      const parts = context();
      const sealed = parts.secrets.seal(SEAL, JSON.stringify({ to, text })).toString('base64');
      await transaction.schedule({
        kind: SMS_GATEWAY,
        accountId,
        dueAt: transaction.now,
        payload: { sealed, give_up_at: transaction.now + USEFUL_FOR },
      });
      return 'pending';
    },
  };
}

/** Posts one message; throws on failure, so that the job is retried while the code is valid. */
export async function postToGateway(
  context: Pick<AccessContext, 'secrets' | 'settings' | 'clock' | 'log' | 'stopping'>,
  raw: unknown,
): Promise<void> {
  const { sealed, give_up_at: deadline } = payload.parse(raw);
  const gateway = context.settings.get('sms.http');
  if (!gateway || context.clock.now() > deadline) {
    context.log.warn({ gateway: gateway !== null }, 'text message not sent, giving up');
    return;
  }
  const { to, text } = message.parse(JSON.parse(context.secrets.unseal(SEAL, Buffer.from(sealed, 'base64'))));
  const post = (signal: AbortSignal) =>
    fetch(gateway.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(gateway.authorization !== undefined && { authorization: gateway.authorization }),
      },
      body: JSON.stringify({ to, text }),
      redirect: 'error',
      signal,
    });
  const { clock, stopping } = context;
  const milliseconds = CLIENT_LIMITS.textMessage.post;
  const response = await bounded({ clock, milliseconds, stopping }, post);
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the text message gateway returned HTTP ${response.status}`);
}

/** The provider that the settings name at the time of sending. */
export function chosenProvider(
  context: () => AccessContext,
  outbox: NoticeProvider,
  gateway: NoticeProvider,
): NoticeProvider {
  return {
    deliver: (transaction, notice) => {
      const overHttp = context().settings.get('sms.transport') === 'http';
      return (overHttp ? gateway : outbox).deliver(transaction, notice);
    },
  };
}
