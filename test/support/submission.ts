import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type Mail from 'nodemailer/lib/mailer/index.js';
import * as api from './api.ts';
import { testAuthority } from './certificates.ts';
import {
  launch,
  type Service,
  type ServiceOptions,
  sharedService,
  splitHostPort,
  startService,
  temporaryHome,
} from './service.ts';

export const SUBMISSION = { submission: { host: '127.0.0.1', port: 0 } };

/** A daemon where mail programs send. */
export function submissionService(options: ServiceOptions = {}): Service {
  return sharedService({ ...options, config: { ...SUBMISSION, ...options.config } });
}

/** A daemon with a certificate for `localhost` of the authority in `ca.pem` of its home. */
export async function serviceWithTls(settings: Record<string, unknown> = {}): Promise<Service> {
  const home = temporaryHome();
  const first = await launch({ home, isSingle: true });
  const authority = await testAuthority();
  const issued = await authority.issue('localhost');
  const files = { certificate_file: join(home, 'smtp.pem'), key_file: join(home, 'smtp.key') };
  writeFileSync(files.certificate_file, issued.cert);
  writeFileSync(files.key_file, issued.key);
  writeFileSync(join(home, 'ca.pem'), authority.certificate);
  await first.operator(api.updateSettings, { 'smtp.tls': files, ...settings });
  await first.stop();
  return startService({ home, isSingle: true, config: SUBMISSION });
}

export function submissionPort({ daemon }: Service): number {
  const [, port] = splitHostPort(daemon.runtime.submission ?? '');
  return port;
}

/** A message that a mail program sends, and with what it logs in. */
export interface Written extends Mail.Options {
  readonly user?: string;
  readonly key: string;
}

/** The server's last reply, also of a refusal. */
export async function submitMail(
  service: Service,
  { user = 'helper', key, ...mail }: Written,
): Promise<string> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: submissionPort(service),
    auth: { user, pass: key },
    tls: { rejectUnauthorized: false },
  });
  try {
    const { response } = await transport.sendMail(mail);
    return response;
  } catch (error) {
    if (error instanceof Error && 'response' in error) return String(error.response);
    throw error;
  } finally {
    transport.close();
  }
}

/** The message of a 250. */
export function idOf(reply: string): string {
  const id = /^250 .*?([0-9a-f-]{36})$/.exec(reply)?.[1];
  if (id === undefined) throw new Error(`not accepted: ${reply}`);
  return id;
}
