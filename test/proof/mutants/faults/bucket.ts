import { type Fault, faultsOf } from '../fault.ts';

const LOCATION = ['test/platform/store/bucket/location.test.ts'];
const BUCKET = ['test/platform/store/bucket/bucket.test.ts'];
const CACHE = ['test/platform/store/bucket/object-cache.test.ts'];

export const bucket: readonly Fault[] = [
  ...faultsOf('daemon/platform/store/bucket/location.ts', LOCATION, [
    ["if (url.username !== '' || url.password !== '') {", 'if (false) {'],
    ["prefix: prefix === '' ? '' : `${prefix}/`,", 'prefix,'],
    ["|| prefix.includes('//')", ''],
    ['if (!PARAMETERS.has(name))', 'if (false)'],
    ['String(endpoint !== undefined)', "'true'"],
    ['if (!id || !secret) {', 'if (!id) {'],
    ['/^[1-9][0-9]{0,8}$/', '/^[0-9]{1,9}$/'],
    ["if (given !== undefined) return readBucketUrl(given, 'the bucket for blobs', environment);", ''],
    ['...(token && { sessionToken: token })', ''],
  ]),
  ...faultsOf('daemon/platform/store/bucket/bucket.ts', BUCKET, [
    ['if (sha256Of(body) !== sha256)', 'if (false)'],
    ['if (!isTransient || attempt', 'if (attempt'],
    ['attempt >= attempts', 'attempt > attempts'],
    ['if (this.#running < PARALLEL)', 'if (this.#running <= PARALLEL)'],
    ['const next = this.#waiting.shift();', 'const next = this.#waiting.pop();'],
    ['3 ** (attempt - 1)', '1'],
    [' && !/NoSuchBucket/.test(refusal.message)', ''],
    ['`${base}/${prefix}${key}`', '`${base}/${key}`'],
    ["this.#closed.abort(new BucketError('the daemon is stopping', { isTransient: false }));", ''],
  ]),
  ...faultsOf('daemon/platform/store/bucket/refusals.ts', BUCKET, [
    ["if (code === 'RequestTimeTooSkewed')", 'if (false)'],
    ['status >= 500 || ', ''],
    ['if (known) return', 'if (false) return'],
  ]),
  ...faultsOf('daemon/platform/store/bucket/object-cache.ts', CACHE, [
    ['content && sha256Of(content) === sha256', 'content'],
    ['    await this.remove(id);\n    return null;', '    return null;'],
    ['if (readers === 0) await this.remove(id);', 'await this.remove(id);'],
    ['if (running) return running;', ''],
    ['.finally(() => this.#loading.delete(id))', ''],
    ['if (name.endsWith(UNFINISHED)) await rm(this.#path(name), { force: true });', 'if (false) {}'],
    ['found.sort((one, other) => one.at - other.at)', 'found'],
    ['if (size > this.#options.maxBytes) return rm(path, { force: true });', ''],
    ['    this.#files.delete(id);\n    this.#files.set(id, file);\n    return file;', '    return file;'],
    ['this.#bytes -= this.#files.get(id)?.size ?? 0;', ''],
    [
      'this.#add(id, size).isVerified = true;',
      'this.#add(id, size);',
      'the next reader compares the digest itself',
    ],
  ]),
];
