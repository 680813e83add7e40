import { command, result } from '../command.ts';
import { SCRIPTS, SHELLS } from '../guide/completion/scripts.ts';
import { choiceWord } from '../input/options/kinds.ts';
import type { View } from '../output/views/document.ts';

export const completion = command({
  name: ['completion'],
  summary: 'Print a completion script for a shell.',
  description:
    'It completes commands, flags, mailboxes and profiles. Mailbox names come from the daemon. A keychain is never opened,\n' +
    'because it might prompt for a password.\n\n' +
    'bash: add  eval "$(agentmail completion bash)"  to ~/.bashrc.\n\n' +
    'zsh: add  eval "$(agentmail completion zsh)"  to ~/.zshrc, after compinit.\n\n' +
    'fish: agentmail completion fish > ~/.config/fish/completions/agentmail.fish\n\n' +
    'PowerShell: add  agentmail completion pwsh | Out-String | Invoke-Expression  to the profile.',
  flags: {},
  arguments: { shell: choiceWord('SHELL', 'Shell to complete for.', SHELLS) },
  examples: [
    { command: 'eval "$(agentmail completion bash)"', about: 'enable completion in this bash' },
    {
      command: 'agentmail completion fish > ~/.config/fish/completions/agentmail.fish',
      about: 'enable completion in every fish',
    },
  ],
  run: async (context, { shell }) => {
    const script = SCRIPTS[shell];
    if (context.jsonAsked) return result({ shell, script }, scriptView);
    context.raw(script);
    return 'ok';
  },
});

const scriptView: View<{ readonly script: string }> = ({ script }) => [{ kind: 'text', text: script }];
