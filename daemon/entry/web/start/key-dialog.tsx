import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { createApiKey } from '../../../../shared/contract/keys.ts';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import { call, messageOf } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { CopyLine } from './copy-line.tsx';

interface Options {
  readonly mailboxes: readonly MailboxView[];
  readonly close: () => void;
}

/** Creates an agent key and shows it once. It's in no cache and no storage of the page. */
export function KeyDialog({ mailboxes, close }: Options) {
  const [key, setKey] = useState<string>();
  const create = useMutation({
    mutationFn: (fields: FormData) =>
      call(createApiKey, {
        body: {
          role: 'agent',
          label: String(fields.get('label')).trim() || 'agent',
          mailbox_ids: fields.getAll('mailbox').map(String),
        },
      }).then(({ api_key }) => setKey(api_key)),
    // The answer has the secret.
    gcTime: 0,
  });
  if (key !== undefined) return <Created secret={key} close={close} />;
  return (
    <Dialog
      title="Create an agent key"
      confirm="Create"
      close={close}
      submit={create.mutate}
      isBusy={create.isPending}
      problem={create.error ? messageOf(create.error) : undefined}
    >
      <Field label="Label, such as the name of the agent" name="label" autoComplete="off" />
      <fieldset>
        <legend>Mailboxes that it reaches</legend>
        {mailboxes.map(({ id, name }, index) => (
          <label key={id} className="choice">
            <input type="checkbox" name="mailbox" value={id} defaultChecked={index === 0} />
            {name}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}

const HOSTS: Readonly<Record<string, (url: string, key: string) => string>> = {
  'Claude Code': (url, key) =>
    `claude mcp add --transport http agentmail ${url} --header "Authorization: Bearer ${key}"`,
  Codex: (url, key) =>
    `AGENTMAIL_KEY=${key} codex mcp add agentmail --url ${url} --bearer-token-env-var AGENTMAIL_KEY`,
  Gemini: (url, key) =>
    `gemini mcp add --transport http --header "Authorization: Bearer ${key}" agentmail ${url}`,
  Cursor: (url, key) =>
    JSON.stringify({ mcpServers: { agentmail: { url, headers: { Authorization: `Bearer ${key}` } } } }),
};

function Created({ secret, close }: { readonly secret: string; readonly close: () => void }) {
  const [host, setHost] = useState('Claude Code');
  const line = HOSTS[host]?.(`${location.origin}/mcp`, secret) ?? '';
  return (
    <Dialog title="Your agent key" confirm="Done" cancel={null} close={close} submit={close}>
      <p>Copy it now: it is not shown again.</p>
      <CopyLine label="Agent key" text={secret} />
      <p className="field">
        <label htmlFor="host">Paste into</label>
        <select id="host" value={host} onChange={({ currentTarget }) => setHost(currentTarget.value)}>
          {Object.keys(HOSTS).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </p>
      <CopyLine label={`Line for ${host}`} text={line} />
    </Dialog>
  );
}
