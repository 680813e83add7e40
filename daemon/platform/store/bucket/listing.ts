import { parseDocument } from 'htmlparser2';
import { BucketError } from './errors.ts';
import type { BucketAnswer } from './refusals.ts';

export interface ListedObject {
  /** Without the prefix of the bucket's location. */
  readonly key: string;
  /** Milliseconds since 1970, by the bucket's clock. */
  readonly modified: number;
}

/** A page of a list of objects. */
export interface ObjectPage {
  readonly objects: readonly ListedObject[];
  /** The bucket's time, milliseconds since 1970. */
  readonly now: number;
  /** For the next page; null after the last one. */
  readonly next: string | null;
}

type XmlNode = ReturnType<typeof parseDocument>['children'][number];

/** Reads the answer of ListObjectsV2. */
export function readPage({ body, headers }: BucketAnswer, prefix: string): ObjectPage {
  const root = childrenOf(parseDocument(body.toString('utf8'), { xmlMode: true }), 'ListBucketResult')[0];
  const now = Date.parse(headers.get('date') ?? '');
  if (!root || Number.isNaN(now)) {
    throw new BucketError("its list of objects can't be read", { isTransient: false });
  }
  const objects = childrenOf(root, 'Contents').map((entry) => ({
    key: textOf(entry, 'Key').slice(prefix.length),
    modified: Date.parse(textOf(entry, 'LastModified')),
  }));
  const isLast = textOf(root, 'IsTruncated') !== 'true';
  return { objects, now, next: isLast ? null : textOf(root, 'NextContinuationToken') };
}

function childrenOf(node: XmlNode | ReturnType<typeof parseDocument>, name: string): XmlNode[] {
  if (!('children' in node)) return [];
  return node.children.filter((child) => 'name' in child && child.name === name);
}

function textOf(node: XmlNode, name: string): string {
  const [child] = childrenOf(node, name);
  if (!child || !('children' in child)) return '';
  return child.children.map((part) => ('data' in part ? part.data : '')).join('');
}
