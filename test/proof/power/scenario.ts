import { SpareSpace } from '../../../daemon/platform/system/spare-space.ts';
import * as api from '../../support/api.ts';
import type { DatabaseFile } from '../../support/database-file.ts';
import { createAccount } from '../world/account.ts';
import { deliver } from '../world/deliver.ts';
import { Program } from '../world/program.ts';
import { Provider } from '../world/provider.ts';
import { straceCommand } from './trace.ts';

/** Something that the daemon said to somebody, and what has to be true from then on. */
export interface Fact {
  readonly name: string;
  /** Whether these bytes, written to a socket or to stdout, say it. */
  readonly saidBy: (text: string) => boolean;
  /** Null when it is still true. */
  readonly broken: (file: DatabaseFile) => string | null;
}

const LETTERS = 12;
const LARGE = 90_000;

/** A daemon is set up, works for a moment and is killed, under strace; answers with what it said. */
export async function recordScenario(home: string, traces: { setUp: string; work: string }): Promise<Fact[]> {
  // A daemon writes 32 MB of spare space, which says nothing and would be most of the trace.
  await new SpareSpace(home).keep();
  const provider = await Provider.start();
  const flags = ['--relay', provider.url];
  const first = await Program.start({ home, flags, under: straceCommand(traces.setUp) });
  await first.must(null, api.updateSettings, { 'deliverability.dns': 'off' });
  await first.stop();
  const program = await Program.start({ home, flags, under: straceCommand(traces.work) });
  try {
    return await work(program);
  } finally {
    await program.kill();
    await provider.stop();
  }
}

async function work(program: Program): Promise<Fact[]> {
  const facts: Fact[] = [];
  const { admin, mailbox: box } = await createAccount(program);
  const states = (id: string, ...allowed: string[]) => stateFact(id, allowed);

  const send = async (index: number): Promise<void> => {
    const body = {
      from_mailbox: box.id,
      to: `accept-${index}@there.example`,
      subject: 'Hi',
      body: 'Hello.',
    };
    const reply = await program.call(admin, api.send, body);
    if (reply?.status !== 200) throw new Error(JSON.stringify(reply));
    const id = reply.body.message_id;
    facts.push({
      name: `the send ${id} was answered`,
      saidBy: (text) => text.startsWith('HTTP/') && text.includes(`"message_id":"${id}"`),
      broken: states(id, 'delivered'),
    });
    facts.push({
      name: `the mail ${id} was on the wire`,
      saidBy: (text) => text.includes(`Message-ID: <${id}@`),
      broken: states(id, 'dispatching', 'delivered'),
    });
  };
  const receive = async (index: number): Promise<void> => {
    const line = 'The figures of the week are in.\r\n';
    const text = index % 4 === 0 ? line.repeat(LARGE / line.length) : line;
    const raw = `From: Ann <ann@example.net>\r\nSubject: Mail ${index}\r\n\r\n${text}`;
    const { id, reply } = await deliver(program.smtpPort, { to: box.address, raw });
    if (id === null) throw new Error(`mail was refused: ${reply}`);
    facts.push({
      name: `the mail ${id} was accepted`,
      saidBy: (said) => said.includes('Stored as') && said.includes(id),
      broken: states(id, 'received', 'scanning', 'available', 'deleted'),
    });
    if (index % 6 !== 0) return;
    await program.must(null, api.drain);
    await program.must(admin, api.deleteMessage, { id });
    facts.push({
      name: `the deletion of ${id} was answered`,
      saidBy: (said) => said.startsWith('HTTP/') && said.includes(id) && said.includes('deleted'),
      broken: states(id, 'deleted'),
    });
  };
  const list = async (index: number): Promise<void> => {
    const email = `listed${index}@example.org`;
    await program.must(admin, api.addSuppression, { email });
    facts.push({
      name: `${email} was listed`,
      saidBy: (said) => said.startsWith('HTTP/') && said.includes(email),
      broken: (file) =>
        file.prepare('select 1 from list_entries where pattern = ?').get(email) ? null : 'it is not there',
    });
  };
  const draft = async (index: number): Promise<void> => {
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = {
      mailbox_id: box.id,
      to: `later${index}@example.org`,
      subject: 'Later',
      body: 'Hi.',
      send_at,
    };
    const { id } = await program.must(admin, api.createDraft, body);
    facts.push({
      name: `the draft ${id} was scheduled`,
      saidBy: (said) => said.startsWith('HTTP/1.1 201') && said.includes(id),
      broken: (file) =>
        file.prepare(`select 1 from jobs where payload like '%' || ? || '%'`).get(id)
          ? states(id, 'draft')(file)
          : 'nobody sends it',
    });
  };
  const numbers = Array.from({ length: LETTERS }, (_, index) => index);
  for (const at of [0, 4, 8]) {
    const some = numbers.slice(at, at + 4);
    await Promise.all(some.flatMap((index) => [send(index), receive(index), list(index), draft(index)]));
  }
  return facts;
}

function stateFact(id: string, allowed: readonly string[]) {
  return (file: DatabaseFile): string | null => {
    const state = file.prepare('select state from messages where id = ?').pluck().get(id);
    if (state === undefined) return 'the message is not there';
    return allowed.includes(String(state)) ? null : `the message is ${String(state)}`;
  };
}
