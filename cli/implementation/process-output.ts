/** What a process says, of which the end is kept. */
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { sanitizeLine } from '../../sanitize.ts';

export interface ProcessOutput {
  /** All that is kept, a line each, secrets masked, control characters made visible. */
  lines(): readonly string[];
  /** The last of them that are not empty, cut to what a screen takes. */
  lastLines(): readonly string[];
}

/** Of streams that write lines, in the order in which these are complete. `mask` takes secrets out of what is shown. */
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
  /** There was more of it. */
  readonly isCut: boolean;
}

/** The beginning is dropped in pieces: line by line would be slow for thousands of them. */
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

/** Returns what gives the line that has no end yet. */
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

/** Colours are taken out, and of a line that was written over itself the last is left, as a terminal would show it. */
function lineText({ bytes, isCut }: OutputLine, mask: (text: string) => string): string {
  const [last = ''] = stripVTControlCharacters(decodeBytes(bytes)).trimEnd().split('\r').slice(-1);
  return sanitizeLine(mask(isCut ? `${last}...` : last).replaceAll('\t', '  '));
}

/** Bytes that are no UTF-8 are shown one by one. */
function decodeBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes.toString('latin1').replaceAll(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}
