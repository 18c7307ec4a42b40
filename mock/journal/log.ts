/** What the store says of itself, line by line, for people or as JSON: nothing secret and no control characters in it. */
import { visible } from '../../text.ts';
import { type Exchanged, sentReply, whyOf } from './record.ts';
import type { Redactor } from './redact.ts';

export type LogFormat = 'text' | 'json';

export interface Log {
  /** With the redactor of this exchange. */
  readonly exchange: (exchanged: Exchanged, redact: Redactor) => void;
  /** Anything else, such as a reload. */
  readonly note: (text: string) => void;
}

/** `sink` gets lines without line ends. */
export function createLog(format: LogFormat, sink: (line: string) => void): Log {
  if (format === 'text')
    return {
      exchange: (exchanged, redact) => sink(logLine(exchanged, redact)),
      note: (text) => sink(visible(text)),
    };
  return {
    exchange: (exchanged, redact) => sink(asJson(factsOf(exchanged, redact))),
    note: (text) => sink(asJson({ time: new Date().toISOString(), message: text })),
  };
}

const MAX_TARGET = 200;
const MAX_WHY = 400;

/** `POST /orders 400 3ms  body.id: expected integer, got string "7"` */
function logLine(exchanged: Exchanged, redact: Redactor): string {
  const { method, milliseconds, handled } = exchanged;
  const why = whyOf(exchanged);
  const shown = cut(redact.target(exchanged.target), MAX_TARGET);
  const seen =
    [sentReply(exchanged)?.status, handled.fault].filter((one) => one !== undefined).join(' ') || 'aborted';
  const line = `${method} ${shown} ${seen} ${Math.round(milliseconds)}ms`;
  return visible(why === undefined ? line : `${line}  ${cut(redact.text(why), MAX_WHY)}`);
}

function factsOf(exchanged: Exchanged, redact: Redactor) {
  const { started, milliseconds, method, handled } = exchanged;
  const why = whyOf(exchanged);
  return {
    time: new Date(started).toISOString(),
    method,
    path: cut(redact.target(exchanged.target), MAX_TARGET),
    status: sentReply(exchanged)?.status ?? null,
    ms: Math.round(milliseconds * 10) / 10,
    operation: handled.operation?.id ?? null,
    valid: handled.violations.length === 0,
    why: why === undefined ? null : cut(redact.text(why), MAX_WHY),
    rule: handled.rule ?? null,
    fault: handled.fault ?? null,
    mount: handled.mount,
  };
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}

/** JSON escapes the C0 controls itself; what else could draw on a terminal is escaped in the same way. */
function asJson(facts: Readonly<Record<string, unknown>>): string {
  return visible(JSON.stringify(facts));
}
