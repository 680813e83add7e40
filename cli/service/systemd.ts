import type { DaemonProgram } from './daemon-program.ts';

/** A systemd user unit. A daemon that was stopped on purpose stays stopped. */
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

/** Quotes a word for systemd, which interprets quotes, backslashes, %-specifiers and $-variables. */
function quoted(word: string): string {
  return `"${percent(word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '$$$$'))}"`;
}

function percent(text: string): string {
  return text.replaceAll('%', '%%');
}
