import * as api from '../../support/api.ts';
import { testAuthority } from '../../support/certificates.ts';
import { ImapServer } from '../../support/imap-server.ts';
import { MailSink } from '../../support/mail-sink.ts';
import type { Walk } from './walk.ts';

const ADDRESS = 'ann@firm.example';

/** Connects a mailbox of a far provider; the daemon trusts the authority of the tests. */
export async function walkConnections({ service, note, noteWith }: Walk): Promise<void> {
  const { settings } = service.daemon.context;
  const before = settings.get('self_hosted.allow_private_hosts');
  await service.operator(api.updateSettings, { 'self_hosted.allow_private_hosts': true });
  const imap = await ImapServer.start();
  const tls = { ...(await (await testAuthority()).issue('127.0.0.1')), immediate: true };
  const smtp = await MailSink.start({ tls, login: { user: ADDRESS, pass: imap.password } });
  const servers = ['--imap', `imaps://127.0.0.1:${imap.port}`, '--smtp', `smtps://127.0.0.1:${smtp.port}`];
  const connect = (...words: string[]) =>
    noteWith(`${imap.password}\n`, 'mailboxes connect', ADDRESS, ...servers, ...words);
  await connect('--check');
  await connect('--guarded');
  await connect('--after', 'seen');
  await note('mailboxes connection');
  await note('mailboxes disconnect', '--yes');
  await note('mailboxes delete', ADDRESS, '--yes');
  await smtp.die();
  imap.stop();
  await service.operator(api.updateSettings, { 'self_hosted.allow_private_hosts': before });
}
