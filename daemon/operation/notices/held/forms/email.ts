import { escapeHtml } from '../../../../platform/system/escape-html.ts';
import { type HeldItem, type HeldNotice, linesOf, moreLine, titleOf, waitingLine } from '../notice.ts';

const FOOTER = [
  'Links show a message; they decide nothing. Dots and @ in addresses and subjects are in brackets, so that none of them is a link.',
  'To change these notifications: agentmail notices list',
];

/** A mail with the same content as text and as HTML. */
export function emailForm(notice: HeldNotice): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  const subject = titleOf(notice);
  const more = moreLine(notice, notice.items.length);
  const queue = [waitingLine(notice), ...(notice.queue === null ? [] : [notice.queue])];
  const text = [
    `${subject}.`,
    ...notice.items.map((item) => [...linesOf(item), placeOf(item)].join('\n')),
    ...(more === null ? [] : [more]),
    queue.join(' '),
    `-- \n${FOOTER.join('\n')}`,
  ].join('\n\n');
  const html = [
    paragraph(`${subject}.`),
    ...notice.items.map(itemHtml),
    ...(more === null ? [] : [paragraph(more)]),
    `<p>${escapeHtml(waitingLine(notice))}${notice.queue === null ? '' : ` ${anchor(notice.queue, 'See all')}`}</p>`,
    '<hr>',
    ...FOOTER.map(paragraph),
  ].join('\n');
  return { subject, text, html };
}

/** Where to look at a message, in a text. */
function placeOf({ link, messageId }: HeldItem): string {
  return link ?? `agentmail review show ${messageId}`;
}

function itemHtml(item: HeldItem): string {
  const place = item.link === null ? `<code>${placeOf(item)}</code>` : anchor(item.link, 'Open the message');
  return `<p>${[...linesOf(item).map(escapeHtml), place].join('<br>\n')}</p>`;
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function anchor(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}">${text}</a>`;
}
