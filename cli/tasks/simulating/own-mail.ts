import type { listMailboxes } from '../../../shared/contract/mailboxes.ts';
import type { getMessage } from '../../../shared/contract/reading.ts';
import { ApiError } from '../../client/errors.ts';
import type { CommandContext } from '../../context.ts';
import { NoCredentialError, UsageError } from '../../errors.ts';
import { chooseMailbox } from '../../input/lookups/mailbox.ts';
import { readBytes } from '../../machine/home/read-file.ts';
import { deliverBySmtp } from './smtp.ts';

/** How long the answer waits for the scan, as the daemon does for its own scenarios. */
const SCAN_TIMEOUT_MS = 5_000;
const LOOK_EVERY_MS = 100;

export interface OwnMail {
  /** A file with a message, `-` for stdin; without it the other fields make one. */
  readonly file: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly subject: string | undefined;
  readonly body: string | undefined;
  readonly mailbox: string | undefined;
  /** `host:port`; that of the daemon of this home when not given. */
  readonly smtp: string | undefined;
}

interface OwnMailEndpoints {
  readonly listMailboxes: typeof listMailboxes;
  readonly getMessage: typeof getMessage;
}

export interface Received {
  /** `pending` while it is still being read and scanned; null when no key may look. */
  readonly status: string | null;
  readonly message_id: string | null;
  readonly from: string;
  readonly to: string;
}

/** Sends a mail of the caller's own to a mailbox, through the door that mail from outside takes. */
export async function receiveOwnMail(
  context: CommandContext,
  mail: OwnMail,
  endpoints: OwnMailEndpoints,
): Promise<Received> {
  const raw = mail.file === undefined ? undefined : await readMail(context, mail.file);
  const from = mail.from ?? (raw && authorOf(raw));
  if (from === undefined)
    throw new UsageError(
      'The message has no sender.',
      'give a FILE, or --from ADDRESS with --subject and --body',
    );
  const to = mail.to ?? (await addressOf(context, mail.mailbox, endpoints.listMailboxes));
  const smtp = mail.smtp ?? (await listenerOf(context));
  const envelope = { from, to };
  const id = await deliverBySmtp(
    smtp,
    raw === undefined
      ? { ...envelope, envelope, subject: mail.subject ?? '', text: mail.body ?? '' }
      : { envelope, raw },
  );
  const status = id === undefined ? null : await settled(context, id, endpoints.getMessage);
  return { status, message_id: id ?? null, from, to };
}

async function readMail({ world }: CommandContext, file: string): Promise<Buffer> {
  const bytes =
    file === '-'
      ? ((await world.stdin.readBytes?.()) ?? Buffer.from(await world.stdin.readAll()))
      : await readBytes(file);
  if (bytes.length > 0) return bytes;
  throw new UsageError(`${file === '-' ? 'stdin' : file} is empty.`);
}

/** The address in the From field; the envelope has no other sender to go by. */
function authorOf(raw: Buffer): string | undefined {
  const [head = ''] = raw.toString('latin1').split(/\r?\n\r?\n/, 1);
  const [, field = ''] = /^from:((?:.*)(?:\r?\n[ \t].*)*)/im.exec(head) ?? [];
  return /<([^<>\s]+@[^<>\s]+)>/.exec(field)?.[1] ?? /[^\s<>,;"]+@[^\s<>,;"]+/.exec(field)?.[0];
}

async function addressOf(
  context: CommandContext,
  named: string | undefined,
  endpoint: typeof listMailboxes,
): Promise<string> {
  const chosen = (await chooseMailbox(context, named)).toLowerCase();
  const client = await context.client();
  const { mailboxes } = await client.call(endpoint, {});
  const found = mailboxes.find(({ id, name }) => id === chosen || name === chosen);
  if (found) return found.address;
  throw new UsageError(`No mailbox named "${chosen}".`, 'agentmail mailboxes list');
}

/** Where the daemon takes mail: its locator says it, for a daemon of this machine. */
async function listenerOf(context: CommandContext): Promise<string> {
  const { findDaemon, isOwnHome } = await import('../../client/connection.ts');
  const { world, profile } = context;
  const isElsewhere = (world.env.AGENTMAIL_URL || profile.url) !== undefined;
  if (!isElsewhere || (await isOwnHome(context))) return (await findDaemon(context)).smtp;
  throw new UsageError('The SMTP listener of a remote daemon is unknown.', 'set it with --smtp HOST:PORT');
}

/** The state after reading and scanning; null when there is no key, or one that does not see the message. */
async function settled(
  context: CommandContext,
  id: string,
  endpoint: typeof getMessage,
): Promise<string | null> {
  const { clock, interrupted } = context.world;
  const deadline = clock.now() + SCAN_TIMEOUT_MS;
  try {
    const client = await context.client();
    for (;;) {
      const { state } = await client.call(endpoint, { params: { id }, query: {} });
      if (state !== 'received' && state !== 'scanning') return state;
      if (clock.now() >= deadline || interrupted.aborted) return 'pending';
      await clock.sleep(LOOK_EVERY_MS, interrupted);
    }
  } catch (error) {
    if (error instanceof NoCredentialError) return null;
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
