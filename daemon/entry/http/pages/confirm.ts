import {
  confirmInvitation,
  findInvitation,
  type Invitation,
} from '../../../rules/recipients/verified/confirm.ts';
import type { BrowserPage, PageView } from './page.ts';

/**
 * The page behind the link of a confirmation mail. Only its button confirms, since mail scanners follow
 * links.
 */
export const confirmPage: BrowserPage = {
  path: '/confirm/:token',
  show: async (context, token) => view(await findInvitation(context, token)),
  act: async (context, token) => view(await confirmInvitation(context, token)),
};

function view(invitation: Invitation): PageView {
  switch (invitation.kind) {
    case 'open':
      return {
        status: 200,
        title: 'Allow email from an AI agent?',
        paragraphs: [
          `${invitation.owner} uses an AI agent that writes email, and would like it to write to you at ${invitation.email}.`,
          "If you don't know this person, close this page. Nothing will be sent to you.",
        ],
        button: 'Allow email',
      };
    case 'confirmed':
      return {
        status: 200,
        title: 'Address confirmed',
        paragraphs: [
          `Thank you. Your address is confirmed: the agent of ${invitation.owner} may now write to ${invitation.email}.`,
          'If you want it to stop, reply and say so. You can close this page.',
        ],
      };
    case 'expired':
      return {
        status: 410,
        title: 'This link has expired',
        paragraphs: ['Nothing was confirmed. Ask the sender for a new link.'],
      };
    case 'unknown':
      return {
        status: 404,
        title: "This link doesn't work",
        paragraphs: [
          "It was replaced by a newer link, or it's incomplete. Use the link in the latest email.",
        ],
      };
  }
}
