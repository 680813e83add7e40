/** Text taken out of html, with the source offset of each character. */
export interface HtmlText {
  readonly text: string;
  readonly offsets: Uint32Array;
}

/** Gathers text with its offsets. */
export class TextSink {
  private readonly chunks: string[] = [];
  private offsets = new Uint32Array(1024);
  private length = 0;

  add(text: string, start: number, step: 0 | 1): void {
    if (this.length + text.length >= this.offsets.length) {
      const larger = new Uint32Array(2 * (this.length + text.length));
      larger.set(this.offsets);
      this.offsets = larger;
    }
    for (let index = 0; index < text.length; index++) this.offsets[this.length++] = start + index * step;
    this.chunks.push(text);
  }

  finish(end: number): HtmlText {
    this.add('\n', end, 0);
    return { text: this.chunks.join('').slice(0, -1), offsets: this.offsets.subarray(0, this.length) };
  }
}
