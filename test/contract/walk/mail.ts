import { join } from 'node:path';
import { shortThreadId } from '../../../cli/output/views/short-ids.ts';
import { GOOGLE } from '../../content/calendar/invitations.ts';
import { agentmail } from '../../support/cli.ts';
import { numbersFile } from './mailboxes.ts';
import { HELD_BODY, shortId, type Walk } from './walk.ts';

interface Listed {
  readonly messages: { readonly id: string }[];
}

/** A mail is read, answered, and more is written; returns how the command line names it. */
export async function walkMail(walk: Walk): Promise<string> {
  const { note, noteWith } = walk;
  const mail = await receive(walk);
  await note('wait', '--timeout', '1');
  await note('messages wait', '--timeout', '1');
  for (const command of ['wait', 'messages wait']) {
    const past = ['--unread', '--since', '2020-01-01T00:00:00Z'];
    await note(command, ...past, '--exec', 'true', '--json');
  }
  await note('inbox');
  await note('messages list');
  for (const command of ['messages show', 'messages read', 'read', 'messages decision'])
    await note(command, mail);
  const thread = await walkReading(walk, mail);
  const ann = ['--to', 'ann@example.com'];
  await note('send', ...ann, '-s', 'Fine', '-b', 'All is well.', '--idempotency-key', 'walk');
  await note('idempotency', 'walk');
  await noteWith('Subject: Numbers\n\nHere they are.\n', 'sendmail', '-i', 'ann@example.com');
  await note('send', ...ann, '-s', 'Hi', '-b', 'Hello', '--dry-run', '--explain');
  await note('send', ...ann, '-s', 'File', '-b', HELD_BODY, '--wait', '1');
  for (const named of [thread, mail]) await note('send', '--thread', named, '-b', 'And more.');
  await note('reply', mail, '-b', HELD_BODY, '--wait', '1');
  await note('forward', mail, ...ann, '--dry-run', '--explain');
  await note('forward', mail, ...ann, '-b', HELD_BODY, '--no-files', '--wait', '1');
  await walkDrafts(walk, mail, thread);
  await note('simulate inbound', 'clean', '--label', 'walk');
  await note('simulate inbound', '--from', 'ann@example.com', '--subject', 'Mine', '--body', 'Hello.');
  await note('simulate outbound', 'bounced', '--label', 'walk');
  await walkAttachments(walk);
  await walkInvitation(walk);
  return mail;
}

async function receive({ service, prepare }: Walk): Promise<string> {
  await service.deliver({
    from: 'ann@example.com',
    to: 'support@agentmail.localhost',
    subject: 'Hello',
    text: 'Hi! Your verification code is 482913.',
  });
  await service.drain();
  const [message] = (await prepare('inbox')).json<Listed>().messages;
  if (!message) throw new Error('the mail did not arrive');
  return shortId(message);
}

/** Takes the only code of the mailbox, once. Returns how the conversation of the mail is named. */
async function walkReading({ note }: Walk, mail: string): Promise<string> {
  await note('code', '--kind', 'any');
  for (const command of ['wait', 'messages wait']) await note(command, '--timeout', '1', '--extract', 'otp');
  await note('inbox', '--all-mailboxes');
  await note('search', 'hello');
  await note('star', mail);
  await note('label', mail, '--add', 'invoice');
  await note('labels');
  const { threads } = (await note('threads list')).json<{ threads: { id: string }[] }>();
  const [thread] = threads;
  if (!thread) throw new Error('there is no thread');
  for (const command of ['threads show', 'threads read', 'threads star', 'threads label']) {
    const flags = command === 'threads label' ? ['--add', 'customer'] : [];
    await note(command, mail, ...flags);
    await note(command, shortThreadId(thread.id), ...flags);
  }
  return shortThreadId(thread.id);
}

async function walkDrafts(walk: Walk, mail: string, thread: string): Promise<void> {
  const { service, note } = walk;
  const attach = ['--attach', numbersFile(service.home)];
  const later = ['--to', 'ann@example.com', '-s', 'Later', '-b', 'Soon.'];
  await note('send', '--to', 'ann@example.com', '-s', 'File', '-b', 'Here it is.', ...attach);
  await note('reply', mail, '-b', 'Here it is too.', ...attach);
  await note('forward', mail, '--to', 'ann@example.com', ...attach);
  const draft = shortId((await note('drafts create', ...later, ...attach)).json<{ id: string }>());
  await note('drafts list');
  await note('drafts show', draft);
  await note('drafts update', draft, '-b', 'Very soon.', ...attach);
  await declineToSend(walk, draft);
  await note('drafts send', draft);
  const timed = (await note('drafts create', ...later, '--at', 'in 2 hours')).json<{ id: string }>();
  await note('drafts delete', shortId(timed));
  for (const place of [
    ['--thread', thread],
    ['--in-reply-to', mail],
  ])
    await note('drafts create', ...later, ...place);
}

/** At a terminal the draft is shown before it is sent. */
async function declineToSend({ service, fetchFor }: Walk, draft: string): Promise<void> {
  const asked = await agentmail(['drafts', 'send', draft], {
    home: service.home,
    terminal: 100,
    line: async () => 'n',
    fetch: fetchFor('drafts send'),
  });
  if (!asked.stderr.includes('NOT_SENT')) throw new Error(asked.stderr);
}

/** A file that may be downloaded, as a person would have allowed it. */
async function walkAttachments({ service, note, prepare }: Walk): Promise<void> {
  await service.daemon.context.store.write('none', ({ db }) =>
    db
      .updateTable('mailboxes')
      .set({
        attachment_exposure_mode: 'raw_download_selected_types',
        attachment_allowed_file_families: ['text'],
      })
      .execute(),
  );
  const raw = [
    'From: ann@example.com',
    'To: support@agentmail.localhost',
    'Subject: A file',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename="notes.txt"',
    '',
    'Milk and bread.',
  ].join('\r\n');
  await service.deliver({ from: 'ann@example.com', to: 'support@agentmail.localhost', raw });
  await service.drain();
  const mail = shortId((await prepare('inbox')).json<Listed>().messages[0]);
  await note('attachments list', mail);
  await note('attachments preview', mail, '0');
  await note('attachments download', mail, '0', '-o', join(service.home, 'notes.txt'));
}

async function walkInvitation({ service, note, prepare }: Walk): Promise<void> {
  await service.deliver({
    from: 'tom@example.com',
    to: 'support@agentmail.localhost',
    subject: 'Invitation',
    text: 'Do you come?',
    attachments: [{ filename: 'invite.ics', content: GOOGLE }],
  });
  await service.drain();
  const mail = shortId((await prepare('inbox')).json<Listed>().messages[0]);
  for (const verb of ['accept', 'decline', 'tentative'])
    await note(`calendar ${verb}`, mail, '--note', HELD_BODY, '--wait', '1');
}

/** A mail that the sender policy kept out. */
export async function keptOut({ service, prepare }: Walk): Promise<string> {
  await prepare('senders', 'policy', 'allowlist');
  await service.deliver({ from: 'stranger@example.net', to: 'support@agentmail.localhost', subject: 'Psst' });
  await service.drain();
  await prepare('senders', 'policy', 'blocklist');
  const kept = ['--include-firewall-blocked', '--state', 'firewall_blocked'];
  return shortId((await prepare('messages', 'list', ...kept)).json<Listed>().messages[0]);
}
