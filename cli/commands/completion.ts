import { choiceWord, command, noEndpoints, result } from '../command.ts';
import { SCRIPTS, SHELLS } from '../completion/scripts.ts';
import type { View } from '../views/document.ts';

export const completion = command({
  name: ['completion'],
  summary: 'Print what makes a shell complete commands, flags, mailboxes and profiles.',
  description:
    'bash: put  eval "$(agentmail completion bash)"  into ~/.bashrc; zsh: into ~/.zshrc, after compinit, with zsh;\n' +
    'fish: agentmail completion fish > ~/.config/fish/completions/agentmail.fish;\n' +
    'PowerShell: agentmail completion pwsh | Out-String | Invoke-Expression  in the profile.\n' +
    'Names of mailboxes are asked from the daemon; a keychain is left alone, because it might ask for a password.',
  flags: {},
  arguments: { shell: choiceWord('SHELL', 'The shell.', SHELLS) },
  examples: [
    { command: 'eval "$(agentmail completion bash)"', about: 'in this bash, from now on' },
    {
      command: 'agentmail completion fish > ~/.config/fish/completions/agentmail.fish',
      about: 'in every fish',
    },
  ],
  endpoints: noEndpoints,
  run: async (context, { shell }) => {
    const script = SCRIPTS[shell];
    if (context.jsonAsked) return result({ shell, script }, scriptView);
    context.raw(script);
    return 'ok';
  },
});

const scriptView: View<{ readonly script: string }> = ({ script }) => [{ kind: 'text', text: script }];
