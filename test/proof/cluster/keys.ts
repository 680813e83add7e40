import * as api from '../../support/api.ts';
import type { Daemons } from '../world/clients.ts';

/** Sends with one key that come at once. */
const SENDS = 200;
/** Milliseconds between two lines of progress. */
const LINE = 10_000;

interface KeysProof {
  /** In turn, each gets a third of the sends. */
  readonly nodes: readonly Pick<Daemons, 'call'>[];
  readonly admin: string;
  readonly mailbox: string;
  readonly rounds: number;
  readonly progress?: (text: string) => void;
}

interface KeysReport {
  readonly violations: readonly string[];
  /** Answers in all: of the message, and that another send with the key is under way. */
  readonly sent: number;
  readonly inFlight: number;
}

/** Sends 200 messages with one idempotency key at all nodes at once, in many rounds. */
export async function repeatKeys(proof: KeysProof): Promise<KeysReport> {
  const { rounds, progress = () => undefined } = proof;
  const report = { violations: [] as string[], sent: 0, inFlight: 0 };
  let line = performance.now();
  for (let round = 1; round <= rounds; round++) {
    const { sent, inFlight, problems } = await oneRound(proof, round);
    report.sent += sent;
    report.inFlight += inFlight;
    report.violations.push(...problems.map((problem) => `round ${round}: ${problem}`));
    if (performance.now() - line < LINE && round < rounds) continue;
    line = performance.now();
    progress(
      `${round} keys, ${report.sent} answers with a message, ${report.inFlight} refused as under way, ` +
        `violations ${report.violations.length}`,
    );
  }
  return report;
}

async function oneRound({ nodes, admin, mailbox }: KeysProof, round: number) {
  const subject = `Round ${round}`;
  const mail = { from_mailbox: 'helper', to: 'ann@example.org', subject, body: 'Once.' };
  const caller = { key: admin, headers: { 'idempotency-key': `round-${round}` } };
  const replies = await Promise.all(
    Array.from({ length: SENDS }, (_, index) => nodes[index % nodes.length]?.call(caller, api.send, mail)),
  );
  const problems: string[] = [];
  const ids: string[] = [];
  let inFlight = 0;
  for (const reply of replies) {
    if (reply?.status === 200) ids.push(reply.body.message_id);
    else if ((reply?.body as { code?: string } | undefined)?.code === 'IDEMPOTENT_REQUEST_IN_FLIGHT')
      inFlight++;
    else problems.push(`the answer ${reply?.status ?? 'is missing'} ${JSON.stringify(reply?.body)}`);
  }
  if (new Set(ids).size !== 1) problems.push(`${new Set(ids).size} messages were named`);
  const listed = await nodes[round % nodes.length]?.call(admin, api.listMessages, {
    id: mailbox,
    limit: 100,
  });
  const stored = listed?.body.messages.filter((message) => message.subject === subject).map(({ id }) => id);
  if (stored?.length !== 1 || stored[0] !== ids[0]) problems.push(`${stored?.length} messages were stored`);
  return { sent: ids.length, inFlight, problems };
}
