/** Words in the place of content that isn't there, in the terminal and on the page. */

export const NO_SUBJECT = '(no subject)';

/** For a body whose personal data isn't known. */
export const TEXT_WITHHELD = "The text can't be shown: personal data could not be removed from it.";

/** For HTML that says the same as the text. */
export const HTML_SAYS_THE_SAME = 'The HTML has the same text.';

/** Above the text of HTML that differs. */
export const HTML_TITLE = 'The HTML, which mail programs show instead, reads:';
