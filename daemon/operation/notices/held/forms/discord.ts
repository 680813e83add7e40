import { type HeldNotice, linkOf, titleOf } from '../notice.ts';
import { fitted, type NoticePost, plainItem } from './chat.ts';

/** Flag of a message whose links get no preview. */
const SUPPRESS_EMBEDS = 4;

/** A webhook of Discord. Markup of strangers is escaped, and nobody can be mentioned. */
export function discordForm(notice: HeldNotice, url: string): NoticePost {
  const link = linkOf(notice);
  const content = [
    `**${escaped(titleOf(notice))}**`,
    ...fitted(notice, (item) => escaped(plainItem(item))),
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
