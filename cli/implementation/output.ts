/** What a process says, of which the end is kept. */
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { visible } from '../../text.ts';

export interface Output {
  /** All that is kept, a line each, secrets masked, control characters made visible. */
  lines(): readonly string[];
  /** The last of them that are not empty, cut to what a screen takes. */
  lastLines(): readonly string[];
}

/** Of streams that write lines, in the order in which these are complete. `mask` takes secrets out of what is shown. */
export function collectOutput(streams: readonly Readable[], mask: (text: string) => string): Output {
  const ring = lineRing();
  const partial = streams.map((stream) => collectLines(stream, ring.add));
  const shown = (line: Line) => textOf(line, mask);
  const all = () => [
    ...ring.lines(),
    ...partial.map((unfinished) => unfinished()).filter(({ bytes }) => bytes.length > 0),
  ];
  return {
    lines: () => all().map(shown),
    lastLines: () =>
      all()
        .slice(-SHOWN_LINES * 5)
        .map(shown)
        .filter((line) => line.trim() !== '')
        .slice(-SHOWN_LINES)
        .map((line) => (line.length > SHOWN_LENGTH ? `${line.slice(0, SHOWN_LENGTH)}...` : line)),
  };
}

const SHOWN_LINES = 20;
const SHOWN_LENGTH = 400;

const KEPT_BYTES = 4_000_000;
const KEPT_OF_LINE = 8_192;

interface Line {
  readonly bytes: Buffer;
  /** There was more of it. */
  readonly isCut: boolean;
}

/** The beginning is dropped in pieces: line by line would be slow for thousands of them. */
function lineRing() {
  const lines: Line[] = [];
  let size = 0;
  const drop = () => {
    const first = lines.findIndex(({ bytes }) => {
      size -= bytes.length + 1;
      return size <= KEPT_BYTES;
    });
    lines.splice(0, first + 1);
  };
  return {
    lines: (): readonly Line[] => lines,
    add: (line: Line) => {
      lines.push(line);
      size += line.bytes.length + 1;
      if (size > KEPT_BYTES * 1.25) drop();
    },
  };
}

const NEWLINE = 0x0a;

/** Returns what gives the line that has no end yet. */
function collectLines(stream: Readable, add: (line: Line) => void): () => Line {
  let line: Line = nothing;
  stream.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      add(longer(line, chunk.subarray(from, end)));
      line = nothing;
      from = end + 1;
    }
    line = longer(line, chunk.subarray(from));
  });
  return () => line;
}

const nothing: Line = { bytes: Buffer.alloc(0), isCut: false };

function longer({ bytes, isCut }: Line, more: Buffer): Line {
  const room = KEPT_OF_LINE - bytes.length;
  return { bytes: Buffer.concat([bytes, more.subarray(0, room)]), isCut: isCut || more.length > room };
}

/** Colours are taken out, and of a line that was written over itself the last is left, as a terminal would show it. */
function textOf({ bytes, isCut }: Line, mask: (text: string) => string): string {
  const [last = ''] = stripVTControlCharacters(decoded(bytes)).trimEnd().split('\r').slice(-1);
  return visible(mask(isCut ? `${last}...` : last).replaceAll('\t', '  '));
}

/** Bytes that are no UTF-8 are shown one by one. */
function decoded(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes
    .toString('latin1')
    .replaceAll(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}
