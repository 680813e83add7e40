import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { needsPrograms } from '../../support/needs.ts';
import { builtWheel, PYTHON, PYTHON_ENV, pytest, unpackedWheel } from '../../support/python.ts';
import { temporaryHome } from '../../support/temporary.ts';

/** The fixtures of pytest, which it finds in the installed package. */

it('do what those for Vitest do, and the example of the documents passes', needsPrograms(pytest()), () => {
  const [folder, packages] = [temporaryHome(), temporaryHome()];
  unpackedWheel(builtWheel(packages), packages);
  const [, example = ''] =
    /^```python\n# test_agent\.py\n(.*?)^```/ms.exec(readFileSync('docs/testing.md', 'utf8')) ?? [];
  // A second file shares the daemon, and its mailbox has no mail of the first.
  for (const name of ['first', 'second'])
    writeFileSync(join(folder, `test_${name}.py`), `from agent import my_agent\n${example}`);
  writeFileSync(join(folder, 'agent.py'), PYTHON_AGENT);
  writeFileSync(join(folder, 'test_rest.py'), PYTHON_TEST);
  const AGENTMAILD = `${process.execPath} ${resolve('bin/agentmaild.js')}`;
  const output = execFileSync(PYTHON, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], {
    cwd: folder,
    env: { ...PYTHON_ENV, PYTHONWARNINGS: '', PYTHONPATH: packages, AGENTMAILD },
    encoding: 'utf8',
  });
  expect(output).toContain('4 passed');
});

/** Answers the newest message. */
const PYTHON_AGENT = `
import json
from urllib.request import Request, urlopen

def my_agent(url, key):
    def call(path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
        return json.load(urlopen(Request(url + path, data, headers)))
    [mailbox] = call("/v1/mailboxes")["mailboxes"]
    [message] = call(f"/v1/mailboxes/{mailbox['id']}/messages")["messages"]
    call(f"/v1/messages/{message['id']}/reply", {"body": "On Monday."})
`;

const PYTHON_TEST = `
import pytest
from agentmaild_client import RefusedError

def test_mail(agentmail, mailbox):
    assert agentmail.sent() == []
    read = lambda id: agentmail.call("GET", f"/v1/messages/{id}", key=mailbox["key"])
    files = [("numbers.csv", b"a,b")]
    with_file = agentmail.receive("ann@example.org", mailbox, text="See.", html="<p>See.</p>", attachments=files)
    assert [file["filename"] for file in read(with_file)["attachments"]] == ["numbers.csv"]
    raw = f"From: ann@example.org\\r\\nTo: {mailbox['address']}\\r\\nSubject: As it is\\r\\n\\r\\nHello.\\r\\n"
    assert read(agentmail.receive("ann@example.org", mailbox, raw=raw))["subject"] == "As it is"
    proven = agentmail.receive("ann@example.org", mailbox, text="It is me.", authenticated=True)
    assert read(proven)["sender_authentication"]["verdict"] == "verified_aligned"
    plain = agentmail.receive("ann@example.org", mailbox, text="Perhaps me.")
    assert read(plain)["sender_authentication"]["verdict"] != "verified_aligned"

def test_rules(agentmail):
    agentmail.create_mailbox("guarded", hitl_mode="all_outbound")
    agentmail.advance(60)
    with pytest.raises(RefusedError) as refused:
        agentmail.call("GET", "/v1/nowhere")
    assert refused.value.status == 404
`;
