import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { newConnection } from '../../shared/contract/connections.ts';
import * as api from './api.ts';
import { testAuthority } from './certificates.ts';
import { ImapServer } from './imap-server.ts';
import { MailSink } from './mail-sink.ts';
import { createTenant, type Service, type ServiceOptions, startService, type Tenant } from './service.ts';

/** A provider of mailboxes with IMAP and SMTP over TLS, and a daemon whose account uses it. */

export const ANN = 'ann@firm.example';

export interface ProviderScene {
  readonly service: Service;
  readonly tenant: Tenant;
  readonly imap: ImapServer;
  readonly smtp: MailSink;
  /** Access tokens that both servers take. */
  readonly tokens: Set<string>;
  /** The settings with which the mailbox is connected. */
  settings(changes?: Partial<z.input<typeof newConnection>>): z.input<typeof newConnection>;
  /** Connects it; returns the ID of the mailbox. */
  connect(changes?: Partial<z.input<typeof newConnection>>): Promise<string>;
}

export async function providerScene(options: ServiceOptions = {}): Promise<ProviderScene> {
  const authority = await testAuthority();
  const tokens = new Set<string>();
  const imap = await ImapServer.start();
  imap.tokens = tokens;
  onTestFinished(() => imap.stop());
  const credentials = await authority.issue('smtp.firm.example', '127.0.0.1');
  const smtp = await MailSink.start({
    tls: { ...credentials, immediate: true },
    login: { user: ANN, pass: 'the right password' },
    tokens,
  });
  onTestFinished(() => smtp.die());
  const { overrides, ...rest } = options;
  const service = await startService({
    ...rest,
    overrides: {
      lookup: async () => ['127.0.0.1'],
      extraAuthorities: [authority.certificate],
      ...overrides,
    },
  });
  await service.operator(api.updateSettings, { 'self_hosted.allow_private_hosts': true });
  const tenant = await createTenant(service);
  const server = (name: 'imap' | 'smtp') => ({
    host: `${name}.firm.example`,
    port: name === 'imap' ? imap.port : smtp.port,
    security: 'tls' as const,
    username: ANN,
    password: 'the right password',
  });
  const settings: ProviderScene['settings'] = (changes = {}) => ({
    address: ANN,
    imap: server('imap'),
    smtp: server('smtp'),
    ...changes,
  });
  return {
    service,
    tenant,
    imap,
    smtp,
    tokens,
    settings,
    async connect(changes) {
      const body = { name: 'ann', connection: settings(changes) };
      return (await service.must(tenant.admin, api.createMailbox, body)).id;
    },
  };
}

export function letterTo(subject: string, address = ANN): string {
  return `From: Bob <bob@there.example>\r\nTo: ${address}\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@there.example>\r\n\r\nHello.\r\n`;
}
