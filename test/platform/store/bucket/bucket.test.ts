import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Bucket, sha256Of } from '../../../../daemon/platform/store/bucket/bucket.ts';
import { BucketError } from '../../../../daemon/platform/store/bucket/errors.ts';
import { bucketAt, REAL_BUCKET, type S3Trouble, startBucket } from '../../../support/s3.ts';
import { S3_CREDENTIALS, signatureFault } from '../../../support/s3-signature.ts';

const content = randomBytes(300_000);
const digest = sha256Of(content);
const atOnce = { pause: () => Promise.resolve() };

/** A bucket with the pauses between attempts that were asked for. */
const open = async (parameters = '', environment?: Record<string, string>) => {
  const server = await startBucket();
  const pauses: number[] = [];
  const outcomes: string[] = [];
  const bucket = new Bucket(bucketAt(server.url('large', parameters), environment), {
    pause: async (milliseconds) => void pauses.push(milliseconds),
    requestStarted: (operation) => (outcome) => void outcomes.push(`${operation} ${outcome}`),
  });
  return { server, bucket, pauses, outcomes };
};

describe.each([
  {
    where: 'a server of the tests',
    url: async () => (await startBucket()).url(`a-z/${randomBytes(4).toString('hex')}`),
  },
  ...(REAL_BUCKET === undefined ? [] : [{ where: 'AGENTMAIL_TEST_S3', url: async () => REAL_BUCKET ?? '' }]),
])('objects of $where', ({ url }) => {
  it('are stored, read, listed and deleted', async () => {
    const environment = REAL_BUCKET === undefined ? S3_CREDENTIALS : process.env;
    const bucket = new Bucket(bucketAt(await url(), environment), atOnce);
    const folder = `test-${randomBytes(4).toString('hex')}`;
    for (const name of ['one', 'two']) await bucket.put(`${folder}/${name}`, content);
    expect((await bucket.get(`${folder}/one`, digest))?.equals(content)).toBe(true);
    const page = await bucket.list(`${folder}/`, null);
    expect(page.objects.map(({ key }) => key)).toEqual([`${folder}/one`, `${folder}/two`]);
    expect(page.next).toBeNull();
    for (const { modified } of page.objects) expect(Math.abs(page.now - modified)).toBeLessThan(3_600_000);
    await bucket.delete(`${folder}/one`);
    await bucket.delete(`${folder}/one`);
    expect(await bucket.get(`${folder}/one`, digest)).toBeNull();
    await bucket.delete(`${folder}/two`);
    expect((await bucket.list(`${folder}/`, null)).objects).toEqual([]);
  });
});

