import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { INJECTION } from '../crash/workload.ts';

/** Seeds of mutations. */

const LARGEST = 60_000;

/** Messages of a folder of the corpora, small ones first. */
export function corpusMessages(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:eml|msg|mbox|gz|txt)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .filter((path) => statSync(path).size < LARGEST)
    .map((path) => (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)))
    .filter((raw) => raw.length > 0 && raw.length < LARGEST);
}

/** The antivirus test file of EICAR, put together here so that no scanner minds this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join(
  '',
);

/** A letter with a harmful file, and one whose text is for machines. */
export function hostileMessages(): Buffer[] {
  const file = Buffer.from(EICAR).toString('base64');
  const program = Buffer.concat([Buffer.from('MZ\x90\0\x03', 'latin1'), Buffer.alloc(300, 1)]).toString(
    'base64',
  );
  const head =
    'From: Ann <ann@example.net>\r\nTo: box@agentmail.localhost\r\nSubject: Papers\r\nMIME-Version: 1.0\r\n';
  const attached = (name: string, content: string) =>
    `Content-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}`;
  const multipart = (...parts: string[]) =>
    `${head}Content-Type: multipart/mixed; boundary="sep"\r\n\r\n${parts.map((part) => `--sep\r\n${part}\r\n`).join('')}--sep--\r\n`;
  const letter =
    'Content-Type: text/plain; charset=utf-8\r\n\r\nHi Tom, here are the papers that we spoke about.';
  const html = `Content-Type: text/html; charset=utf-8\r\n\r\n<p>Hi Tom.</p><p>${INJECTION}</p>`;
  return [
    multipart(letter, attached('eicar.com', file)),
    multipart(letter, attached('invoice.exe', program)),
    multipart(html),
    multipart(`Content-Type: text/plain\r\n\r\n${INJECTION}`),
  ].map((text) => Buffer.from(text, 'latin1'));
}
