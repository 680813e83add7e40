interface Options {
  readonly values: readonly number[];
  readonly times: readonly string[];
  /** Says what the bars show, to people who can't see them. */
  readonly label: string;
  readonly className: string;
}

const STEP = 10;
const BAR = 8;
const HEIGHT = 60;

/** Bars on a scale of their own, as few messages are held of many. */
export function Plot({ values, times, label, className }: Options) {
  const most = Math.max(1, ...values);
  return (
    <>
      <svg
        role="img"
        aria-label={label}
        className={`plot ${className}`}
        viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {values.map((value, index) => {
          // The smallest count shows too.
          const height = value === 0 ? 0 : Math.max(2, (value / most) * HEIGHT);
          return (
            <rect key={times[index]} x={index * STEP} y={HEIGHT - height} width={BAR} height={height}>
              <title>{`${times[index]}: ${value}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="quiet ends" aria-hidden="true">
        <span>{times[0]}</span>
        <span>{times.at(-1)}</span>
      </p>
    </>
  );
}
