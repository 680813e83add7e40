import { Box, Text } from 'ink';
import { useSyncExternalStore } from 'react';
import { Border, Lines } from '../lines.tsx';
import type { StateStore } from '../store.ts';
import { type Frame, frameOf } from './frame.ts';
import type { Pane } from './layout.ts';
import type { Action, ReviewState, VisiblePart } from './state.ts';
import { paint, type TextLine } from './text.ts';

interface ScreenProps {
  readonly store: StateStore<ReviewState, Action>;
  readonly colours: boolean;
  /** Receives the visible part of the message with each frame. */
  readonly shown: { painted: VisiblePart | undefined };
}

/** A title, the queue and the message beside each other, the status, and the keys. */
export function ReviewScreen({ store, colours, shown }: ScreenProps) {
  const state = useSyncExternalStore(store.subscribe, store.state);
  const frame = frameOf(state);
  shown.painted = frame.painted;
  const { layout, title, status, keys } = frame;
  const { columns, rows } = state.size;
  const bar = (line: TextLine) => (
    <Painter lines={[line]} pane={{ width: columns, height: 1 }} colours={colours} />
  );
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

interface PanesProps {
  readonly frame: Frame;
  readonly columns: number;
  readonly colours: boolean;
}

function Panes({ frame, columns, colours }: PanesProps) {
  const { layout, queue, message, page } = frame;
  const { height } = layout.queue;
  if (page) return <Painter lines={page} pane={{ width: columns, height }} colours={colours} />;
  return (
    <>
      {queue && <Painter lines={queue} pane={layout.queue} colours={colours} />}
      {queue && message && (
        <Border height={height} paint={(text) => paint([{ text, tone: 'quiet' }], colours)} />
      )}
      {message && <Painter lines={message} pane={layout.message} colours={colours} />}
    </>
  );
}

interface PainterProps {
  readonly lines: readonly TextLine[];
  readonly pane: Pane;
  readonly colours: boolean;
}

function Painter({ lines, pane, colours }: PainterProps) {
  return <Lines lines={lines.map((line) => paint(line, colours))} {...pane} />;
}
