import { describe, expect, it } from 'vitest';
import { outbound, rulesOf, scan } from './support.ts';

const subtypes = async (text: string) =>
  (await scan(outbound({ text }))).findings
    .filter((finding) => finding.decision !== 'allow')
    .map((finding) => finding.subtype);

describe('harmful content', () => {
  it.each([
    ['violence', 'If you do not pay I will break your legs.'],
    ['hate_speech', 'Those immigrants are vermin.'],
    ['self_harm', 'Nobody cares, just kill yourself.'],
    ['sexual_content', 'Send me nudes tonight.'],
    ['harassment', 'I know where you live. Watch your back.'],
    ['harassment', 'Pay by Monday or I will send the pictures to everyone.'],
    ['violence', 'Tell them that we will kill them all.'],
    ['toxicity', 'You are a worthless asshole.'],
  ])('of kind %s is held', async (subtype, text) => {
    expect(await subtypes(text)).toContain(subtype);
  });

  it.each([
    'We will kill the process if it hangs again and restart the server.',
    'The deadline is killing me, but the demo went well.',
    'Please shoot me an email when you are free.',
    'The breast cancer charity run is on Sunday.',
    'I will shoot you an email once the room is booked.',
    'The queue is stuck, so we will kill them all and restart the workers.',
    'Could you bring the nail gun to the office tomorrow?',
    'Watch your back when you carry the boxes.',
    'We are coming for your feedback again in May.',
    'Nobody wants you to leave, so stay as long as you like.',
    'Send the signed form by Monday or we will send a reminder.',
    'She moved to a black and white design for the women’s shelter website.',
  ])('is not seen in: %s', async (text) => {
    expect(await subtypes(text)).toEqual([]);
  });
});

describe('outbound criteria', () => {
  it('warn about profanity unless switched off', async () => {
    const text = 'This is bullshit, fix it.';
    expect((await scan(outbound({ text }))).verdict).toBe('warning');
    expect((await scan(outbound({ text, policy: { disabled_proxy_criteria: ['profanity'] } }))).verdict).toBe(
      'clean',
    );
  });

  it.each([
    ['liability_risk', 'We accept full liability for the damage to your car.'],
    ['liability_risk', 'We guarantee you a profit of ten percent each month.'],
    ['secret_detected', 'STRICTLY CONFIDENTIAL\n\nThe new plan is below.'],
    ['secret_detected', 'Between you and me, the merger is not announced yet.'],
  ])('ask for approval: %s in "%s"', async (category, text) => {
    const report = await scan(outbound({ text }));
    expect(report.verdict).toBe('review_required');
    expect(rulesOf(report, category)).toHaveLength(1);
  });
});