describe('a request to a bucket', () => {
  const refused = (status: number, code: string): S3Trouble => ({ kind: 'refuse', status, code });

  it.each<[string, S3Trouble]>([
    ['an internal error', refused(500, 'InternalError')],
    ['an error without a body', { ...refused(502, ''), body: '' } as S3Trouble],
    ['too many requests', refused(503, 'SlowDown')],
    ['a slow upload', refused(400, 'RequestTimeout')],
    ['an ended connection', { kind: 'hang up' }],
  ])('is repeated after %s', async (_, trouble) => {
    const { server, bucket, pauses, outcomes } = await open();
    server.next('PUT', trouble, trouble);
    await bucket.put('one', content);
    expect(server.objects.get('large/one')?.bytes.equals(content)).toBe(true);
    expect(server.requestsOf('PUT')).toHaveLength(3);
    expect(pauses[1]).toBeGreaterThan((pauses[0] ?? 0) * 0.9);
    expect(outcomes).toEqual(['put done']);
  });

  it.each<S3Trouble>([{ kind: 'tear' }, { kind: 'damage' }])(
    'is repeated after an object came with trouble ($kind)',
    async (trouble) => {
      const { server, bucket } = await open();
      await bucket.put('one', content);
      server.next('GET', trouble);
      expect((await bucket.get('one', digest))?.equals(content)).toBe(true);
      expect(server.requestsOf('GET')).toHaveLength(2);
    },
  );

  it('fails after its last attempt', async () => {
    const { server, bucket, outcomes } = await open('&attempts=2');
    server.trouble = () => refused(503, 'SlowDown');
    const error: unknown = await bucket.put('one', content).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BucketError);
    expect(String(error)).toContain('it answered 503 SlowDown');
    expect(server.requests).toHaveLength(2);
    expect(outcomes).toEqual(['put failed']);
  });

  it('never returns bytes that differ from those that were stored', async () => {
    const { server, bucket } = await open();
    await bucket.put('one', content);
    server.trouble = () => ({ kind: 'damage' });
    await expect(bucket.get('one', digest)).rejects.toThrow('object one has other bytes than were stored');
    expect(server.requestsOf('GET')).toHaveLength(4);
  });

  it.each([
    [{ AWS_ACCESS_KEY_ID: 'OTHER' }, 'AWS_ACCESS_KEY_ID is unknown there (it answered 403'],
    [{ AWS_SECRET_ACCESS_KEY: 'other' }, 'AWS_SECRET_ACCESS_KEY, or the region, is wrong (it answered 403'],
  ])('is not repeated with wrong credentials %j', async (changed, reason) => {
    const { bucket, pauses } = await open('', { ...S3_CREDENTIALS, ...changed });
    await expect(bucket.put('one', content)).rejects.toThrow(reason);
    expect(pauses).toEqual([]);
  });

  it('names the difference of the clocks', async () => {
    const { server, bucket, pauses } = await open();
    server.now = () => Date.now() + 3_600_000;
    await expect(bucket.put('one', content)).rejects.toThrow(
      /clock of this machine differs .* by 3(?:599|600|601) s/,
    );
    expect(pauses).toEqual([]);
  });

  it('names a bucket that is missing, also for an object', async () => {
    const { server } = await open();
    const url = server.url().replace('s3://mail', 's3://other');
    const bucket = new Bucket(bucketAt(url), atOnce);
    await expect(bucket.get('one', digest)).rejects.toThrow("the bucket doesn't exist");
    await expect(bucket.list('', null)).rejects.toThrow("the bucket doesn't exist");
  });

  it('names a server that does not answer', async () => {
    const { server, bucket } = await open();
    await server.stop();
    await expect(bucket.delete('one')).rejects.toThrow(/unavailable: .*ECONNREFUSED/);
    await server.start();
  });

  it('ends when the bucket is closed', async () => {
    const { server, bucket } = await open();
    const held = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    server.trouble = () => {
      arrived.resolve();
      return { kind: 'hold', until: held.promise };
    };
    const put = bucket.put('one', content);
    await arrived.promise;
    bucket.close();
    await expect(put).rejects.toThrow('the daemon is stopping');
    held.resolve();
  });

  it('waits while 16 others are under way', async () => {
    const { server, bucket } = await open();
    const held = Promise.withResolvers<void>();
    const full = Promise.withResolvers<void>();
    server.trouble = () => {
      if (server.requests.length === 16) full.resolve();
      return { kind: 'hold', until: held.promise };
    };
    const puts = Array.from({ length: 20 }, (_, n) => bucket.put(`object-${n}`, Buffer.from(`${n}`)));
    await full.promise;
    expect(server.requests).toHaveLength(16);
    held.resolve();
    await Promise.all(puts);
    expect(server.objects.size).toBe(20);
  });
});

it('lists objects page by page', async () => {
  const { server, bucket } = await open();
  server.pageSize = 2;
  for (const name of ['a/1', 'a/2', 'a/3', 'b/1']) await bucket.put(name, Buffer.from(name));
  const first = await bucket.list('a/', null);
  const second = await bucket.list('a/', first.next);
  expect([...first.objects, ...second.objects].map(({ key }) => key)).toEqual(['a/1', 'a/2', 'a/3']);
  expect(second.next).toBeNull();
});

/** The example "GET Bucket (List Objects)" of Amazon's description of signatures. */
describe('the server of the tests', () => {
  const fault = (signature: string, secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY') =>
    signatureFault(
      {
        method: 'GET',
        url: '/?max-keys=2&prefix=J',
        headers: {
          host: 'examplebucket.s3.amazonaws.com',
          'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          'x-amz-date': '20130524T000000Z',
          authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
        },
      },
      {
        body: Buffer.alloc(0),
        now: Date.UTC(2013, 4, 24),
        credentials: { AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE', AWS_SECRET_ACCESS_KEY: secret },
      },
    );
  const right = '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7';

  it('knows a right signature from a wrong one', () => {
    expect(fault(right)).toBeNull();
    expect(fault(right.replace('3', '4'))).toBe('SignatureDoesNotMatch');
    expect(fault(right, 'other')).toBe('SignatureDoesNotMatch');
  });
});
