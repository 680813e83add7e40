import { createTransport, type SendMailOptions } from 'nodemailer';
import { CommandError, UnreachableError } from '../../errors.ts';

/**
 * Hands a mail to the SMTP listener at `host:port`; returns the id under which it was stored, when the reply
 * names one.
 */
export async function deliverBySmtp(address: string, mail: SendMailOptions): Promise<string | undefined> {
  const { hostname, port } = new URL(`smtp://${address}`);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
    secure: false,
    // The listener is on this machine, or named by a person who trusts the way to it.
    ignoreTLS: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { response } = await transport.sendMail(mail);
    return /Stored as (\S+)/.exec(response)?.[1];
  } catch (error) {
    throw troubleOf(address, error);
  } finally {
    transport.close();
  }
}

function troubleOf(address: string, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const { responseCode, response } = error as { responseCode?: number; response?: string };
  if (responseCode === undefined) {
    const message = `Can't reach the SMTP listener at ${address}: ${error.message}.`;
    return new UnreachableError(message, { smtp: address }, error);
  }
  return new CommandError(`The SMTP listener refused the message: ${response}`, {
    exit: responseCode < 500 ? 'transient' : 'refused',
    code: 'NOT_TAKEN',
    details: { smtp_code: responseCode },
  });
}
