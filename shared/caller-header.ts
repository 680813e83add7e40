/** Role of the credential behind an answer. Clients adapt their advice to it. */
export const CALLER_HEADER = 'x-agentmail-caller';
