import { UNSUBSCRIBE_PATH } from '../../unsubscribe/link.ts';
import { findUnsubscription, type Unsubscription, unsubscribe } from '../../unsubscribe/unsubscribe.ts';
import type { Page, PageView } from './page.ts';

/** Target of `List-Unsubscribe`, to which mail programs also post directly (RFC 8058). */
export const unsubscribePage: Page = {
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
          'With the button below, nothing of its account goes to this address any more.',
        ],
        button: 'Stop email',
      };
    case 'done':
      return {
        status: 200,
        title: 'This email is stopped',
        paragraphs: [
          `Nothing more goes to ${found.recipient} from the agents of this account.`,
          'You can close this page.',
        ],
      };
    case 'unknown':
      return {
        status: 404,
        title: 'This link does not work',
        paragraphs: ['It is not complete, or the account that wrote to you is gone. Nothing was changed.'],
      };
  }
}
