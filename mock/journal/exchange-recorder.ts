/** Records a completed exchange as a log line and a journal entry, with all secrets masked. */
import type { Storage } from '../model/storage.ts';
import { type CompletedExchange, type EntryParts, entryParts, exchangeRedactor, lazyEntry } from './create-entry.ts';
import { createLog, type Log, type LogFormat } from './log.ts';
import type { Redactor } from './redactor.ts';

export interface ExchangeRecorderSettings {
  /** Receives one line for each request. */
  readonly log?: (line: string) => void;
  readonly logFormat?: LogFormat;
  readonly storage: Storage;
}

/** Returns a promise only if the journal is stored outside the process. Neither throws nor rejects. */
export type ExchangeRecorder = (exchange: CompletedExchange) => Promise<void> | undefined;

/** A failure to write the journal is logged; the client still gets its response. */
export function createExchangeRecorder(redactor: () => Redactor, settings: ExchangeRecorderSettings): ExchangeRecorder {
  const { journal } = settings.storage;
  const log = createLogFromSettings(settings);
  const logFailure = (error: unknown) =>
    log?.note(`cannot write to the journal: ${error instanceof Error ? error.message : error}`);
  const addEntry = async (parts: EntryParts, redact: Redactor) => {
    try {
      await journal.add(lazyEntry(parts, redact).create());
    } catch (error) {
      logFailure(error);
    }
  };
  return (exchange) => {
    const redact = redactor();
    const parts = entryParts(exchange, redact);
    log?.exchange(exchange, exchangeRedactor(parts, redact));
    if (exchange.handledRequest.isPreflight) return undefined;
    if (journal.addLazy === undefined) return addEntry(parts, redact);
    try {
      journal.addLazy(lazyEntry(parts, redact));
    } catch (error) {
      logFailure(error);
    }
    return undefined;
  };
}

export function createLogFromSettings({ log, logFormat = 'text' }: ExchangeRecorderSettings): Log | undefined {
  return log === undefined ? undefined : createLog(logFormat, log);
}
