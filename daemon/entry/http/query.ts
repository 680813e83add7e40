/** Marks a repeated parameter; no schema accepts it. */
const REPEATED = Symbol('repeated');

/** Parses a query string. Repeated parameters are refused later, by name. */
export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    query[name] = name in query ? REPEATED : value;
  }
  return query;
}
