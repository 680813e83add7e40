import type { DaemonProgram } from './daemon-program.ts';

/** A unit of the user's own systemd. A daemon that was stopped on purpose stays stopped. */
export function systemdUnit({ command, home, log }: DaemonProgram): string {
  return `# Written by agentmail service install; agentmail service uninstall removes it.
[Unit]
Description=agentmail, email for AI agents (${percent(home)})
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=${command.map(quoted).join(' ')}
Restart=on-failure
RestartSec=5
TimeoutStopSec=60
UMask=0077
NoNewPrivileges=yes
StandardOutput=null
StandardError=append:${percent(log)}

[Install]
WantedBy=default.target
`;
}

/** One word of a command: systemd knows quotes, backslashes, %-specifiers and $-variables in it. */
function quoted(word: string): string {
  return `"${percent(word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '$$$$'))}"`;
}

function percent(text: string): string {
  return text.replaceAll('%', '%%');
}
