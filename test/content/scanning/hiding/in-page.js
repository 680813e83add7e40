/** What runs in the pages of the browser; `shown.ts` reads this file and hands it over as text. */

/**
 * Lays letters out, each as a document of its own without scripts, and shows of each the place of its word; nothing
 * where the word is outside of the first screen.
 */
export async function layOut({ letters, word, screen, view, columns }) {
  const main = document.querySelector('main');
  document.body.style.margin = '0';
  main.style.cssText = `display:grid;grid-template-columns:repeat(${columns},${view.width}px);grid-auto-rows:${view.height}px`;
  await Promise.all(
    letters.map(async (html) => {
      const place = document.createElement('div');
      place.style.cssText = 'overflow:hidden;position:relative';
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-same-origin');
      frame.style.cssText = `border:0;position:absolute;width:${screen.width}px;height:${screen.height}px`;
      frame.srcdoc = `<!doctype html>${html}`;
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      place.append(frame);
      main.append(place);
      await loaded;
      const at = placeOf(frame.contentDocument, word, screen);
      if (at === null) frame.remove();
      // Half of the view is left for marks that aren't where the letters are.
      frame.style.left = `${-Math.max(0, (at?.left ?? 0) - view.width / 4)}px`;
      frame.style.top = `${-Math.max(0, (at?.top ?? 0) - view.height / 4)}px`;
    }),
  );
}

/** Where a document has the word: in its text, or as a value of an attribute that is displayed. */
function placeOf(document, word, screen) {
  const boxes = holders(document, word).flatMap((node) => {
    if (node.nodeType === Node.ATTRIBUTE_NODE) return [...(node.ownerElement?.getClientRects() ?? [])];
    const range = document.createRange();
    const start = node.data.indexOf(word);
    range.setStart(node, start);
    range.setEnd(node, start + word.length);
    return [...range.getClientRects()];
  });
  const isOnScreen = ({ left, right, top, bottom }) =>
    right > 0 && bottom > 0 && left < screen.width && top < screen.height;
  if (boxes.length === 0) return { left: 0, top: 40 };
  return boxes.find(isOnScreen) ?? null;
}

/** Text nodes and attributes with the word. */
function holders(document, word) {
  const found = [];
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE && node.data.includes(word)) found.push(node);
    for (const attribute of node.attributes ?? []) if (attribute.value.includes(word)) found.push(attribute);
    for (const child of node.childNodes) visit(child);
  };
  visit(document);
  return found;
}

/** Writes another word in place of the first in all letters. */
export async function exchange({ from, to }) {
  for (const frame of document.querySelectorAll('iframe')) {
    for (const node of holders(frame.contentDocument, from)) {
      if (node.nodeType === Node.TEXT_NODE) node.data = node.data.replaceAll(from, to);
      else node.ownerElement.setAttribute(node.name, node.value.replaceAll(from, to));
    }
  }
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** A difference of this much in a channel is read by anyone, and one below the other by nobody. */
const STRONG = 56;
const WEAK = 26;

/** Counts pixels of each view that differ between two pictures. */
export async function changes({ pictures, count, view, columns }) {
  const [before, after] = await Promise.all(pictures.map(pixels));
  return Array.from({ length: count }, (_, index) => {
    const left = (index % columns) * view.width;
    const top = Math.floor(index / columns) * view.height;
    let strong = 0;
    let weak = 0;
    for (let y = top; y < top + view.height; y++) {
      for (let x = left; x < left + view.width; x++) {
        const at = 4 * (y * before.width + x);
        let most = 0;
        for (let channel = 0; channel < 3; channel++)
          most = Math.max(most, Math.abs(before.data[at + channel] - after.data[at + channel]));
        if (most >= STRONG) strong++;
        if (most >= WEAK) weak++;
      }
    }
    return { strong, weak };
  });
}

async function pixels(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}
