import { domainToASCII } from 'node:url';
import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server';
import type { HeaderSummary } from '../../content/mime/headers.ts';
import type { RecipientAnswer, RecipientPlace } from '../../mail/inbound/check-recipient.ts';
import { SMTP_LIMITS, type SmtpLimits } from './limits.ts';
import { RECIPIENT_REPLIES, REPLIES, SmtpRefusal } from './replies.ts';
import { clientOf, type SmtpClient, type SmtpListener, serve } from './serve.ts';
import type { SessionRecord, SmtpLog } from './session-log.ts';

/** Domains of addresses are ASCII (IDNA) and lower case; `postmaster` may have none. */
export type SmtpEnvelope = SmtpClient & {
  /** Empty for the null sender. */
  readonly mailFrom: string;
  /** Accepted recipients in order of RCPT, without duplicates. */
  readonly recipients: readonly string[];
  readonly smtpUtf8: boolean;
};

/** Facts at RCPT. */
export type RecipientContext = SmtpClient & {
  readonly mailFrom: string;
  /** SIZE of MAIL; 0 without one. */
  readonly declaredBytes: number;
  /** Where the transaction's earlier recipients lead, in their order. */
  readonly places: readonly RecipientPlace[];
};

export type SmtpListenerOptions = {
  /** Port 0 takes a free one. */
  readonly listen: { readonly host: string; readonly port: number };
  /** The name in the greeting. */
  readonly hostname: string;
  /** Names of this daemon: foreign authentication results in these names are removed. */
  readonly authservIds: readonly string[];
  /** PEM; null offers no STARTTLS. */
  readonly tls?: { readonly key: string | Buffer; readonly cert: string | Buffer } | null;
  readonly limits?: Partial<SmtpLimits>;
  /**
   * Addresses and subnets of proxies. Each connection from them begins with a PROXY header (version 1) that
   * names the client.
   */
  readonly trustedProxies?: readonly string[];
  /** A rejection is answered with 451 4.3.0. */
  readonly checkRecipient: (address: string, context: RecipientContext) => Promise<RecipientAnswer>;
  /**
   * Resolves with the durable message ids. A rejection is answered with 451 4.3.0, or with the reply of a
   * `NotAccepted`. The bytes may be used until then. They're a view into a larger buffer, so copy them to
   * another thread; don't transfer them.
   */
  readonly accept: (
    envelope: SmtpEnvelope,
    raw: Buffer,
    headers: HeaderSummary,
  ) => Promise<readonly string[]>;
  readonly log: SmtpLog;
  readonly sessionEnded?: (record: SessionRecord) => void;
};

/** A domain that's already ASCII and lower case, as most are. */
const PLAIN_DOMAIN = /^[a-z0-9.-]+$/;

/** Commands that a receiving server doesn't offer. */
const NOT_OFFERED = ['AUTH', 'WIZ', 'SHELL', 'KILL'];

export function createSmtpListener(options: SmtpListenerOptions): SmtpListener {
  const { accept, authservIds, tls = null, trustedProxies = [], sessionEnded } = options;
  const places: TransactionPlaces = new WeakMap();
  const served = { ...options, tls, trustedProxies, limits: { ...SMTP_LIMITS, ...options.limits } };
  return serve({ ...served, ...(sessionEnded && { sessionEnded }) }, ({ sessions, receive }) => ({
    disabledCommands: NOT_OFFERED,
    heloResponse: '%s is ready to receive mail',
    async onRcptTo(address, session, callback) {
      const refusal = await refusalOf(options, address, { session, places });
      if (refusal) sessions.of(session).refusals++;
      callback(refusal);
    },
    onData: receive({
      authservIds,
      accept: async (session, raw, headers) => {
        const ids = await accept(envelopeOf(session), raw, headers);
        return `2.0.0 Stored as ${ids.join(' ')}`;
      },
    }),
  }));
}

/** Places of accepted recipients by envelope; smtp-server has another envelope for each transaction. */
type TransactionPlaces = WeakMap<SMTPServerSession['envelope'], RecipientPlace[]>;

interface RecipientScene {
  readonly session: SMTPServerSession;
  readonly places: TransactionPlaces;
}

async function refusalOf(
  options: SmtpListenerOptions,
  address: SMTPServerAddress,
  { session, places: all }: RecipientScene,
): Promise<SmtpRefusal | null> {
  try {
    const declaredBytes = declaredBytesOf(session);
    const places = all.get(session.envelope) ?? [];
    const context = { ...clientOf(session), mailFrom: mailFromOf(session), declaredBytes, places };
    const answer = await options.checkRecipient(withAsciiDomain(address.address), context);
    if (typeof answer === 'string') return new SmtpRefusal(RECIPIENT_REPLIES[answer]);
    all.set(session.envelope, [...places, answer.place]);
    return null;
  } catch (error) {
    options.log.warn('smtp recipient check failed', { error: String(error) });
    return new SmtpRefusal(REPLIES.notDecided);
  }
}

function envelopeOf(session: SMTPServerSession): SmtpEnvelope {
  return {
    ...clientOf(session),
    mailFrom: mailFromOf(session),
    recipients: session.envelope.rcptTo.map((recipient) => withAsciiDomain(recipient.address)),
    smtpUtf8: session.envelope.smtpUtf8 === true,
  };
}

function mailFromOf(session: SMTPServerSession): string {
  const { mailFrom } = session.envelope;
  return mailFrom === false ? '' : withAsciiDomain(mailFrom.address);
}

function declaredBytesOf(session: SMTPServerSession): number {
  const { mailFrom } = session.envelope;
  // It's false without parameters, whatever the type says.
  const parameters: { SIZE?: unknown } = (mailFrom !== false && mailFrom.args) || {};
  const size = Number(parameters.SIZE);
  return Number.isSafeInteger(size) ? size : 0;
}

/** smtp-server returns Unicode domains; the rest of the daemon compares ASCII. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  if (at === -1) return address;
  const domain = address.slice(at + 1);
  if (PLAIN_DOMAIN.test(domain)) return address;
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain.toLowerCase()}`;
}
