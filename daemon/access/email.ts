/** Sign-in addresses are compared in this form. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}
