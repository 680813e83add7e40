import { ACTORS_OF_CODES } from './operations.ts';

const ADVICE = {
  caller: 'Change the request.',
  human: "A person has to act. Repeating the call doesn't help.",
  operator: 'The owner of the machine has to act.',
  time: 'Try again later.',
} as const;

/**
 * Who can act on a refusal, and how. Programs pass it on to agents, so where a person has to act it doesn't
 * name the page that tells people how to widen a rule.
 */
export function adviceFor(code: string, retryAfter: number | null): string {
  if (retryAfter !== null) return `Try again after ${retryAfter} seconds.`;
  const actor = Object.entries(ACTORS_OF_CODES).find(([, codes]) => codes.split(' ').includes(code))?.[0];
  if (actor !== undefined) return ADVICE[actor as keyof typeof ADVICE];
  return `${ADVICE.caller} \`agentmail errors ${code}\` explains it.`;
}
