import { anchor } from './markdown.ts';

/**
 * Makes pages of the generated Markdown: headings, paragraphs, lists, tables, fences, code and links. Text of
 * one line each, as the reference has it.
 */

/** A page's part of the Markdown, and where links of it lead. */
export interface PageSource {
  readonly markdown: string;
  /** The address of a link's target on these pages. */
  readonly link: (target: string, label: string) => string;
}

export function htmlOf({ markdown, link }: PageSource): string {
  const html: string[] = [];
  const blocks = markdown.split(/\n{2,}/);
  for (let index = 0; index < blocks.length; index++) {
    let block = blocks[index] ?? '';
    // A fence may have empty lines.
    while (block.startsWith('```') && !block.endsWith('\n```') && index + 1 < blocks.length) {
      block += `\n\n${blocks[++index]}`;
    }
    if (block.trim() !== '') html.push(blockOf(block.trim(), link));
  }
  return html.join('\n');
}

function blockOf(block: string, link: PageSource['link']): string {
  const [, marks = '', heading = ''] = /^(#+) (.*)$/.exec(block) ?? [];
  if (marks !== '') {
    const level = marks.length;
    return `<h${level} id="${anchor(heading)}">${inline(heading, link)}</h${level}>`;
  }
  if (block.startsWith('```')) return `<pre><code>${escaped(block.replace(/^.*\n|\n.*$/g, ''))}</code></pre>`;
  if (block.startsWith('|')) return tableOf(block.split('\n'), link);
  if (block.startsWith('- ')) {
    const items = block.split(/\n(?=- )/).map((item) => `<li>${inline(item.slice(2), link)}</li>`);
    return `<ul>${items.join('')}</ul>`;
  }
  return `<p>${inline(block, link)}</p>`;
}

function tableOf([head = '', , ...rows]: readonly string[], link: PageSource['link']): string {
  const cells = (row: string) => row.slice(2, -2).split(' | ');
  const line = (row: string, tag: 'th' | 'td') =>
    `<tr>${cells(row)
      .map((text) => {
        // A heading of a column that needs none.
        const name = tag === 'th' && text.trim() === '' ? 'about' : text.trim();
        return `<${tag}>${inline(name.replaceAll('\\|', '|'), link)}</${tag}>`;
      })
      .join('')}</tr>`;
  return `<table><thead>${line(head, 'th')}</thead><tbody>${rows.map((row) => line(row, 'td')).join('')}</tbody></table>`;
}

function inline(text: string, link: PageSource['link']): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.endsWith('`') && part.length > 2
        ? `<code>${escaped(part.slice(1, -1))}</code>`
        : escaped(part).replace(
            /\[([^\]]+)\]\(([^)]+)\)/g,
            (_, label: string, target: string) => `<a href="${link(target, label)}">${label}</a>`,
          ),
    )
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
