import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parse } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;
export type Node = DefaultTreeAdapterTypes.ChildNode;
export type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Limits of a page; parsing beyond them could take forever. */
const MAX_NODES = 100_000;
const MAX_DEPTH = 400;

/** Too many or too deeply nested elements. */
class UnreadableHtml extends Error {}

/** The tree that a browser without scripts builds from the source, as the HTML standard says. */
export function readHtml(source: string): DefaultTreeAdapterTypes.Document {
  let nodes = 0;
  let depth = 0;
  const count = (): void => {
    nodes++;
    if (nodes > MAX_NODES) throw new UnreadableHtml('has too many elements');
  };
  return parse(source, {
    // Parse the content of noscript: mail programs show it.
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...all) {
        count();
        return defaultTreeAdapter.createElement(...all);
      },
      createCommentNode(data) {
        count();
        return defaultTreeAdapter.createCommentNode(data);
      },
      onItemPush() {
        depth++;
        if (depth > MAX_DEPTH) throw new UnreadableHtml('is nested too deeply');
      },
      onItemPop() {
        depth--;
      },
    },
  });
}

export function isElement(node: Node | ParentNode): node is Element {
  return 'tagName' in node;
}

export function isHtmlElement(node: Element): boolean {
  return node.namespaceURI === html.NS.HTML;
}

export function childrenOf(node: Node | ParentNode): readonly Node[] {
  if (!('childNodes' in node)) return [];
  return 'content' in node ? [...node.childNodes, ...node.content.childNodes] : node.childNodes;
}

/** Every node below, those in templates too. */
export function* descendants(root: ParentNode): Generator<Node> {
  const open: Node[] = [...childrenOf(root)].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    for (const child of [...childrenOf(node)].reverse()) open.push(child);
  }
}

/** The name of an attribute as it is written, with its prefix. */
export function attributeName(attribute: Element['attrs'][number]): string {
  const { prefix, name } = attribute;
  return (prefix ? `${prefix}:${name}` : name).toLowerCase();
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attributeName(attribute) === name)?.value;
}
