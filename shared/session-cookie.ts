/** The cookie of a signed-in person (decisions 2.10). */
export const SESSION_COOKIE = 'agentmail_session';

/** A browser page of another site cannot send this header; a client without an Origin must (decisions 2.11). */
export const SESSION_REQUEST_HEADER = { name: 'x-requested-with', value: 'agentmail' } as const;
