/** One kind of secret. */
export interface SecretRule {
  readonly id: string;
  /** One of these, lower-case, is in every match; texts without any are not searched. */
  readonly keywords: readonly string[];
  /** The secret is the first group, or the whole match. */
  readonly pattern: RegExp;
  /** Least Shannon entropy of the secret in bits per character. */
  readonly minEntropy?: number;
  /** The name of a service is all that tells the secret, so that it must look like something issued. */
  readonly named?: true;
}

/** A rule for a format; keywords are separated by blanks. */
export function rule(id: string, keywords: string, pattern: RegExp, minEntropy?: number): SecretRule {
  return { id, keywords: keywords.split(' '), pattern, ...(minEntropy === undefined ? {} : { minEntropy }) };
}

/** A name that goes on to call its value a secret; after it a blank is enough. */
const CALLED =
  '[\\w.\\-\\][\'" \\t]{0,20}(?:keys?|tokens?|secrets?|pass\\w{0,5}|auth|credentials?)[\'" ]{0,3}\\s';

/** Name, then an assignment, then the value in optional quotes. */
export function assigned(name: string, value: string): RegExp {
  return new RegExp(
    `(?<![A-Za-z])(?:${name})(?:[\\w.\\-\\]['" \\t]{0,30}[=:,|]|${CALLED})[\\s'"=>\`]{0,5}(${value})(?![\\w-])`,
    'gi',
  );
}
