import { UNSUBSCRIBE_PATH } from '../../../mail/unsubscribe/link.ts';
import {
  findUnsubscription,
  type Unsubscription,
  unsubscribe,
} from '../../../mail/unsubscribe/unsubscribe.ts';
import type { BrowserPage, PageView } from './page.ts';

/** Target of `List-Unsubscribe`, to which mail programs also post directly (RFC 8058). */
export const unsubscribePage: BrowserPage = {
  path: UNSUBSCRIBE_PATH,
  show: async (context, token) => view(await findUnsubscription(context, token)),
  act: async (context, token) => view(await unsubscribe(context, token)),
};

function view(found: Unsubscription): PageView {
  switch (found.kind) {
    case 'open':
      return {
        status: 200,
        title: 'Stop this email?',
        paragraphs: [
          `An AI agent wrote to ${found.recipient}.`,
          'Use the button below to stop all email from this account to this address.',
        ],
        button: 'Stop email',
      };
    case 'done':
      return {
        status: 200,
        title: "You're unsubscribed",
        paragraphs: [
          `The agents of this account will no longer write to ${found.recipient}.`,
          'You can close this page.',
        ],
      };
    case 'unknown':
      return {
        status: 404,
        title: "This link doesn't work",
        paragraphs: ["It's incomplete, or the account that wrote to you was deleted. Nothing was changed."],
      };
  }
}
