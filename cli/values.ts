import { UsageError } from './errors.ts';

/** A JSON object as text. */
export function parseValues(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value));
    }
  } catch {
    // Told below, together with what is JSON but no object.
  }
  throw new UsageError(`${text} isn't a JSON object.`);
}
