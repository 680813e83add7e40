import { ACTORS_OF_CODES } from './operations.ts';

const ADVICE = {
  caller: 'Change the request.',
  human: "A person has to act: change a rule, decide, or give another key. Repeating the call doesn't help.",
  operator: 'The owner of the machine has to act.',
  time: 'Try again later.',
} as const;

/** Who can act on a refusal, and how. */
export function adviceFor(code: string, retryAfter: number | null): string {
  if (retryAfter !== null) return `Try again after ${retryAfter} seconds.`;
  const actor = Object.entries(ACTORS_OF_CODES).find(([, codes]) => codes.split(' ').includes(code))?.[0];
  const advice = ADVICE[(actor ?? 'caller') as keyof typeof ADVICE];
  return `${advice} \`agentmail errors ${code}\` explains it.`;
}
