/** Whether a header can carry a text: one line of ASCII without outer spaces. */
export const isHeaderText = (text: string): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);

/** Whether a text has the form of a key or session. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
