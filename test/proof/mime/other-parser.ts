import PostalMime from 'postal-mime';
import { INJECTION } from '../crash/workload.ts';
import { EICAR } from './messages.ts';

/** The harm that another parser would show of a hostile message. */
export async function harmSeenBy(raw: Buffer): Promise<string | null> {
  let message: Awaited<ReturnType<typeof PostalMime.parse>>;
  try {
    message = await PostalMime.parse(raw);
  } catch {
    return null;
  }
  for (const { filename, content } of message.attachments) {
    const bytes = Buffer.from(content as ArrayBuffer);
    if (bytes.includes(EICAR)) return `the test virus as ${filename}`;
    if (bytes.subarray(0, 3).equals(Buffer.from('MZ\x90', 'latin1')) && /\.exe$/.test(filename ?? '')) {
      return `a program as ${filename}`;
    }
  }
  const shown = `${message.text ?? ''} ${message.html ?? ''}`.replaceAll(/\s+/g, ' ');
  return shown.includes(INJECTION) ? 'instructions for machines' : null;
}
