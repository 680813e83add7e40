import * as api from './api.ts';
import { type Api, type Caller, unchecked } from './calls.ts';
import type { Dovecot } from './dovecot.ts';

/** A daemon, the key of an account, and that of its operator. */
interface FolderOwner {
  readonly must: Api['must'];
  readonly admin: string;
  readonly operator: Caller;
}

/** A mailbox that reads the folder `Agents`, of a domain that the owner vouches for; returns its id. */
export async function readingMailbox(
  { must, admin, operator }: FolderOwner,
  dovecot: Dovecot,
): Promise<string> {
  const settings = { 'self_hosted.allow_private_hosts': true };
  await must(operator, api.updateSettings, settings);
  const server = { host: '127.0.0.1', port: dovecot.port, security: 'tls' } as const;
  const login = { username: dovecot.username, password: dovecot.password };
  const { id } = await must(
    admin,
    api.createDomain,
    unchecked({
      domain: 'own.example',
      transport_mode: 'self_hosted',
      self_hosted_config: {
        network_mode: 'public',
        smtp: { ...server, ...login },
        imap: { ...server, ...login },
      },
    }),
  );
  await must(operator, api.operatorUpdateDomain, { id, verified: true });
  dovecot.makeFolder('Agents');
  const made = await must(admin, api.createMailbox, {
    name: 'sales',
    domain_id: id,
    self_hosted_imap_folder: 'Agents',
  });
  return made.id;
}

/** A message for that mailbox. */
export function numberedLetter(number: number): string {
  return [
    'From: Ann <ann@there.example>',
    'To: sales@own.example',
    `Subject: Number ${number}`,
    // Some programs name their messages, and some do not.
    ...(number % 2 === 0 ? [`Message-ID: <${number}@there.example>`] : []),
    '',
    'Hello.',
    '',
  ].join('\r\n');
}
