import type { ExtractedText, Inside } from './outcome.ts';
import { OfficePackage } from './package.ts';
import { LimitedText } from './text-sink.ts';
import { addUnshown } from './unshown.ts';
import { runs } from './word.ts';

const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/;

/** Extracts slides in the order of their numbers, each with its notes. */
export async function extractSlides(content: Uint8Array, inside: Inside): Promise<ExtractedText> {
  const file = await OfficePackage.open(content);
  const sink = new LimitedText(inside.extent);
  const slides = file.names(SLIDE);
  for (const slide of slides) {
    if (sink.full) break;
    const notes = `ppt/notesslides/notesslide${SLIDE.exec(slide)?.[1]}.xml`;
    for (const name of [slide, notes]) if (file.has(name)) await file.read(name, runs(sink));
    sink.add('\n');
  }
  for (const name of file.names(/^ppt\/comments\/.*\.xml$/)) await file.read(name, comments(sink));
  const whole = await addUnshown(sink, file, inside);
  return { text: sink.text, truncated: sink.full || !whole, pageCount: slides.length, extractor: 'pptx' };
}

function comments(sink: LimitedText) {
  let inside = false;
  return {
    open: (name: string) => {
      inside = name === 'text' || name === 't';
    },
    text: (text: string) => {
      if (inside) sink.add(`${text}\n`);
    },
    close: () => {
      inside = false;
    },
    enough: () => sink.full,
  };
}
