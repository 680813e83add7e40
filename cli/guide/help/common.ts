/** Flags of every command, stated once for the parser, the help, the man page and `agentmail commands`. */

export const COMMON_FLAGS = [
  { flags: '--json', about: 'Print JSON, even at a terminal.' },
  { flags: '--profile <PROFILE>', about: 'Use the key, address and default mailbox of this profile.' },
  { flags: '--home <DIR>', about: 'Use this home folder instead of AGENTMAIL_HOME or ~/.agentmail.' },
] as const;

export const VARIABLES = [
  { name: 'AGENTMAIL_HOME', about: 'home folder (default ~/.agentmail)' },
  { name: 'AGENTMAIL_URL', about: 'address of the daemon (default: from the home)' },
  { name: 'AGENTMAIL_KEY', about: 'API key (default: from the profile)' },
  { name: 'AGENTMAIL_TIMEOUT', about: 'seconds to wait for an answer (default 30)' },
  { name: 'AGENTMAIL_MESSAGE_ID', about: 'the message of wait --exec, which reply answers' },
  { name: 'AGENTMAIL_REVISES', about: 'its denied answer, which reply revises' },
  { name: 'AGENTMAIL_KEYCHAIN', about: 'off: store keys in a file of the home folder' },
  { name: 'AGENTMAIL_WEBHOOK_SECRET', about: 'signing secret for webhooks listen and verify' },
  { name: 'AGENTMAIL_DEBUG', about: '1: show the stack of an unexpected error' },
  { name: 'NO_COLOR', about: '1: no colours' },
  { name: 'PAGER', about: 'program for long output (default less -R)' },
] as const;

export const INTRODUCTION = 'Email for AI agents, on your own machine: one daemon, one command line.';