describe('secrets', () => {
  const random = 'q7Zt4Xw9Lm2Rk8Vb3Ny6Jc1Hd5Fs0PgTa';

  it.each([
    ['github-token', `token ghp_${random}xYz8`],
    ['aws-access-key', 'AKIA2E0A8F3B244C9986'],
    [
      'private-key',
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAq7Zt4Xw9Lm2Rk8Vb3Ny6Jc1Hd5Fs0PgTa\n-----END RSA PRIVATE KEY-----',
    ],
    ['stripe-key', `sk_live_${random.slice(0, 24)}`],
    ['assignment', 'db_password = "h4rd-to-guess!"'],
    ['url-credentials', 'postgres://app:S3cr3tPa55@db.internal/prod'],
    ['url-credentials', 'postgres://app:S3$cr:3tPa55@db.internal/prod'],
    ['in-prose', 'the password is Tr0ub4dor&3'],
    ['in-prose', "The default password for user 'app' is 'blueberry'."],
    ['assignment', 'Password: Summer(2024)!'],
    ['in-prose', 'Das Passwort lautet: Sommer2024!'],
    ['assignment', 'The API key:\n\n951bc382db9abad29c68634761dd6e19'],
    ['assignment', 'API key - 951bc382db9abad29c68634761dd6e19'],
    ['assignment', ":password        => 'h4rd-to-guess!'"],
    ['salesforce', `00D5f000001abcD!${random}${random}${random}`],
    ['new-relic', `license_key: ${'033f2f2072ca3f2cb2ec39024fa9e49cd640'}NRAL`],
    ['crates-io', `cio${random.slice(0, 32)}`],
    ['netrc', 'machine api.test login app password h4rd-to-guess'],
    ['command-password', 'mysqldump -uroot -ph4rd-to-guess app'],
    ['assignment', 'adminPassword.assign("h4rd-to-guess!")'],
    ['azure-client-secret', `(use this client secret: ${random.slice(0, 3)}8Q~${random}a)`],
    ['plaid', `access-production-${'4c1e9a27-6f0b-4d35-8a92-5be1c07d3f68'}`],
    ['alibaba', `LTAI${random.slice(0, 20)}`],
    ['vault-token', `s.${random.slice(0, 24)}.`],
    ['fly-io', `fm2_${random}${random}${random}${random}`],
    ['agentmail-credential', 'am_live_u8jzPde0IgxLd6GncfBAep.fJBd0Kh8oOOL8dKLzdocJ-2isAjIhKtJ0RlgLKOmxg_'],
    ['agentmail-credential', 'whsec_JTeKdNnFRIBXuDL7Dxtp-YlSXpfKtHF4vUCsMehGAkW'],
    ['agentmail-credential', 'whsec_JTeKdNnFRIBXuDL7Dxtp9YlSXpfKtHF4vUCsMehGAkWq'],
    ['aiven', `AVNS_${random.slice(0, 19)}`],
    ['assignment', 'password = "correcthorse"'],
    ['assignment', 'const password: string = "h4rd-to-guess!"'],
    ['assignment', 'passwords[0] = "it\'s-h4rd"'],
    ['assignment', 'SMTP_PASS=h4rd-to-guess!'],
    ['slack-token', `xoxp-523411-234293-234277-${'e039d02840a0b9379c'}`],
    ['huggingface', `hf_${'FrakeTrake'.repeat(3)}Frak`],
    ['gitlab-token', `glpat-${random}`],
    ['service-key', 'SNYK_API_TOKEN=2b6e8c10-3d5f-41ee-be56-0242ac120002'],
    ['service-key', `FINNHUB_TOKEN="c${'9o2qk7iad3e8v1tmu5h'}"`],
    ['service-key', `sourcegraph_token: ${'4c1e9a276f0b4d358a925be1c07d3f684c1e9a27'}`],
    ['npm-token', '//npm.internal.test/:_authToken=Qm9vYmFyLWJhei0xMjM0'],
    ['assignment', '<add key="ClearTextPassword" value="h4rd-to-guess!" />'],
    ['assignment', '<password>h4rd-to-guess!</password>'],
    ['assignment', '- name: DB_PASSWORD\n  value: "h4rd-to-guess!"'],
    ['assignment', '{"name":"DB_PASSWORD","value":"h4rd-to-guess!"}'],
    ['assignment', '{\\"password\\": \\"h4rd-to-guess!\\"}'],
    ['assignment', "$passwords[] = 'h4rd-to-guess!';"],
    [
      'kubernetes-secret',
      'kind: Secret\nmetadata:\n  name: app\ndata:\n  dsn: cG9zdGdyZXM6Ly9hcHA6czNjcjN0QGRi\n',
    ],
    ['curl-header', `curl -X GET \\\n  -H "X-Api-Key: ${random}" \\\n  https://api.test/`],
    ['curl-user', `curl https://api.test/v1/charges -u ${random}:`],
  ])('of kind %s hold the message', async (rule, text) => {
    const report = await scan(outbound({ text: `Here you go: ${text}` }));
    expect(rulesOf(report, 'secret_detected')).toContain(rule);
    expect(report.verdict).toBe('quarantined');
  });

  it.each([
    'password = "<your password>"',
    'export API_KEY=$API_KEY',
    'The password is on the board in the kitchen.',
    'AKIAIOSFODNN7EXAMPLE is the key in the documentation.',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b fixes it',
    'The token: 2b6e8c10-3d5f-11ee-be56-0242ac120002 names the build.',
    '"token": "tok-12345"',
    'LinkedIn: weekly-vox-blog-jumping-zebra-quiz-update',
    'https://us02web.zoom.us/j/81234567890?pwd=QkJ3c0dZVkxZTGpRb0hKMzR5dz09',
    'https://news.example.test/u?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c&do=unsubscribe',
    'Netlify deploy 65f1a2b3c4d5e6f7a8b9c0d1 is live.',
    'Snyk project 2b6e8c10-3d5f-41ee-be56-0242ac120002',
    'APCalculusExam2024 is in May.',
    's.getApplicationContextName() gives the name.',
    'DKIM-Signature: b=puGq6lmTi79jL5bxxIAZz7CyM2WpENqQC1BX7CBd0iU1l50\n    pYpUFd6bZehCF0ipTOgA7IJ7ZPafaH0YTU8wRntXOwbg',
    'Fields: "passwd", "bytes" and "rest".',
    'http://127.0.0.1:80#@mail.example.test/',
    'The password is "required".',
    'token = tokens.next_by(m=Keyword2)',
    'client_secret = self._CLIENT_SECRET2',
    'credentials: Optional[auth2.Credentials]',
    'private_key = private_key_pkcs8_pem',
    'token = Token.LineNumber.Current',
    '"NextToken": "eyJOZXh0VG9rZW4iOiBudWxsLCAiYm90b190cnVuY2F0ZV9hbW91bnQiOiAxfQ=="',
    'arn:aws:secretsmanager:eu-west-1:111122223333:secret:billing-AbC123',
    '[![coverage](https://codecov.test/gh/a/b/graph/badge.svg?token=8N5S3AR3C7aa99bb)](https://codecov.test)',
    '["iam:ListAccessKeys","iam:ListAccountAliases"]',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code
    'token: `Basic ${Buffer.from(credentials).toString("base64")}`',
    '"Token": "sas-token-for-blob-storage"',
    'credential_source=Ec2InstanceMetadata',
    'show("Password: " + name + ", again")',
    'passwordText:"Password:",hint:"Remember me:"',
    'this.password = "#change-password";',
    'Secret: v1.2.3-rc4',
    'API key: rotated 2024-11-02',
    'docker login -u app -p $PASSWORD registry.test',
    'password: z.string().min(8)',
    'password = "test-access-key"',
    'POSTGRES_PASSWORD=mysecretpassword',
    `private_key "hard-to-guess-and-long';`,
    `fio-u-${random}${random}${random}`,
    'Google shows AIzaSyDSb51JiIcB6OJpwwMicseKRhhrOq1cS7g in its samples.',
    'kind: Secret\ndata:\n  username: YWRtaW4=\n  password: MWYyZDFlMmU2N2Rm\n',
    '<add key="Password" value="33f!!lloppa" />',
    `api_key: ${'4c1e9A276f0b4d358a925be1c07d3f68'}`,
    'AWS_SECRET_ACCESS_KEY=Yk3vQe8Zp1Wm5Rt7Ux2Sn6Lj9Hg4Fd0Ca8Bw3Ei5Ko7My1Tq6Vr2XzPs==',
    `ibm_cloud_pwd = ${random}${random.slice(0, 16)}`,
    "char db_pass[] = 'h4rd-to-guess!';",
    "password = @'h4rd-to-guess!'",
    'Authorization: Basic one.two.three.four',
    'Authorization: Bearer my_access_token',
    'postgres://postgres:postgres@localhost/app',
    `token_file: ${'9d1f3c7a5e2b8046'}`,
    'key vault: <PrimaryKey>b1946ac92492d2347c6235b4d2611184</PrimaryKey>',
    'The head is -----BEGIN PRIVATE KEY----- and the foot -----END PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nanything\n-----END PRIVATE KEY-----',
  ])('are not seen in: %s', async (text) => {
    expect(rulesOf(await scan(outbound({ text })), 'secret_detected')).toEqual([]);
  });

  it('are not looked for on inbound mail, nor when switched off', async () => {
    const text = 'AKIA2E0A8F3B244C9986';
    expect((await scan({ ...outbound({ text }), direction: 'inbound' })).verdict).toBe('clean');
    expect((await scan(outbound({ text, policy: { disabled_scanners: ['secrets'] } }))).verdict).toBe(
      'clean',
    );
  });

  it('in html that the text does not show are found', async () => {
    const report = await scan(outbound({ text: 'Hello', html: '<p>Hello</p><p>AKIA2E0A8F3B244C9986</p>' }));
    expect(rulesOf(report, 'secret_detected')).toEqual(['aws-access-key']);
  });

  it('that are keys of several lines are marked to their end', async () => {
    const text =
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAq7Zt4Xw9Lm2Rk8Vb3Ny6Jc1Hd5Fs0PgTa\nq7Zt4Xw9Lm2Rk8Vb\n-----END RSA PRIVATE KEY-----';
    const report = await scan(outbound({ text: `${text}\nBye` }));
    const [finding] = report.findings.filter(({ ruleId }) => ruleId === 'private-key');
    expect(finding?.spans).toMatchObject([{ start: 0, end: text.length }]);
  });

  it('never appear in what is reported', async () => {
    const report = await scan(outbound({ text: 'db_password = "h4rd-to-guess!"' }));
    expect(JSON.stringify(report)).not.toContain('h4rd-to-guess');
  });
});
