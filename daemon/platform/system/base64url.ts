/**
 * Decodes base64url; null unless the text is its only spelling. Node's decoder skips characters outside the
 * alphabet and ignores unused bits, so one token would have many spellings.
 */
export function decodeBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}
