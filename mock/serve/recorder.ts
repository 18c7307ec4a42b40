/** Where an exchange goes when it is over: a line in the log, an entry in the journal. */
import type { Redactor } from '../journal/redact.ts';
import type { Storage } from '../storage/storage.ts';
import { createLog, type Log, type LogFormat } from './log.ts';
import { type Exchanged, entryOf, redactorFor } from './record.ts';

export interface RecorderSettings {
  /** Gets one line for each request. */
  readonly log?: (line: string) => void;
  readonly logFormat?: LogFormat;
  readonly storage: Storage;
}

/** A journal that cannot be written to is told in the log, and costs no client its answer. */
export function createRecorder(redactor: () => Redactor, settings: RecorderSettings) {
  const { storage } = settings;
  const log = logOf(settings);
  return async (exchanged: Exchanged): Promise<void> => {
    const redact = redactorFor(exchanged, redactor());
    log?.exchange(exchanged, redact);
    if (exchanged.handled.isPreflight) return;
    try {
      await storage.journal.add(entryOf(exchanged, redact));
    } catch (error) {
      log?.note(`the journal cannot be written to: ${error instanceof Error ? error.message : error}`);
    }
  };
}

export function logOf({ log, logFormat = 'text' }: RecorderSettings): Log | undefined {
  return log === undefined ? undefined : createLog(logFormat, log);
}
