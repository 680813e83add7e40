import type { MailboxView } from '../../../shared/contract/mailboxes.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import {
  findingSentence,
  holderSentences,
  mailboxSentences as ofMailbox,
  trustSentences as ofSender,
  type Sentence,
} from '../../../shared/review/sentences.ts';
import { holds } from '../../../shared/review/stretches.ts';
import { safeLine } from '../../output/terminal/safe.ts';
import type { Marks } from './marks.ts';
import type { TextLine } from './text.ts';

/** Facts about a held message, as lines of its pane. */

/** Why it is held: policy reasons, and findings with excerpts of content that isn't shown elsewhere. */
export function holdSentences(detail: MessageDetail, marks: Marks): TextLine[] {
  const findings = detail.scan?.findings ?? [];
  const grave = findings.flatMap((finding, index) =>
    holds(finding) ? [findingLine(finding), ...marks.excerpts(index)] : [],
  );
  const mild = findings.filter((finding) => !holds(finding));
  return [...holderSentences(detail).map(lineOf), ...grave, ...mild.map(findingLine)];
}

/** The scanner's sentence, then its category. */
function findingLine(finding: Parameters<typeof findingSentence>[0]): TextLine {
  const { text, kind } = findingSentence(finding);
  return [
    { text: `${safeLine(text)} `, tone: holds(finding) ? undefined : 'quiet' },
    { text: safeLine(kind), tone: 'quiet' },
  ];
}

/** Mailbox policy that matters for the decision. */
export function mailboxSentences(detail: MessageDetail, mailbox: MailboxView | undefined): TextLine[] {
  return ofMailbox(detail, mailbox).map(lineOf);
}

/** Facts about the sender of inbound mail. */
export function trustSentences(detail: MessageDetail): TextLine[] {
  return ofSender(detail).map(lineOf);
}

function lineOf({ text, tone }: Sentence): TextLine {
  return [{ text: safeLine(text), ...(tone && { tone }) }];
}
