/** An exchange that is over in; a line in the log and an entry in the journal out, with nothing secret in them. */
import type { Storage } from '../model/storage.ts';
import { createLog, type Log, type LogFormat } from './log.ts';
import { type Exchanged, redactorFor, unreadEntry } from './record.ts';
import type { Redactor } from './redact.ts';

export interface RecorderSettings {
  /** Gets one line for each request. */
  readonly log?: (line: string) => void;
  readonly logFormat?: LogFormat;
  readonly storage: Storage;
}

/** Gives a promise only where the journal is elsewhere. Neither throws nor rejects. */
export type Recorder = (exchanged: Exchanged) => Promise<void> | undefined;

/** A journal that cannot be written to is told in the log, and costs no client its answer. */
export function createRecorder(redactor: () => Redactor, settings: RecorderSettings): Recorder {
  const { journal } = settings.storage;
  const log = logOf(settings);
  const failed = (error: unknown) =>
    log?.note(`the journal cannot be written to: ${error instanceof Error ? error.message : error}`);
  const addNow = async (exchanged: Exchanged, redact: Redactor) => {
    try {
      await journal.add(unreadEntry(exchanged, redact).read());
    } catch (error) {
      failed(error);
    }
  };
  return (exchanged) => {
    const redact = redactor();
    log?.exchange(exchanged, redactorFor(exchanged, redact));
    if (exchanged.handled.isPreflight) return undefined;
    if (journal.addUnread === undefined) return addNow(exchanged, redact);
    try {
      journal.addUnread(unreadEntry(exchanged, redact));
    } catch (error) {
      failed(error);
    }
    return undefined;
  };
}

export function logOf({ log, logFormat = 'text' }: RecorderSettings): Log | undefined {
  return log === undefined ? undefined : createLog(logFormat, log);
}
