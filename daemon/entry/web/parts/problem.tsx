/** A failure in the place of a view. */
export function Problem({ text, retry }: { readonly text: string; readonly retry?: () => unknown }) {
  return (
    <main className="center">
      <p role="alert">{text}</p>
      {retry && (
        <button type="button" onClick={() => retry()}>
          Try again
        </button>
      )}
    </main>
  );
}
