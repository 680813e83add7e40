import { readHeaderBlock } from '../mime/fields.ts';

/** The fields of one block, by their names in lower case. */
export type FieldGroup = ReadonlyMap<string, readonly string[]>;

/** Blocks of one report that are looked at; a report is about few recipients. */
const MAX_GROUPS = 100;

/** The blocks of fields, divided by empty lines, that reports are made of (RFC 3464 2.1, RFC 5965). */
export function fieldGroups(bytes: Buffer): FieldGroup[] {
  const groups: FieldGroup[] = [];
  let start = 0;
  for (let block = 0; block < MAX_GROUPS && start < bytes.length; block++) {
    const { fields, bodyStart } = readHeaderBlock(bytes, start);
    if (fields.length > 0) groups.push(grouped(fields));
    start = bodyStart > start ? bodyStart : afterLine(bytes, start);
  }
  return groups;
}

/** What is no field ends with its line. */
function afterLine(bytes: Buffer, start: number): number {
  const end = bytes.indexOf('\n', start);
  return end < 0 ? bytes.length : end + 1;
}

function grouped(fields: readonly { readonly name: string; readonly value: string }[]): FieldGroup {
  const group = new Map<string, string[]>();
  for (const { name, value } of fields) {
    const values = group.get(name);
    if (values) values.push(value);
    else group.set(name, [value]);
  }
  return group;
}

/** Characters of a value that count: patterns that read it take longer than its length. */
const VALUE_LENGTH = 1000;

export function firstOf(group: FieldGroup, name: string): string {
  return group.get(name)?.[0]?.slice(0, VALUE_LENGTH) ?? '';
}
