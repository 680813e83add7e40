/** What runs in the page of the browser test; the test reads this file and hands it over as text. */

/**
 * Shows letters the two ways that readers have: as pages in frames of their own, and as content of a page. Pokes every
 * element as a person would, and answers what the browser's own tree holds that is on no list.
 */
export async function showLetters({ pages, pieces, elements }) {
  const kept = new Set(elements);
  const strange = [];
  const main = document.querySelector('main');
  for (const html of pieces) {
    const place = document.createElement('div');
    place.innerHTML = html;
    main.append(place);
    poke(place);
  }
  const frames = pages.map(() => document.createElement('iframe'));
  await Promise.all(
    frames.map(async (frame, index) => {
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
      const loaded = new Promise((resolve) => {
        frame.addEventListener('load', resolve, { once: true });
        setTimeout(resolve, 3000);
      });
      frame.srcdoc = pages[index];
      main.append(frame);
      await loaded;
      if (frame.contentDocument) poke(frame.contentDocument);
    }),
  );
  return strange;

  function poke(root) {
    for (const element of root.querySelectorAll('*')) {
      const name = element.localName;
      if (!kept.has(name) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') strange.push(name);
      // Elements of a form can hide the form's own functions.
      for (const attribute of Element.prototype.getAttributeNames.call(element)) {
        if (/^(?:on.*|id|srcdoc|action|background)$/.test(attribute)) strange.push(`${name} ${attribute}`);
      }
      const address = element.href || element.src || '';
      if (address && !/^(?:https?|mailto|tel|cid):/.test(address)) strange.push(`${name} ${address}`);
      for (const kind of [
        'mouseover',
        'focus',
        'animationstart',
        'transitionend',
        'toggle',
        'error',
        'load',
      ]) {
        EventTarget.prototype.dispatchEvent.call(element, new Event(kind));
      }
    }
  }
}

/** What a reader sees of a letter. */
export function measureLetter() {
  return {
    // biome-ignore lint/performance/useDomNodeTextContent: what is laid out is what is compared.
    text: document.body.innerText,
    boxes: [...document.querySelectorAll('table, td, h1, h2, p, img, a')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.localName, x, y, width, height];
    }),
    pictures: [...document.images].map((image) => ({
      width: image.width,
      height: image.height,
      loaded: image.complete && image.naturalWidth > 0,
    })),
  };
}
