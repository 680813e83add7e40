import * as api from '../../support/api.ts';
import { shortId, type Walk } from './walk.ts';

/** The operator's views while there is mail. */
export async function walkOperation(walk: Walk): Promise<void> {
  const { note } = walk;
  const sent = await sentTo(walk, 'delivered@example.com');
  await note('operator messages bounce', sent, '--soft');
  await note('operator messages findings', sent);
  await note('messages raw', shortIdOf(sent), '--json');
  await note('operator messages complaint', await sentTo(walk, 'complaining@example.com'));
  const { items } = (await note('outbox list')).json<{ items: { id: string }[] }>();
  for (const command of ['outbox show', 'outbox raw']) await note(command, shortId(items[0]), '--json');
  await note('outbox empty');
  await note('open', '--print');
  await note('operator accounts create', 'second@example.com');
  await note('operator accounts list');
  await note('operator accounts password', 'second@example.com');
  await note('operator accounts show', 'second@example.com');
  await note('operator clock show');
  await note('operator clock advance', '1');
  await note('operator clock advance', 'in 2 minutes');
  await note('operator drain');
  await note('operator metrics', '--json');
  const { mailboxes } = (await note('operator mailboxes list')).json<{ mailboxes: { id: string }[] }>();
  await note('operator mailboxes update', shortId(mailboxes[0]), '--status', 'active');
  await note('operator audit');
  await note('operator jobs');
  await note('backup');
}

const shortIdOf = (id: string) => shortId({ id });

async function sentTo({ prepare }: Walk, address: string): Promise<string> {
  const ran = await prepare('send', '--to', address, '-s', 'Hello', '-b', 'Hello there.');
  return ran.json<{ message_id: string }>().message_id;
}

/** The end of an account, and what the owner sets; after this the daemon sends through a relay. */
export async function walkSettings({ service, note }: Walk): Promise<void> {
  const account = 'second@example.com';
  await note('operator accounts update', account, '--tier', 'starter');
  await note('operator accounts key', account, '--label', 'spare');
  await note('operator accounts hold', account, '--reason', 'walk');
  await note('operator accounts unhold', account);
  await note('operator accounts erase', account);
  const third = (await note('operator accounts create', 'third@example.com')).json<{ api_key: string }>();
  await service.call(third.api_key, api.deleteAccount);
  await note('operator accounts restore', 'third@example.com');
  await note('operator settings set', 'access.signup=closed');
  await note('operator settings reset', 'access.signup');
  await note('operator settings show', '--node', service.daemon.context.store.cluster.node);
  await note('config list');
  await note('config get', 'access.signup', '--json');
  await note('config set', 'access.signup', 'closed');
  await note('config unset', 'access.signup');
  const { smtp } = service.daemon.runtime;
  await note('operator settings set', `mail.relay={"url":"smtp://${smtp}"}`);
  await note('operator mail probe');
  await note('doctor', '--mail');
  await note('operator mail dkim-key');
  await note('operator mail certificate');
  await note('operator mail show');
}
