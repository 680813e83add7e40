import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shortId, type Walk } from './walk.ts';

/** Setup before any mail: daemon, mailbox, policies, keys, trust. */
export async function walkMailboxes(walk: Walk): Promise<void> {
  const { note } = walk;
  await note('up');
  await note('mailboxes create', 'support');
  await note('mailboxes list');
  for (const command of ['add', 'remove']) await note(`mailboxes address ${command}`, '+shop');
  await note('mailboxes address list');
  await note('mailboxes show');
  await note('whoami');
  await note('quota');
  await note('account show');
  await note('keys list');
  for (const command of ['health', 'openapi', 'status', 'profiles list']) await note(command);
  await walkKeys(walk);
  await walkPolicies(walk);
  await walkTrust(walk);
}

async function walkKeys({ note }: Walk): Promise<void> {
  const key = (await note('keys create', '--mailbox', 'support', '--open', '--label', 'bot')).json<{
    id: string;
  }>();
  await note('keys bind', shortId(key), '-m', 'support', '--open');
  await note('keys distrust', shortId(key));
  await note('keys revoke', shortId(key));
  await note('mcp install', 'cursor', '-m', 'support', '--open', '--save-as', 'cursor');
  await note('mcp uninstall', 'cursor');
  await note('keys rotate');
}

async function walkPolicies(walk: Walk): Promise<void> {
  const { note } = walk;
  await note('mailboxes update', '--display-name', 'Support', '--review', 'disabled');
  await note('policy show');
  await note('policy preview', '--to', 'ann@example.com', '--origin', 'agent');
  await note('policy explain', '--to', 'ann@example.com', '--scan');
  await note('policy set-mode', 'trusted');
  await note('mailboxes update', '--agent-sends', 'open');
  await note('mailboxes attachments', '--mode', 'metadata_only');
  await note('mailboxes outbound-attachments', 'off');
  await walkStaging(walk);
}

/** Switching outbound attachments on is a person's, and there is none yet. */
async function walkStaging({ service, note }: Walk): Promise<void> {
  await service.daemon.context.store.write('none', ({ db }) =>
    db.updateTable('mailboxes').set({ outbound_attachments_enabled: true }).execute(),
  );
  const { id } = (await note('attachments stage', numbersFile(service.home))).json<{ id: string }>();
  // The scan of a busy machine may be late.
  await service.drain();
  await note('attachments status', id);
}

/** A file that is attached, written anew. */
export function numbersFile(home: string): string {
  const file = join(home, 'numbers.csv');
  writeFileSync(file, 'week,count\n1,12\n');
  return file;
}

async function walkTrust({ note }: Walk): Promise<void> {
  await note('trust list');
  await note('trust grant', 'boss@example.com', '--attest', '--accept-risk', 'v1');
  await note('trust enable', '--strict-recipients', 'on', '--accept-risk', 'v1');
  await note('trust disable');
  await note('trust strict', 'on');
  await note('trust revoke', '00000000-0000-7000-8000-000000000000');
}
