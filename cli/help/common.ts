/** Flags of every command, stated once for the parser, the help, the man page and `agentmail commands`. */

export const COMMON_FLAGS = [
  { flags: '--json', about: 'Print JSON, also on a terminal.' },
  { flags: '--profile <PROFILE>', about: 'Use the key, address and default mailbox of this profile.' },
  { flags: '--home <DIR>', about: 'Use this home folder instead of AGENTMAIL_HOME or ~/.agentmail.' },
] as const;

export const VARIABLES = [
  { name: 'AGENTMAIL_HOME', about: 'home folder (default ~/.agentmail)' },
  { name: 'AGENTMAIL_URL', about: 'address of a daemon (default: that of the home)' },
  { name: 'AGENTMAIL_KEY', about: 'API key to call with (default: that of the profile)' },
  { name: 'AGENTMAIL_TIMEOUT', about: 'seconds that an answer may take (default 30)' },
  { name: 'AGENTMAIL_KEYCHAIN', about: 'off: keys are kept in a file of the home folder' },
  { name: 'AGENTMAIL_WEBHOOK_SECRET', about: 'signing secret for webhooks listen and verify' },
  { name: 'AGENTMAIL_DEBUG', about: '1: tells where an unexpected error came from' },
  { name: 'NO_COLOR', about: '1: no colours' },
  { name: 'PAGER', about: 'what shows long output (default less -R)' },
] as const;

export const INTRODUCTION = 'Email for AI agents, on your own machine: one daemon, one command line.';
