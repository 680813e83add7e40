import { useEffect, useRef, useState } from 'react';
import { getAttachment } from '../../../../shared/contract/attachments.ts';
import { call, callForBytes, messageOf } from '../api.ts';

interface Options {
  readonly id: string;
  readonly index: number;
}

/** Saves a file, and shows it if it's a picture. */
export function File({ id, index, isPicture }: Options & { readonly isPicture: boolean }) {
  const [isShown, setShown] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = () =>
    call(getAttachment, { params: { id, idx: index } }).then(
      // The answer is a download, so the page stays. Only its path is taken, as the page has the API too.
      ({ url }) => location.assign(new URL(url).pathname),
      (error: unknown) => setProblem(messageOf(error)),
    );
  return (
    <>
      {isPicture && (
        <button type="button" className="link" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the picture' : 'Show the picture'}
        </button>
      )}{' '}
      <button type="button" className="link" onClick={save}>
        Download
      </button>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {isShown && <Picture id={id} index={index} />}
    </>
  );
}

/** Draws a picture from its bytes: the page may load none, and SVG, which can have scripts, isn't drawn. */
function Picture({ id, index }: Options) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const ended = new AbortController();
    callForBytes(getAttachment, { params: { id, idx: index }, signal: ended.signal })
      .then((bytes) => createImageBitmap(bytes))
      .then((picture) => {
        const { current: target } = canvas;
        if (!target) return;
        Object.assign(target, { width: picture.width, height: picture.height });
        target.getContext('2d')?.drawImage(picture, 0, 0);
        setDrawn(true);
      })
      .catch((error: unknown) => {
        if (!ended.signal.aborted) setProblem(messageOf(error));
      });
    return () => ended.abort();
  }, [id, index]);
  if (problem !== undefined) return <p role="alert">The picture can't be shown: {problem}</p>;
  return <canvas ref={canvas} hidden={!isDrawn} role="img" aria-label="The attached picture" />;
}
