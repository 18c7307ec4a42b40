/** The server's log, one line per event, as text or JSON: without secrets and control characters. */
import { sanitizeLine } from '../../sanitize.ts';
import type { ConnectionFault } from '../model/rule.ts';
import { type CompletedExchange, exchangeReason, type LogRedactor, sentResponse } from './create-entry.ts';

export type LogFormat = 'text' | 'json';

export interface Log {
  /** `redact` is the redactor of this exchange. */
  readonly exchange: (exchange: CompletedExchange, redact: LogRedactor) => void;
  /** Logs any other event, such as a reload. */
  readonly note: (text: string) => void;
}

/** `writeLine` receives lines without line ends. */
export function createLog(format: LogFormat, writeLine: (line: string) => void): Log {
  if (format === 'text')
    return {
      exchange: (exchange, redact) => writeLine(logLine(exchange, redact)),
      note: (text) => writeLine(sanitizeLine(text)),
    };
  return {
    exchange: (exchange, redact) => writeLine(jsonLine(logFields(exchange, redact))),
    note: (text) => writeLine(jsonLine({ time: new Date().toISOString(), message: text })),
  };
}

const MAX_TARGET = 200;
const MAX_REASON = 400;

/** `POST /orders 400 3ms  body.id: expected integer, got string "7"` */
function logLine(exchange: CompletedExchange, redact: LogRedactor): string {
  const { method, milliseconds, handledRequest } = exchange;
  const reason = exchangeReason(exchange);
  const shown = truncate(redact.target(exchange.target), MAX_TARGET);
  const outcome = outcomeText(sentResponse(exchange)?.status, handledRequest.connectionFault);
  const sent = exchange.outgoing === undefined ? '' : `${exchange.outgoing.kind} ${exchange.outgoing.name}: `;
  const line = `${sent}${method} ${shown} ${outcome} ${Math.round(milliseconds)}ms`;
  return sanitizeLine(reason === undefined ? line : `${line}  ${truncate(redact.text(reason), MAX_REASON)}`);
}

function outcomeText(status: number | undefined, fault: ConnectionFault | undefined): string {
  if (status === undefined) return fault ?? 'aborted';
  return fault === undefined ? String(status) : `${status} ${fault}`;
}

function logFields(exchange: CompletedExchange, redact: LogRedactor) {
  const { started, milliseconds, method, handledRequest } = exchange;
  const reason = exchangeReason(exchange);
  return {
    time: new Date(started).toISOString(),
    method,
    path: truncate(redact.target(exchange.target), MAX_TARGET),
    status: sentResponse(exchange)?.status ?? null,
    ms: Math.round(milliseconds * 10) / 10,
    kind: exchange.outgoing?.kind ?? 'request',
    operation: exchange.outgoing?.name ?? handledRequest.operation?.id ?? null,
    valid: handledRequest.violations.length === 0,
    why: reason === undefined ? null : truncate(redact.text(reason), MAX_REASON),
    rule: handledRequest.ruleId ?? null,
    fault: handledRequest.connectionFault ?? null,
    mount: handledRequest.mount,
  };
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}

/** JSON escapes the C0 controls itself; other characters that affect a terminal are escaped in the same way. */
function jsonLine(fields: Readonly<Record<string, unknown>>): string {
  return sanitizeLine(JSON.stringify(fields));
}
