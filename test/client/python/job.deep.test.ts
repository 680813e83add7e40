import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { askedMailbox, decideTwice } from '../../support/asked-mailbox.ts';
import { needsPrograms } from '../../support/needs.ts';
import { PYTHON, PYTHON_ENV, python } from '../../support/python.ts';
import { createAgent } from '../../support/service.ts';
import { submissionPort, submissionService } from '../../support/submission.ts';

/**
 * The agent of the frameworks' tests in Python: with the tools for models, and as a program that sends by
 * SMTP.
 */

const run = promisify(execFile);

describe('an agent in Python', needsPrograms(python()), () => {
  const service = submissionService();

  it.each([
    ['with tools', 'job.py', 'sync'],
    ['with tools in asyncio', 'job.py', 'async'],
    ['by SMTP', 'smtp_job.py', 'smtp'],
  ])('reads, asks, is denied, revises and sends %s', async (_, program, kind) => {
    const tenant = await askedMailbox(service, kind);
    const { id, address } = tenant.mailbox;
    const env = {
      ...PYTHON_ENV,
      AGENTMAIL_URL: service.daemon.runtime.http,
      AGENTMAIL_KEY: await createAgent(service, tenant.admin, id),
      ADDRESS: address,
      SMTP_PORT: String(submissionPort(service)),
    };
    const [{ stdout }, approved] = await Promise.all([
      run(PYTHON, [join(import.meta.dirname, program), kind], { env }),
      decideTwice(service, tenant),
    ]);
    expect(JSON.parse(stdout)).toEqual({
      sent: approved,
      state: 'delivered',
      refused: 'RECIPIENT_NOT_ON_ALLOWLIST',
    });
  });
});
