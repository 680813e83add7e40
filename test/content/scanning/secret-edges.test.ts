import { describe, expect, it } from 'vitest';
import { detectSecrets } from '../../../daemon/content/scanning/secrets/detect.ts';

const TOKEN = `ghp_${'q7Zt4Xw9Lm2Rk8Vb3Ny6Jc1Hd5Fs0PgTa123'}`;
const KEY_ID = `AKIA${'Q7ZT4XW9LM2RK8VB'}`;

describe('secrets', () => {
  it.each([
    'use `hunter2Zx9!` as the password',
    'pass `9fK2mQ8x`',
    'The login is anna, pw `Qx9!mnop22`',
    'curl -u sk_7f9a8b7c6d5e4f3a2b1c https://api.example.com/v1',
    `das Token${TOKEN} hier`,
    `key:${KEY_ID}foo`,
    'The wifi key is `Blue-Horse-77!`',
    'the pin code for the vault is `Xk29!fma`',
    '**Password:** `Xk29!fma`',
    '**Password**: Xk29!fma',
    'password → Xk29!fma',
    'ssh anna@db1 (pw Xk29!fma)',
    'creds: anna/Xk29!fma',
    'curl --proxy-user anna:Xk29!fma22 https://api.example.com',
    'http -a anna:Xk29!fma22 api.example.com',
    `token${'glpat'}-q7Zt4Xw9Lm2Rk8Vb3Ny6`,
    `key${'AIzaSy'}A1q7Zt4Xw9Lm2Rk8Vb3Ny6Jc1Hd5Fs0Pg`,
    `key${'sk_live'}_q7Zt4Xw9Lm2Rk8Vb3Ny6Jc1H`,
    `token${'npm'}_q7Zt4Xw9Lm2Rk8Vb3Ny6Jc1Hd5Fs0PgTa123`,
    `client.p12: MIIKYQIBAzCCChcGCSqGSIb3DQEHAaCCCggE${'q7Zt4Xw9Lm2Rk8Vb'.repeat(4)}`,
  ])('are found: %s', (text) => {
    expect(detectSecrets(text)).not.toEqual([]);
  });

  it.each([
    'postgres://<user:password>@host/db',
    'mongodb+srv://<username>:<password>@cluster0.mongodb.net',
    'Server=myServer;Database=myDB;User Id=myUser;Password=myPassword;',
    'Server={host};User={user};Password={password};',
    'amqp://USERNAME:PASSWORD@HOST:5672',
    'password = newPassword1',
    'passwd = oldPwd2;',
    'token: tokenFromHeader2',
    'password = passwordInput1',
    'Use `password` as the name of the field',
    'curl -u user:password https://api.example.com',
    'mysql://dbuser:dbpass@dbhost/dbname',
    'pass `--force2` to the command',
    'pass `value1` to the function',
    'The key `id_2024` is the primary key',
    'this.password = config.password2;',
    'password = req.body.password1',
    'if (user.password->value) return;',
  ])('are not: %s', (text) => {
    expect(detectSecrets(text)).toEqual([]);
  });
});
