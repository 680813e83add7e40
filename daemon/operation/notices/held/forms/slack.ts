import { type HeldNotice, linkOf, titleOf } from '../notice.ts';
import { fitted, type NoticePost, plainItem } from './chat.ts';

/**
 * An incoming webhook of Slack, and of services that take the same. Blocks of plain text have neither
 * mentions nor markup; only our own link is markup.
 */
export function slackForm(notice: HeldNotice, url: string): NoticePost {
  const title = titleOf(notice);
  const link = linkOf(notice);
  return {
    url,
    body: {
      // Notifications show this text; it has markup, and no words of strangers.
      text: escaped(title),
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        plain(`${title}.`),
        ...fitted(notice, plainItem).map(plain),
        ...(link === null
          ? []
          : [{ type: 'section', text: { type: 'mrkdwn', text: `<${escaped(link)}|Open the message>` } }]),
      ],
    },
  };
}

function plain(text: string) {
  return { type: 'section', text: { type: 'plain_text', text, emoji: false } };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
