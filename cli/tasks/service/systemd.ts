import type { DaemonProgram } from './daemon-program.ts';

const SERVICE = `Type=exec
Restart=on-failure
RestartSec=5
TimeoutStopSec=60
UMask=0077`;

/**
 * Restrictions of every unit. A user's systemd needs a user namespace for the restrictions of the file
 * system; where the machine allows none, it leaves those out and starts the daemon.
 */
const RESTRICTIONS = `NoNewPrivileges=yes
ProtectSystem=strict
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
# MemoryDenyWriteExecute is left out: V8 compiles to memory that it then executes.`;

/** A systemd user unit. A daemon that was stopped on purpose stays stopped. */
export function systemdUnit({ command, home, log }: DaemonProgram): string {
  return `# Written by agentmail service install; agentmail service uninstall removes it.
[Unit]
Description=agentmail, email for AI agents (${percent(home)})
StartLimitIntervalSec=0

[Service]
ExecStart=${command.map(argument).join(' ')}
StandardOutput=null
StandardError=append:${percent(log)}
${SERVICE}
${RESTRICTIONS}
# Of the file system, the daemon writes its home and the cache of compiled code.
ReadWritePaths=${quoted(home)} -%C/agentmail
${isTemporary(home) ? '# The home is in a folder that a private one would hide.\nPrivateTmp=no\n' : ''}
[Install]
WantedBy=default.target
`;
}

function isTemporary(path: string): boolean {
  return /^\/(?:var\/)?tmp\//.test(path);
}

/** The system unit for a server: docs/deploy/agentmail.service. */
export function systemdServerUnit(): string {
  return `# A system unit for a server: /etc/systemd/system/agentmail.service.
# On a laptop use \`agentmail service install\`, which writes a unit of your own user.
[Unit]
Description=agentmail, email for AI agents
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/usr/local/bin/agentmaild run --home /var/lib/agentmail
Environment=NODE_COMPILE_CACHE=/var/cache/agentmail
DynamicUser=yes
StateDirectory=agentmail
StateDirectoryMode=0700
CacheDirectory=agentmail
# Port 25 without root.
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
ProtectHome=yes
ProtectProc=invisible
ProcSubset=pid
RemoveIPC=yes
${SERVICE}
${RESTRICTIONS}

[Install]
WantedBy=multi-user.target
`;
}

/** Quotes a word of a command, in which systemd replaces $-variables too. */
function argument(word: string): string {
  return quoted(word.replaceAll('$', '$$$$'));
}

/** Quotes a word for systemd, which interprets quotes, backslashes and %-specifiers. */
function quoted(word: string): string {
  return `"${percent(word.replaceAll('\\', '\\\\').replaceAll('"', '\\"'))}"`;
}

function percent(text: string): string {
  return text.replaceAll('%', '%%');
}
