import { type HeldNotice, titleOf } from '../notice.ts';
import { fitted, type NoticePost, plainItem } from './chat.ts';

/** Flag of a message whose links get no preview. */
const SUPPRESS_EMBEDS = 4;

/** A webhook of Discord. Markup of strangers is escaped, and nobody can be mentioned. */
export function discordForm(notice: HeldNotice, url: string): NoticePost {
  const [first] = notice.items;
  const link = (notice.count === 1 ? first?.link : null) ?? notice.queue;
  const content = [
    `**${escaped(titleOf(notice))}**`,
    ...fitted(notice, (item) => escaped(plainItem(item))).map((text) => text),
    ...(link === null ? [] : [`<${link}>`]),
  ];
  return {
    url,
    body: {
      content: content.join('\n\n'),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    },
  };
}

/** Escapes what Discord reads as markup anywhere or at the beginning of a line. */
function escaped(text: string): string {
  return text.replace(/[\\*_~`|>#<()[\]:@-]/g, '\\$&');
}
