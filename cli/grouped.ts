/**
 * A whole number with commas between its thousands. Asking the system's tables for that takes half as long as
 * the start of Node.
 */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
