/** HttpOnly, SameSite=Strict, and stored as a hash only. */
export const SESSION_COOKIE = 'agentmail_session';

/** Clients without an Origin must send this header; a page of another site can't. */
export const SESSION_REQUEST_HEADER = { name: 'x-requested-with', value: 'agentmail' } as const;
