import { describe, expect, it } from 'vitest';
import { parseMessage } from '../../../daemon/content/mime/parse.ts';
import { composeMail, type MailContent } from '../../../daemon/mail/outbound/compose.ts';

const MAIL: MailContent = {
  fromName: 'Helper',
  fromAddress: 'helper@agentmail.localhost',
  to: [{ address: 'ann@example.org', name: null }],
  subject: 'Hello',
  replyTo: null,
  text: 'Good morning.',
  html: null,
  messageId: '<1@agentmail.localhost>',
  inReplyTo: null,
  references: [],
  unsubscribe: null,
  date: new Date(0),
  attachments: [],
};

describe('what is composed', () => {
  it.each(['=?utf-8?B?SGk=?=', 'a =?utf-8?Q?b?= c', `=?${'long '.repeat(40)}?=`])(
    'has the subject that was written, also where that looks encoded: %s',
    async (text) => {
      const mail = await composeMail({ ...MAIL, subject: text });
      expect((await parseMessage(mail)).subject).toBe(text);
      expect(
        mail
          .toString()
          .match(/^(From|Subject|To):/gm)
          ?.toSorted(),
      ).toEqual(['From:', 'Subject:', 'To:']);
    },
  );
});
