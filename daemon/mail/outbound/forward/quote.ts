import type { NamedAddress } from '../../../../shared/contract/messages.ts';
import { fromDisplay } from '../../../rules/mailboxes/display-name.ts';

/** Parts of a message that are quoted, as its reader gets them. */
export interface Quoted {
  readonly from: NamedAddress;
  readonly to: readonly NamedAddress[];
  readonly cc: readonly NamedAddress[];
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

const TITLE = '---------- Forwarded message ---------';

/** Own words, and below them the message in the form that mail programs know. */
export function quotedText(own: string, quoted: Quoted): string {
  const block = [TITLE, ...headerLines(quoted), '', '', quoted.text].join('\n');
  return own === '' ? block : `${own}\n\n${block}`;
}

/** The same for HTML. The text of the message is escaped: it has no markup of its sender. */
export function quotedHtml(own: string, quoted: Quoted): string {
  const lines = [TITLE, ...headerLines(quoted), '', '', ...quoted.text.split(/\r\n|[\r\n]/)];
  return `${own}\n<div><br>${lines.map(escaped).join('<br>\n')}</div>`;
}

function headerLines({ from, to, cc, subject, at }: Quoted): string[] {
  return [
    `From: ${written(from)}`,
    `Date: ${new Date(at).toUTCString()}`,
    `Subject: ${subject}`,
    ...(to.length > 0 ? [`To: ${to.map(written).join(', ')}`] : []),
    ...(cc.length > 0 ? [`Cc: ${cc.map(written).join(', ')}`] : []),
  ].map((line) => line.replace(/[\r\n]+/g, ' '));
}

function written({ name, address }: NamedAddress): string {
  return name === null ? address : fromDisplay(name, address);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** `Fwd: ` before a subject, once. */
export function forwardSubject(subject: string): string {
  const trimmed = subject.trim();
  return /^fwd?:/i.test(trimmed) ? trimmed : `Fwd: ${trimmed}`.trim();
}
