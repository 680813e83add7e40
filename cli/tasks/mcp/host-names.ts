/** Clients whose configuration `agentmail mcp install` writes. */
export const HOST_NAMES = [
  'claude-code',
  'claude-desktop',
  'codex',
  'cursor',
  'vscode',
  'windsurf',
  'zed',
  'gemini',
  'goose',
  'opencode',
] as const;
export type HostName = (typeof HOST_NAMES)[number];
