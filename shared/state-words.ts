/** States of messages in words for people. */

const STATE_WORDS: Readonly<Record<string, string>> = {
  received: 'arriving',
  scanning: 'being scanned',
  quarantined: 'in quarantine',
  pending_review: 'waiting for review',
  firewall_blocked: 'refused by the sender rules',
  dispatching: 'being sent',
};

/** The words for a state; a state of a newer daemon stands for itself. */
export function stateWords(state: string): string {
  return STATE_WORDS[state] ?? state;
}
