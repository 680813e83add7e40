/** A value as it's sent: text, or bytes. */
export type WireValue = string | Buffer | null;

/** An array as one parameter of a feature's query, which would be JSON otherwise. */
export class ArrayParameter {
  readonly values: readonly unknown[];

  constructor(values: readonly unknown[]) {
    this.values = values;
  }
}

/** A parameter of a feature's query: objects and arrays are JSON. */
export function parameterOf(value: unknown): unknown {
  if (value instanceof ArrayParameter) return value.values;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? withoutNul(inner) : inner));
}

/** Encodes a value: arrays in PostgreSQL's notation, text without U+0000, which PostgreSQL refuses. */
export function encode(value: unknown): WireValue {
  if (typeof value === 'string') return withoutNul(value);
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return value;
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? `{${value.map(elementOf).join(',')}}` : String(value);
}

function elementOf(value: unknown): string {
  return value === null ? 'null' : `"${withoutNul(String(value)).replace(/["\\]/g, String.raw`\$&`)}"`;
}

function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
