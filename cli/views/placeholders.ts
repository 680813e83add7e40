import { type Cell, quiet, strong } from './document.ts';

/** Placeholders for messages without content. */

export const NO_SUBJECT = '(no subject)';

/** For a body whose personal data isn't known. */
export const TEXT_WITHHELD = "The text can't be shown: personal data could not be removed from it.";

/** For held mail that is shown as metadata. */
export const CONTENT_WITHHELD = '(withheld)';
export const HELD_TEXT_WITHHELD = 'The text is withheld until a person releases the message.';

/** For HTML that says the same as the text. */
export const HTML_SAYS_THE_SAME = 'The HTML has the same text.';

/** Above the text of HTML that differs. */
export const HTML_TITLE = 'The HTML, which mail programs show instead, reads:';

/** A subject in a list. */
export function subjectCell(subject: string | null): Cell {
  return subject === null || subject.trim() === '' ? quiet(NO_SUBJECT) : subject;
}

/** A subject as the title of what follows, or of what is new. */
export function subjectTitle(subject: string | null): Cell {
  return subject === null || subject.trim() === '' ? quiet(NO_SUBJECT) : strong(subject);
}
