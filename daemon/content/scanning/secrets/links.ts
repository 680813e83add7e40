/**
 * Links whose token or password is meant for everybody who gets them: what ends a subscription or draws a
 * badge lets nobody in, and a meeting is joined by those who were sent its link.
 */
const FOR_ITS_READER =
  /unsubscri|opt-?out|(?:email|mail|notification|subscription)[_-]?(?:preference|setting)s|\/badge\b/i;
const MEETING =
  /\/\/(?:[\w-]{1,60}\.){0,3}(?:zoom\.(?:us|com)|webex\.com|gotomeeting\.com|bluejeans\.com|whereby\.com)\//i;
/** Parameters that mailing lists and badges never have. */
const OF_SOMEBODY = /pass|pwd|secret|api[_-]?key|access[_-]?key/i;
const MAX_LINK = 500;
const BEFORE = new RegExp(`https?://[^\\s"'<>()]{0,${MAX_LINK}}$`, 'i');
const AFTER = new RegExp(`^[^\\s"'<>()]{0,${2 * MAX_LINK}}`);

/** Whether the value at an offset is part of such a link; `name` is that of its parameter. */
export function isForReader(text: string, start: number, name = ''): boolean {
  const link = BEFORE.exec(text.slice(Math.max(0, start - MAX_LINK), start));
  if (link === null) return false;
  const rest = AFTER.exec(text.slice(start, start + 2 * MAX_LINK))?.[0] ?? '';
  const address = link[0] + rest;
  return MEETING.test(address) || (FOR_ITS_READER.test(address) && !OF_SOMEBODY.test(name));
}
