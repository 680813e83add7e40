import { type HeldNotice, linkOf, titleOf } from '../notice.ts';
import { fitted, type NoticePost, plainItem } from './chat.ts';

const TOPIC = /^[-_A-Za-z0-9]{1,64}$/;

/** The topic at the end of a URL, or null. */
export function ntfyTopic(url: URL): string | null {
  const topic = url.pathname.split('/').at(-1) ?? '';
  return TOPIC.test(topic) ? topic : null;
}

/** A topic of ntfy. Its JSON is posted to the server, and names the topic. */
export function ntfyForm(notice: HeldNotice, topicUrl: string): NoticePost {
  const server = new URL(topicUrl);
  const topic = ntfyTopic(server);
  server.pathname = server.pathname.slice(0, -(topic ?? '').length);
  const link = linkOf(notice);
  return {
    url: server.href,
    body: {
      topic,
      title: titleOf(notice),
      message: fitted(notice, plainItem).join('\n\n'),
      ...(link !== null && { click: link }),
      tags: ['email'],
    },
  };
}
