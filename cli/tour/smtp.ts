import { createTransport } from 'nodemailer';

export interface Letter {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a mail to the SMTP listener at `host:port`; tells what the listener answered. */
export async function deliverBySmtp(address: string, letter: Letter): Promise<string> {
  const { hostname, port } = new URL(`smtp://${address}`);
  const transport = createTransport({ host: hostname, port: Number(port), secure: false, ignoreTLS: true });
  try {
    const { response } = await transport.sendMail(letter);
    return `${response}\n`;
  } finally {
    transport.close();
  }
}
