/** Summarizes a recording and what it leaves out, as text and as JSON. */

import { sanitizeLine } from '../../../sanitize.ts';
import { type Contract, formatPlace } from '../../../spec/model/contract.ts';
import { pluralize } from '../../report/text-format.ts';
import type { PactRecording } from './record-pact.ts';
import type { InteractionKind, OmissionNote, RecordedOperation } from './recording-model.ts';

/** Ends with a line break. */
export function recordingSummaryText(recording: PactRecording, contract: Contract): string {
  const { operations, consumer, provider } = recording;
  const total = operations.reduce((sum, { interactions }) => sum + interactions.length, 0);
  const lines = [
    `${pluralize(total, 'interaction')} from ${contract.file}: ${consumer} → ${provider}`,
    ...operations.flatMap(operationSummaryLines),
    '',
    'Generated only from the contract, not by the tests of a consumer. Use it to verify an implementation; do not publish',
    'it as the pact of a consumer.',
  ];
  return `${lines.map(sanitizeLine).join('\n')}\n`;
}

const kindLabels: readonly (readonly [InteractionKind, string])[] = [
  ['valid', 'valid'],
  ['state', 'with a provider state'],
  ['invalid', 'invalid'],
  ['unauthorized', 'without valid credentials'],
];

function operationSummaryLines({ operation, interactions, noInvalidReason, notes }: RecordedOperation): string[] {
  const counts = kindLabels.flatMap(([kind, label]) => {
    const kindCount = interactions.filter((one) => one.kind === kind).length;
    return kindCount === 0 ? [] : [`${kindCount} ${label}`];
  });
  const states = interactions.filter(({ needsState }) => needsState).length;
  return [
    '',
    `  ${operation.id}: ${counts.join(', ') || 'nothing'}`,
    ...(states === 0 ? [] : [`    ${states} of them require provider states (--states)`]),
    ...(noInvalidReason === undefined ? [] : [`    no invalid requests: ${noInvalidReason}`]),
    ...notes.map((note) => `    ${note.subject} is omitted: ${note.reason} (${formatPlace(note.place)})`),
  ];
}

/** The summary as JSON. */
export type RecordingSummary = {
  /** The path of the pact file, if written. */
  readonly file: string | null;
  readonly consumer: string;
  readonly provider: string;
  readonly contract: { readonly title: string; readonly version: string; readonly sha256: string };
  readonly interactions: number;
  readonly operations: readonly OperationSummary[];
};

type OperationSummary = {
  readonly id: string;
  /** Number of interactions of each kind. */
  readonly interactions: { readonly [kind in InteractionKind]: number };
  /** Number of interactions that are only checked if provider states are set up. */
  readonly needsState: number;
  /** Why no invalid requests are recorded; null if some are. */
  readonly noInvalidReason: string | null;
  readonly omitted: readonly {
    readonly subject: string;
    readonly reason: string;
    readonly place: { readonly file: string; readonly pointer: string; readonly line: number };
  }[];
};

/** `file` is the path of the pact file, if written. */
export function toSummaryData(
  recording: PactRecording,
  contract: Contract,
  file: string | undefined,
): RecordingSummary {
  const { operations, consumer, provider } = recording;
  return {
    file: file ?? null,
    consumer,
    provider,
    contract: { title: contract.title, version: contract.version, sha256: contract.sha256 },
    interactions: operations.reduce((sum, { interactions }) => sum + interactions.length, 0),
    operations: operations.map(toOperationSummary),
  };
}

function toOperationSummary({ operation, interactions, noInvalidReason, notes }: RecordedOperation): OperationSummary {
  const count = (kind: InteractionKind) => interactions.filter((one) => one.kind === kind).length;
  return {
    id: operation.id,
    interactions: {
      valid: count('valid'),
      state: count('state'),
      invalid: count('invalid'),
      unauthorized: count('unauthorized'),
    },
    needsState: interactions.filter(({ needsState }) => needsState).length,
    noInvalidReason: noInvalidReason ?? null,
    omitted: notes.map(({ place, subject, reason }: OmissionNote) => ({
      subject,
      reason,
      place: { ...place },
    })),
  };
}
