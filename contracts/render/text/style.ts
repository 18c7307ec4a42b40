/** Texts for a terminal: colours, and nothing that an implementation could draw on it. */
import { styleText } from 'node:util';

/** Each leaves a text as it is where there are no colours. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

/** No colours where NO_COLOR is set or the output is not a terminal. */
export function styleFor(stream: { readonly isTTY?: boolean }): Style {
  const isPlain = stream.isTTY !== true || (process.env['NO_COLOR'] ?? '') !== '';
  const paint = (format: 'bold' | 'dim' | 'red' | 'green' | 'yellow') => (text: string) =>
    isPlain ? text : styleText(format, text, { validateStream: false });
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
  };
}
