import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import { getTraffic } from '../../../../shared/contract/traffic.ts';
import { TRAFFIC_PERIODS } from '../../../../shared/contract/values.ts';
import { call, messageOf } from '../api.ts';
import { Plot } from './plot.tsx';
import { STATUS } from './queries.ts';

type Counts = ReplyOf<typeof getTraffic>['counts'];
type Period = ReplyOf<typeof getTraffic>['period'];

const PERIODS: Readonly<Record<Period, { readonly name: string; readonly each: string }>> = {
  day: { name: 'last 24 hours', each: 'an hour' },
  month: { name: 'last 30 days', each: 'a day' },
};

const SERIES = [
  ['received', 'Received'],
  ['sent', 'Sent'],
  ['held', 'Held'],
] as const;

/** Mail in, out and held: a plot, and the numbers behind it. */
export function Traffic() {
  const [period, setPeriod] = useState<Period>('day');
  const { data, error } = useQuery({
    queryKey: [STATUS, 'traffic', period],
    queryFn: ({ signal }) => call(getTraffic, { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Mail">
      <div className="head">
        <h2>Mail</h2>
        <select
          aria-label="Period"
          value={period}
          onChange={({ target }) => setPeriod(TRAFFIC_PERIODS.find((each) => each === target.value) ?? 'day')}
        >
          {TRAFFIC_PERIODS.map((each) => (
            <option key={each} value={each}>
              {PERIODS[each].name}
            </option>
          ))}
        </select>
      </div>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data && <Plots {...data} />}
    </section>
  );
}

function Plots({ counts, period }: { readonly counts: Counts; readonly period: Period }) {
  const { name, each } = PERIODS[period];
  const times = counts.map(({ from }) => timeOf(from, period));
  return (
    <>
      <div className="plots">
        {SERIES.map(([series, title]) => {
          const values = counts.map((count) => count[series]);
          const total = values.reduce((sum, value) => sum + value, 0);
          const most = Math.max(...values);
          const peak = most === 0 ? '' : `, at most ${most} ${each}`;
          return (
            <figure key={series}>
              <figcaption>
                <strong>{title}</strong> {total.toLocaleString()}
                {most > 0 && <span className="quiet">, peak {most.toLocaleString()}</span>}
              </figcaption>
              <Plot
                values={values}
                times={times}
                className={series}
                label={`${title} in the ${name}: ${total}${peak}`}
              />
            </figure>
          );
        })}
      </div>
      <details>
        <summary>Show the numbers</summary>
        <table>
          <thead>
            <tr>
              <th>{period === 'day' ? 'from' : 'day (UTC)'}</th>
              {SERIES.map(([series, title]) => (
                <th key={series}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {counts.map((count, index) => (
              <tr key={count.from}>
                <th scope="row">{times[index]}</th>
                {SERIES.map(([series]) => (
                  <td key={series}>{count[series].toLocaleString()}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

/** An hour in the time of the browser; a day is one of UTC, as it was counted. */
function timeOf(from: string, period: Period): string {
  return period === 'day'
    ? new Date(from).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    : new Date(from).toLocaleDateString([], { month: 'short', day: 'numeric', timeZone: 'UTC' });
}
