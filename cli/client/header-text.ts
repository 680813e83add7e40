/** Whether a header can carry a text as it is: ASCII in one line, neither begun nor ended by a space. */
export const isHeaderText = (text: string): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);

/** Whether a text can be an API key or a session. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
