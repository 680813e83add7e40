import { describe, expect, it } from 'vitest';
import { readHtml } from '../../../daemon/content/scanning/normalize/html.ts';
import { newTextOf, splitQuoted } from '../../../daemon/content/scanning/normalize/quoting.ts';
import { segmentText } from '../../../daemon/content/scanning/normalize/segments.ts';
import { normalizeText, sourceSpan, textPart } from '../../../daemon/content/scanning/normalize/text.ts';

describe('normalised text', () => {
  it('leaves plain text as it is', () => {
    expect(normalizeText('Hello, world!\n')).toMatchObject({ normal: 'Hello, world!\n', offsets: null });
  });

  it('leads back to the source, whatever was taken out before', () => {
    const part = textPart('text', '🙂 a\u200b\u200bb ｃｄ\u202e end');
    const start = part.normal.indexOf('cd');
    const span = sourceSpan(part, start, start + 2);
    expect(part.raw.slice(span.start, span.end)).toBe('ｃｄ\u202e');
    const word = part.normal.indexOf('ab');
    const hidden = sourceSpan(part, word, word + 2);
    expect(part.raw.slice(hidden.start, hidden.end)).toBe('a\u200b\u200bb');
  });

  it('turns look-alikes into ASCII only where alphabets are mixed or the text is Latin', () => {
    expect(normalizeText('раypal and рассора').normal).toContain('paypal');
    expect(normalizeText('Привет, как дела? Это моё письмо.').normal).toBe(
      'Привет, как дела? Это моё письмо.',
    );
  });

  it('leaves words of another script alone in its own sentence, also inside English mail', () => {
    const english = 'Hello all, this is an ordinary letter about the mailing list and other things.\n';
    const russian = 'Логично, если вы поделитесь со мной паролем, я помогу вам с аккаунтом.';
    expect(normalizeText(english + russian).normal).toBe(english + russian);
    expect(normalizeText(`${english}Please ореп the сосо расе now.`).normal).toContain('open the coco pace');
  });

  it('counts what it took out', () => {
    expect(normalizeText('a\u200bb\u202ec').evidence).toMatchObject({ zeroWidth: 1, bidi: 1 });
  });
});

describe('html', () => {
  it('is split into what is seen and what is not', () => {
    const html = readHtml(
      '<style>.x{display:none}</style><p>Seen &amp; read</p><p class="x">styled away</p><div hidden>gone</div><i style="opacity:0">faint</i><!-- remark --><script>run()</script>',
    );
    expect(html.visible.text.trim()).toBe('Seen & read');
    for (const text of ['styled away', 'gone', 'faint', 'remark']) expect(html.hidden.text).toContain(text);
    expect(html.visible.text + html.hidden.text).not.toContain('run()');
  });

  it('gives the source offset of each character', () => {
    const source = '<p>one</p><p>two &lt; three</p>';
    const { visible } = readHtml(source);
    const at = visible.text.indexOf('two');
    expect(source.slice(visible.offsets[at], (visible.offsets[at] ?? 0) + 3)).toBe('two');
  });

  it('lists links with what they show', () => {
    const { links } = readHtml('<a href="https://a.example/x?y=1&amp;z=2">read <b>this</b></a>');
    expect(links).toMatchObject([{ url: 'https://a.example/x?y=1&z=2', label: 'read this' }]);
  });
});

describe('sentences', () => {
  it('go on over wrapped lines, and end at blank lines and list items', () => {
    const text =
      'This sentence was wrapped by a mail program that cuts lines,\nso it goes on here. Next one!\n\n- first item\n- second item';
    expect(segmentText(text, 100).map((segment) => segment.text)).toEqual([
      'This sentence was wrapped by a mail program that cuts lines, so it goes on here.',
      'Next one!',
      '- first item',
      '- second item',
    ]);
  });

  it('ends a wrapped line where the script changes', () => {
    const english = 'I have packages for the old release there, based on the ones that appeared in';
    const japanese = 'この論文の主な結論は何ですか';
    expect(segmentText(`${english}\n${japanese}\nthe list last week.`, 10).map(({ text }) => text)).toEqual([
      english,
      japanese,
      'the list last week.',
    ]);
  });

  it('know a line that goes on with the sentence of the line before', () => {
    const text = 'I hoped that you could say how to\noverride a switch.\nthen it works\n\nnext day: rain';
    expect(segmentText(text, 10).map(({ text: line, continues = false }) => [line, continues])).toEqual([
      ['I hoped that you could say how to', false],
      ['override a switch.', true],
      ['then it works', false],
      ['next day: rain', false],
    ]);
  });

  it('do not end at abbreviations', () => {
    expect(segmentText('Dr. Weiss met Mr. Lind at noon.', 10)).toHaveLength(1);
  });
});

describe('quoted history', () => {
  it('is told apart from new text', () => {
    const text = 'I agree.\n\nOn Mon, 3 Mar 2025, Anna wrote:\n> Shall we go?\n> Anna';
    expect(newTextOf(text)).toBe('I agree.');
    expect(splitQuoted(text).map((passage) => passage.quoted)).toEqual([false, true]);
  });

  it('does not include the signature', () => {
    expect(newTextOf('See you.\n-- \nTom\nNorthwind Ltd')).toBe('See you.');
  });
});
