import { readHeaderBlock } from '../../content/mime/fields.ts';

/** Fields of one block by lower-case name. */
export type FieldGroup = ReadonlyMap<string, readonly string[]>;

/** Blocks read of one report. */
const MAX_GROUPS = 100;

/** Parses blocks of fields separated by empty lines (RFC 3464 2.1, RFC 5965). */
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

/** Skips a line that isn't a field. */
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

/** Characters kept of a value: patterns on it aren't linear. */
const VALUE_LENGTH = 1000;

export function firstOf(group: FieldGroup, name: string): string {
  return group.get(name)?.[0]?.slice(0, VALUE_LENGTH) ?? '';
}
