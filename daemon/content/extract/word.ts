import type { ExtractedText, Inside } from './outcome.ts';
import { OfficePackage } from './package.ts';
import { LimitedText } from './text-sink.ts';
import { addUnshown } from './unshown.ts';
import type { XmlHandler } from './xml.ts';

/** Parts that Word displays, in reading order. */
const PARTS = [
  /^word\/document\d*\.xml$/,
  /^word\/(?:footnotes|endnotes)\.xml$/,
  /^word\/header\d*\.xml$/,
  /^word\/footer\d*\.xml$/,
  /^word\/comments\.xml$/,
];

export async function extractWord(content: Uint8Array, inside: Inside): Promise<ExtractedText> {
  const file = await OfficePackage.open(content);
  const sink = new LimitedText(inside.extent);
  for (const name of PARTS.flatMap((pattern) => file.names(pattern))) {
    if (sink.full) break;
    await file.read(name, runs(sink));
    sink.add('\n');
  }
  const whole = await addUnshown(sink, file, inside);
  return { text: sink.text, truncated: sink.full || !whole, pageCount: null, extractor: 'docx' };
}

/** The text runs of WordprocessingML and DrawingML: `t` holds text, `p` is a paragraph. */
export function runs(sink: LimitedText): XmlHandler {
  let inText = false;
  let inFallback = 0;
  return {
    open(name) {
      // A fallback for older programs repeats the text.
      if (name === 'Fallback') inFallback++;
      if (inFallback > 0) return;
      if (name === 't') inText = true;
      if (name === 'tab') sink.add('\t');
      if (name === 'br' || name === 'cr') sink.add('\n');
    },
    text(text) {
      if (inText && inFallback === 0) sink.add(text);
    },
    close(name) {
      if (name === 'Fallback') inFallback--;
      if (inFallback > 0) return;
      if (name === 't') inText = false;
      if (name === 'p') sink.add('\n');
      if (name === 'tc') sink.add('\t');
    },
    enough: () => sink.full,
  };
}
