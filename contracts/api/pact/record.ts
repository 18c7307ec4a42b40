/** `recordPact` of the door `plant-store/pact`. */
import { homeDocument } from '../../../spec/kit.ts';
import { contractGiven } from '../../../spec/loading/given.ts';
import { checkOptions, document, type Kind, text } from '../../../spec/options/option-kinds.ts';
import type { TargetOptions } from '../../options/target-options.ts';
import { writeRecording } from '../../pact/record/destination.ts';
import { recordPact as pactOf } from '../../pact/record/record.ts';
import { isEmpty, nothingRecorded, participantName } from '../../pact/record/recording.ts';
import { type RecordingSummary, summaryData, summaryText } from '../../pact/record/summary.ts';

export interface RecordOptions extends Pick<TargetOptions, 'spec'> {
  /** `generated-from-` and the title of the document unless given. */
  readonly consumer?: string | undefined;
  /** The title of the document unless given. */
  readonly provider?: string | undefined;
  /** Where to write it: a file, or a folder, which gets `CONSUMER-PROVIDER.json`. It is not written unless given. */
  readonly out?: string | undefined;
}

/** A pact that was made from the contract alone. */
export interface RecordedPact {
  /** The pact, version 4 of the specification, as JSON; the same bytes for the same contract. */
  readonly text: string;
  /** What is in it, and what is left out and why. */
  readonly summary: RecordingSummary;
}

const kinds: Readonly<Record<keyof RecordOptions, Kind>> = {
  spec: document,
  consumer: text,
  provider: text,
  out: text,
};

/**
 * Makes a pact of the contract alone, to verify an implementation with; no consumer stands behind it. Throws a KitError
 * for options that cannot be, a document that cannot be read, one of which nothing can be recorded, and a file that cannot be written.
 */
export async function recordPact(options: RecordOptions = {}): Promise<RecordedPact> {
  checkOptions(options, kinds);
  const { spec = homeDocument, out } = options;
  const consumer = participantName(options.consumer, 'consumer');
  const provider = participantName(options.provider, 'provider');
  const contract = await contractGiven(spec);
  const recording = pactOf(contract, { consumer, provider });
  if (isEmpty(recording)) throw nothingRecorded(`:\n${summaryText(recording, contract).trimEnd()}`);
  const file = out === undefined ? undefined : await writeRecording(recording, out);
  return { text: recording.text, summary: summaryData(recording, contract, file) };
}
