import { createTransport } from 'nodemailer';
import type { RunningDaemon } from './daemon-process.ts';

/** Brings mail to the mailbox `support`, as a mail program does. */
export async function deliver(
  { smtp }: RunningDaemon,
  subject: string,
  text = 'Hello there.',
): Promise<void> {
  const { hostname, port } = new URL(`smtp://${smtp}`);
  const transport = createTransport({ host: hostname, port: Number(port), secure: false, ignoreTLS: true });
  await transport.sendMail({ from: 'ann@example.com', to: 'support@agentmail.localhost', subject, text });
  transport.close();
}
