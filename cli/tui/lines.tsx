import { Box, Text, Transform } from 'ink';
import { memo } from 'react';
import { BORDER_CELL, WHOLE_LINE_CELL } from './screen-output.ts';

interface LinesProps {
  /** Safe for a terminal, in their colours: Ink's own colours depend on its own detection. */
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
}

/** Lines that fit. They are one text, because Ink lays out each text on its own, which takes longer. */
export const Lines = memo(({ lines, width, height }: LinesProps) => (
  <Box width={width} height={height} flexShrink={0}>
    <Transform transform={drawnAsWhole}>
      <Text wrap="truncate-end">{lines.join('\n')}</Text>
    </Transform>
  </Box>
));

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with ESC.
const PLAIN = /^(?:[\x20-\x7e]|\u001b\[[\d;]*m)*$/;

/** Ink draws only the changed end of a line, whose column depends on the widths of the terminal. */
function drawnAsWhole(line: string): string {
  return PLAIN.test(line) ? line : line.replace(' ', WHOLE_LINE_CELL);
}

/** Columns of the border between two panes. */
const BORDER_WIDTH = 3;
const BORDER = ' │ ';

/** The border between two panes. */
export const Border = memo(({ height, paint }: { height: number; paint: (text: string) => string }) => (
  <Box width={BORDER_WIDTH} height={height} flexShrink={0}>
    <Transform transform={(line) => line.replace('│', BORDER_CELL)}>
      <Text>{Array(height).fill(paint(BORDER)).join('\n')}</Text>
    </Transform>
  </Box>
));
