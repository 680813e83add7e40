import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { listOutbox } from '../../../shared/contract/operator.ts';
import { listMessages } from '../../../shared/contract/reading.ts';
import type { ProgramContext } from '../../command.ts';
import { CommandError } from '../../errors.ts';
import { shortId } from '../../output/views/short-ids.ts';
import { createGuide, type Guide } from './guide.ts';

const FREE_PORT = '127.0.0.1:0';
const ANN = 'ann@example.com';
const SUBJECT = 'Where is my order?';

/** Runs the tour on a home of its own; `ok` only if each step worked. */
export async function takeTour(context: ProgramContext): Promise<'ok'> {
  const home = await mkdtemp(join(context.world.machine.temporaryFolder, 'agentmail-tour-'));
  const guide = createGuide(context, home);
  let isUp = false;
  try {
    await guide.tell(
      'Start the daemon: REST API, SMTP and SQLite in one process. This home folder is temporary.',
    );
    await guide.type(['up', '--http', FREE_PORT, '--smtp', FREE_PORT]);
    isUp = true;
    const id = await receiveMail(guide);
    await answerMail(guide, id);
    await guide.tell('Stop the daemon.');
    await guide.type(['down']);
    isUp = false;
    await guide.tell(
      "That's the tour. To start your own daemon: agentmail up (in a checkout: node bin/agentmail.js up)",
    );
    return 'ok';
  } finally {
    if (isUp) await guide.ask(['down', '--force']).catch(() => undefined);
    await rm(home, { recursive: true, force: true });
  }
}

/** Creates a mailbox, waits in "another terminal", and sends real mail to it; returns the message's id. */
async function receiveMail(guide: Guide): Promise<string> {
  await guide.tell('Create a mailbox that is safe for an agent. Its address works at once.');
  await guide.type(['mailboxes', 'create', 'support', '--guarded']);
  const waiting = await guide.start(['wait', '--timeout', '30'], /\/messages\/wait/);
  await guide.tell('Ann writes to it (simulated), while "agentmail wait" runs in another terminal.');
  const text = 'Hello, it should be here by now. Ann';
  await guide.type(['simulate', 'inbound', '--from', ANN, '--subject', SUBJECT, '--body', text]);
  await guide.tell('The waiting command prints the message as soon as it arrives.');
  await waiting.finish();
  const { messages } = parse(listMessages.replies[200], await guide.ask(['inbox']));
  return found(
    messages.find(({ subject }) => subject === SUBJECT),
    "Ann's message in the inbox",
  ).id;
}

async function answerMail(guide: Guide, id: string): Promise<void> {
  await guide.tell('The inbox shows it as unread. Allow mail to Ann and reply in her thread.');
  await guide.type(['inbox']);
  await guide.type(['allowlist', 'add', ANN]);
  await guide.type(['reply', shortId(id), '--body', 'It is on its way and arrives tomorrow.']);
  await guide.tell('No mail leaves this machine: the reply is in the outbox.');
  await guide.type(['outbox', 'list']);
  const { items } = parse(listOutbox.replies[200], await guide.ask(['outbox', 'list', '--to', ANN]));
  const answer = found(items[0], 'the reply in the outbox');
  if (!answer.subject?.includes(SUBJECT)) throw missing(`a reply about "${SUBJECT}"`);
  await guide.type(['outbox', 'show', shortId(answer.id)]);
}

function parse<T>(schema: z.ZodType<T>, data: unknown): T {
  return schema.parse(data);
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw missing(what);
  return value;
}

function missing(what: string): CommandError {
  return new CommandError(`The tour stopped: ${what} is missing.`, {
    exit: 'internal',
    code: 'TOUR_BROKEN',
  });
}
