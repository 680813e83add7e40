import type { z } from 'zod';

/** Problems of a field, worded to follow its name: "subject must have at most 998 characters". */

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'an ID',
  datetime: 'a time such as 2026-12-24T09:00:00Z',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
};

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
};

/** In place of zod's own words, for `parse` and `safeParse`; a schema's message comes first. */
export function issueWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return limited(issue.origin, 'at most', Number(issue.maximum));
    case 'too_small':
      return limited(issue.origin, 'at least', Number(issue.minimum));
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of: ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : 'has the wrong form';
    case 'unrecognized_keys':
      return 'is unknown';
    default:
      return "isn't valid";
  }
}

function limited(origin: string, bound: 'at least' | 'at most', limit: number): string {
  const units = UNITS[origin];
  if (!units) return `must be ${bound} ${limit}`;
  if (bound === 'at least' && limit === 1) return 'must not be empty';
  return `must have ${bound} ${limit} ${units[limit === 1 ? 0 : 1]}`;
}
