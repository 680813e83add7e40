import { describe, expect, it } from 'vitest';
import { bucketOf, writeBucketUrl } from '../../../../daemon/platform/store/bucket/location.ts';
import { bucketAt } from '../../../support/s3.ts';
import { S3_CREDENTIALS } from '../../../support/s3-signature.ts';
import { temporaryHome } from '../../../support/temporary.ts';

describe('the URL of a bucket', () => {
  it('names a bucket of Amazon, unless it has an endpoint', () => {
    expect(bucketAt('s3://mail.example').base).toBe('https://mail.example.s3.us-east-1.amazonaws.com');
    expect(bucketAt('s3://mail?region=eu-west-3&path_style=true').base).toBe(
      'https://s3.eu-west-3.amazonaws.com/mail',
    );
    expect(bucketAt('s3://mail?endpoint=http://garage:3900&region=garage')).toMatchObject({
      base: 'http://garage:3900/mail',
      region: 'garage',
      prefix: '',
      attempts: 4,
      cacheBytes: 2048 * 1024 * 1024,
    });
    expect(bucketAt('s3://mail/a/b/?endpoint=https://s3.example&path_style=false&cache_mb=1')).toMatchObject({
      base: 'https://mail.s3.example',
      prefix: 'a/b/',
      cacheBytes: 1024 * 1024,
    });
  });

  it.each([
    ['https://mail', 'must be s3://bucket/prefix'],
    ['', 'must be s3://bucket/prefix'],
    ['s3://Mail_1', 'no valid name'],
    ['s3://key:secret@mail', 'must not have credentials'],
    ['s3://mail/a//b', 'invalid prefix'],
    ['s3://mail/a b', 'invalid prefix'],
    ['s3://mail?zone=1', 'unknown parameter "zone"'],
    ['s3://mail?region=a/b', 'invalid region'],
    ['s3://mail?endpoint=garage:3900', 'endpoint of'],
    ['s3://mail?endpoint=http://garage/path', 'endpoint of'],
    ['s3://mail?path_style=1', 'path_style of'],
    ['s3://mail?attempts=0', 'attempts of'],
    ['s3://mail?cache_mb=1.5', 'cache_mb of'],
  ])('is not %j', (url, reason) => {
    expect(() => bucketAt(url)).toThrow(reason);
  });

  it('needs credentials in the environment', () => {
    expect(() => bucketAt('s3://mail', { AWS_ACCESS_KEY_ID: 'x' })).toThrow('needs AWS_ACCESS_KEY_ID and');
    expect(bucketAt('s3://mail', { ...S3_CREDENTIALS, AWS_SESSION_TOKEN: 'token' }).credentials).toEqual({
      accessKeyId: S3_CREDENTIALS.AWS_ACCESS_KEY_ID,
      secretAccessKey: S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY,
      sessionToken: 'token',
    });
  });

  it('is read from the home when none is given', () => {
    const home = temporaryHome();
    const read = (given?: string) => bucketOf({ home, given, environment: S3_CREDENTIALS })?.bucket;
    expect(read()).toBeUndefined();
    writeBucketUrl(home, 's3://mail-of-home');
    expect(read()).toBe('mail-of-home');
    expect(read('s3://other')).toBe('other');
    writeBucketUrl(home, null);
    expect(read()).toBeUndefined();
  });
});
