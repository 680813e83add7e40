import { NO_SUBJECT } from '../../../shared/placeholders.ts';
import { type Cell, quiet, strong } from './document.ts';

export { HTML_SAYS_THE_SAME, HTML_TITLE, NO_SUBJECT, TEXT_WITHHELD } from '../../../shared/placeholders.ts';

/** Placeholders for messages without content. */

/** For held mail that is shown as metadata. */
export const CONTENT_WITHHELD = '(withheld)';
export const HELD_TEXT_WITHHELD = 'The text is withheld until a person releases the message.';

/** A subject in a list. */
export function subjectCell(subject: string | null): Cell {
  return subject === null || subject.trim() === '' ? quiet(NO_SUBJECT) : subject;
}

/** A subject as the title of what follows, or of what is new. */
export function subjectTitle(subject: string | null): Cell {
  return subject === null || subject.trim() === '' ? quiet(NO_SUBJECT) : strong(subject);
}
