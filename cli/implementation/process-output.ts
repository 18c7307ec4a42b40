/** Collects the end of a process's output. */
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { sanitizeLine } from '../../sanitize.ts';

export interface ProcessOutput {
  /** All kept lines, with masked secrets and visible control characters. */
  lines(): readonly string[];
  /** The last lines that are not empty, truncated to fit a screen. */
  lastLines(): readonly string[];
}

/** Collects the lines of the streams, in the order in which they are completed. `mask` masks secrets in the result. */
export function collectOutput(streams: readonly Readable[], mask: (text: string) => string): ProcessOutput {
  const buffer = createLineBuffer();
  const partial = streams.map((stream) => collectLines(stream, buffer.add));
  const toText = (line: OutputLine) => lineText(line, mask);
  const all = () => [
    ...buffer.lines(),
    ...partial.map((readPartial) => readPartial()).filter(({ bytes }) => bytes.length > 0),
  ];
  return {
    lines: () => all().map(toText),
    lastLines: () =>
      all()
        .slice(-MAX_SHOWN_LINES * 5)
        .map(toText)
        .filter((line) => line.trim() !== '')
        .slice(-MAX_SHOWN_LINES)
        .map((line) => (line.length > MAX_SHOWN_LENGTH ? `${line.slice(0, MAX_SHOWN_LENGTH)}...` : line)),
  };
}

const MAX_SHOWN_LINES = 20;
const MAX_SHOWN_LENGTH = 400;

const MAX_KEPT_BYTES = 4_000_000;
const MAX_LINE_BYTES = 8_192;

interface OutputLine {
  readonly bytes: Buffer;
  /** The line was longer. */
  readonly isCut: boolean;
}

/** Drops old lines in batches: one by one would be slow for thousands of lines. */
function createLineBuffer() {
  const lines: OutputLine[] = [];
  let size = 0;
  const drop = () => {
    const first = lines.findIndex(({ bytes }) => {
      size -= bytes.length + 1;
      return size <= MAX_KEPT_BYTES;
    });
    lines.splice(0, first + 1);
  };
  return {
    lines: (): readonly OutputLine[] => lines,
    add: (line: OutputLine) => {
      lines.push(line);
      size += line.bytes.length + 1;
      if (size > MAX_KEPT_BYTES * 1.25) drop();
    },
  };
}

const NEWLINE = 0x0a;

/** Returns a function that returns the line that is not complete yet. */
function collectLines(stream: Readable, add: (line: OutputLine) => void): () => OutputLine {
  let line: OutputLine = emptyLine;
  stream.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      add(appendToLine(line, chunk.subarray(from, end)));
      line = emptyLine;
      from = end + 1;
    }
    line = appendToLine(line, chunk.subarray(from));
  });
  return () => line;
}

const emptyLine: OutputLine = { bytes: Buffer.alloc(0), isCut: false };

function appendToLine({ bytes, isCut }: OutputLine, more: Buffer): OutputLine {
  const remainingBytes = MAX_LINE_BYTES - bytes.length;
  return {
    bytes: Buffer.concat([bytes, more.subarray(0, remainingBytes)]),
    isCut: isCut || more.length > remainingBytes,
  };
}

/** Removes colors, and keeps only the last text of a line that was overwritten with `\r`, as a terminal shows it. */
function lineText({ bytes, isCut }: OutputLine, mask: (text: string) => string): string {
  const [last = ''] = stripVTControlCharacters(decodeBytes(bytes)).trimEnd().split('\r').slice(-1);
  return sanitizeLine(mask(isCut ? `${last}...` : last).replaceAll('\t', '  '));
}

/** Output that is not UTF-8 is shown with escaped bytes. */
function decodeBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes.toString('latin1').replaceAll(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}
