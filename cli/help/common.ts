/** What every command takes, stated once for the parser, the help, the man page and `agentmail commands`. */

export const COMMON_FLAGS = [
  { flags: '--json', about: 'Print JSON, also on a terminal.' },
  { flags: '--profile <PROFILE>', about: 'Use the key, address and default mailbox of this profile.' },
  { flags: '--home <DIR>', about: 'Use this home folder instead of AGENTMAIL_HOME or ~/.agentmail.' },
] as const;

export const VARIABLES = [
  { name: 'AGENTMAIL_HOME', about: 'home folder (default ~/.agentmail)' },
  { name: 'AGENTMAIL_URL', about: 'address of a daemon; without it the one of the home folder is found' },
  { name: 'AGENTMAIL_KEY', about: 'API key to call with; without it the stored one of the profile is used' },
  { name: 'AGENTMAIL_TIMEOUT', about: 'seconds that a daemon may take to answer (default 30)' },
  { name: 'NO_COLOR', about: 'no colours' },
] as const;

export const INTRODUCTION = 'Email for AI agents, on your own machine: one daemon, one command line.';
