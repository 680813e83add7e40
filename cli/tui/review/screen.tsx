import { Box, Text } from 'ink';
import { memo } from 'react';
import type { Frame } from './frame.ts';
import { BORDER } from './ink-output.ts';
import type { Pane } from './layout.ts';
import { type Line, paint } from './text.ts';

/** The screen: a title, the queue and the message beside each other, what was said, and the keys. */

interface LinesProps {
  readonly lines: readonly Line[];
  readonly pane: Pane;
  readonly colours: boolean;
}

/**
 * Lines that fit their pane already. One text for all of them: each text is laid out by itself, and that
 * takes time.
 */
const Lines = memo(({ lines, pane, colours }: LinesProps) => (
  <Box width={pane.width} height={pane.height} flexShrink={0}>
    <Text wrap="truncate-end">{lines.map((line) => paint(line, colours)).join('\n')}</Text>
  </Box>
));

interface ScreenProps {
  readonly frame: Frame;
  readonly columns: number;
  readonly rows: number;
  readonly colours: boolean;
}

export function Screen({ frame, columns, rows, colours }: ScreenProps) {
  const { layout, title, status, keys } = frame;
  const bar = (line: Line) => <Lines lines={[line]} pane={{ width: columns, height: 1 }} colours={colours} />;
  if (layout.panes === 'none') return <Text wrap="truncate-end">The terminal is too small.</Text>;
  return (
    <Box width={columns} height={rows} flexDirection="column">
      {bar(title)}
      <Box height={layout.queue.height} flexShrink={0}>
        <Panes frame={frame} columns={columns} colours={colours} />
      </Box>
      {bar(status)}
      {keys && bar(keys)}
    </Box>
  );
}

function Panes({ frame, columns, colours }: Omit<ScreenProps, 'rows'>) {
  const { layout, queue, message, page } = frame;
  if (page)
    return <Lines lines={page} pane={{ width: columns, height: layout.queue.height }} colours={colours} />;
  return (
    <>
      {queue && <Lines lines={queue} pane={layout.queue} colours={colours} />}
      {queue && message && <Separator height={layout.queue.height} colours={colours} />}
      {message && <Lines lines={message} pane={layout.message} colours={colours} />}
    </>
  );
}

function Separator({ height, colours }: { readonly height: number; readonly colours: boolean }) {
  const line: Line = [{ text: Array(height).fill(` ${BORDER} `).join('\n'), tone: 'quiet' }];
  return <Lines lines={[line]} pane={{ width: 3, height }} colours={colours} />;
}
