import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../../client/client.ts';
import { connect } from '../../../client/connection.ts';
import type { ProgramContext } from '../../../command.ts';
import { CommandError } from '../../../errors.ts';
import { credentialsOf } from '../../../machine/home/credentials.ts';
import { homeFolder } from '../../../machine/home/folder.ts';
import { DEFAULT_OWNER } from '../../lifecycle/owner.ts';
import { tourWorld } from '../../tour/world.ts';
import { readSetup } from '../file/read.ts';
import type { MailboxSetup, Setup } from '../file/schema.ts';

/** A daemon on a temporary home that is as a file says, for as long as tests run. */

const FREE_PORT = '127.0.0.1:0';
const SECRET_BYTES = 24;

export async function withOwnDaemon<T>(
  context: ProgramContext,
  file: string,
  act: (client: Client) => Promise<T>,
): Promise<T> {
  const setup = await readSetup(context, file);
  const home = await mkdtemp(join(context.world.machine.temporaryFolder, 'agentmail-policies-'));
  const password = randomBytes(SECRET_BYTES).toString('base64url');
  let isUp = false;
  const run = async (argv: readonly string[], stdin = '') => {
    const world = tourWorld(context.world, home, false);
    const typed = { ...world, stdin: { isTTY: false, readAll: async () => stdin } };
    const exit = await context.run(argv, typed);
    if (exit === 0) return;
    throw failed(argv, world.complained());
  };
  try {
    await run(['up', '--http', FREE_PORT, '--smtp', FREE_PORT]);
    isUp = true;
    await run(['operator', 'accounts', 'password', DEFAULT_OWNER], `${password}\n`);
    await run(['login', DEFAULT_OWNER], `${password}\n`);
    await run(['apply', await policiesIn(home, setup)], `${password}\n`);
    const world = tourWorld(context.world, home, false);
    const folder = homeFolder(home, home);
    const credentials = credentialsOf(folder, world.keychain);
    return await act(
      await connect({ world, home: folder, profileName: 'default', profile: {}, credentials }),
    );
  } finally {
    if (isUp) await run(['down', '--force']).catch(() => undefined);
    await rm(home, { recursive: true, force: true });
  }
}

function failed(argv: readonly string[], complained: string): CommandError {
  return new CommandError(`The daemon of the tests can't be set up: agentmail ${argv[0]} failed.`, {
    exit: 'refused',
    code: 'SETUP_INVALID',
    details: { reason: complained.trim() },
    hint: 'agentmail plan FILE checks the file',
  });
}

/** Policies and lists, which decide about sends. All else names places that a test must not touch. */
async function policiesIn(home: string, setup: Setup): Promise<string> {
  let count = 0;
  const list = async (entries: readonly string[] | undefined) => {
    if (entries === undefined) return undefined;
    const file = join(home, `list-${count++}.txt`);
    await writeFile(file, entries.join('\n'));
    return { file };
  };
  const { account, suppressions, blocked_senders } = setup;
  const mailboxes: Record<string, unknown> = {};
  for (const [name, mailbox] of Object.entries(setup.mailboxes ?? {})) {
    mailboxes[name] = {
      ...withoutPlaces(mailbox),
      allowlist: await list(mailbox.allowlist),
      sender_allowlist: await list(mailbox.sender_allowlist),
    };
  }
  const lists = { suppressions: await list(suppressions), blocked_senders: await list(blocked_senders) };
  const file = join(home, 'policies.json');
  const text = JSON.stringify({ version: 1, account, ...lists, mailboxes });
  await writeFile(
    file,
    text.replaceAll('${', () => '$${'),
  );
  return file;
}

function withoutPlaces(mailbox: MailboxSetup) {
  const { domain, self_hosted_imap_folder, connection, copy_to, metadata, addresses, ...policies } = mailbox;
  const { trusted_sources, instruction_trust, strict_recipient, outbound_attachments, ...rest } = policies;
  return rest;
}
