import type { HeaderSummary } from '../../daemon/content/mime/headers.ts';
import {
  createSmtpListener,
  type RecipientContext,
  type SmtpEnvelope,
  type SmtpListenerOptions,
} from '../../daemon/entry/smtp/listener.ts';
import type { SmtpListener } from '../../daemon/entry/smtp/serve.ts';
import type { LogFacts } from '../../daemon/entry/smtp/session-log.ts';
import type { RecipientRefusal } from '../../daemon/mail/inbound/recipient-gone.ts';

export type Accepted = { envelope: SmtpEnvelope; raw: string; headers: HeaderSummary };
export type LogLine = { level: 'info' | 'warn'; message: string; facts: LogFacts };

/** A listener on a free port whose mailboxes are named after the refusals. */
export type TestListener = {
  port: number;
  listener: SmtpListener;
  accepted: Accepted[];
  asked: { address: string; context: RecipientContext }[];
  log: LogLine[];
  /** Resolves with the log as soon as it has that many lines. */
  logged(count: number): Promise<LogLine[]>;
};

const REFUSALS: Record<string, RecipientRefusal> = {
  unknown: 'unknown',
  elsewhere: 'not_local',
  paused: 'deferred',
  full: 'over_storage',
};

/** `create` makes the listener; in the thread of the test unless it says otherwise. */
export async function listen(
  overrides: Partial<SmtpListenerOptions> = {},
  create: (options: SmtpListenerOptions) => SmtpListener = createSmtpListener,
): Promise<TestListener> {
  const accepted: Accepted[] = [];
  const asked: TestListener['asked'] = [];
  const log: LogLine[] = [];
  const waiting: { count: number; resolve: (lines: LogLine[]) => void }[] = [];
  const write = (level: LogLine['level'], message: string, facts: LogFacts): void => {
    log.push({ level, message, facts });
    for (const { count, resolve } of waiting) if (log.length >= count) resolve(log);
  };
  const listener = create({
    listen: { host: '127.0.0.1', port: 0 },
    hostname: 'mx.here.example',
    authservIds: ['mx.here.example'],
    checkRecipient: async (address, context) => {
      asked.push({ address, context });
      const name = address.split('@')[0] ?? '';
      return REFUSALS[name] ?? { place: { id: name, account_id: 'account' } };
    },
    accept: async (envelope, raw, headers) => {
      accepted.push({ envelope, raw: raw.toString('latin1'), headers });
      return envelope.recipients.map((_, index) => `id-${accepted.length}-${index}`);
    },
    log: {
      info: (message, facts) => write('info', message, facts),
      warn: (message, facts) => write('warn', message, facts),
    },
    ...overrides,
  });
  const { port } = await listener.start();
  const logged = (count: number): Promise<LogLine[]> =>
    new Promise((resolve) => {
      if (log.length >= count) resolve(log);
      else waiting.push({ count, resolve });
    });
  return { port, listener, accepted, asked, log, logged };
}
