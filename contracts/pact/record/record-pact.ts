/** Generates a pact from the contract alone: what a consumer can expect of every implementation that conforms to it. */
import { KitError } from '../../../errors.ts';
import { sanitizeJson } from '../../../sanitize.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { kitVersion } from '../../../spec/kit.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { recordOperation } from './record-operation.ts';
import type { RecordedInteraction, RecordedOperation } from './recording-model.ts';

interface ParticipantNames {
  readonly consumer?: string | undefined;
  readonly provider?: string | undefined;
}

export interface PactRecording {
  readonly consumer: string;
  readonly provider: string;
  /** The pact as JSON (Pact specification version 4), with a line break at the end. */
  readonly text: string;
  readonly operations: readonly RecordedOperation[];
}

/** Deterministic: the same contract gives the same bytes. */
export function createRecording(contract: Contract, names: ParticipantNames = {}): PactRecording {
  const { consumer = `generated-from-${slugify(contract.title)}`, provider = slugify(contract.title) } = names;
  const operations = contract.operations.map((operation) => recordOperation(operation, contract));
  const pact = {
    consumer: { name: consumer },
    provider: { name: provider },
    interactions: uniqueDescriptions(operations).map(interactionJson),
    metadata: pactMetadata(contract),
  };
  return { consumer, provider, operations, text: `${sanitizeJson(stringifyJson(sortKeys(pact), 2))}\n` };
}

/** The letters and digits of a title, such as `plant-store`. */
function slugify(title: string): string {
  const parts = title
    .toLowerCase()
    .normalize('NFKD')
    .match(/[a-z0-9]+/g);
  return parts?.join('-') ?? 'contract';
}

function pactMetadata({ title, version, sha256 }: Contract): JsonObject {
  return {
    pactSpecification: { version: '4.0' },
    'plant-store': { version: kitVersion(), generated: true, contract: { title, version, sha256 } },
  };
}

interface NamedInteraction {
  readonly operationId: string;
  readonly interaction: RecordedInteraction;
}

/** Pact identifies interactions by their descriptions. */
function uniqueDescriptions(operations: readonly RecordedOperation[]): readonly NamedInteraction[] {
  const occurrences = new Map<string, number>();
  return operations.flatMap(({ operation, interactions }) =>
    interactions.map((interaction) => {
      const { description } = interaction;
      const occurrence = (occurrences.get(description) ?? 0) + 1;
      occurrences.set(description, occurrence);
      const uniqueDescription = occurrence === 1 ? description : `${description} (${occurrence})`;
      return { operationId: operation.id, interaction: { ...interaction, description: uniqueDescription } };
    }),
  );
}

function interactionJson({ operationId, interaction }: NamedInteraction): JsonObject {
  const { description, status, needsState, request, response } = interaction;
  const params = { operationId, status, ...(needsState ? { needsState } : {}) };
  const name = needsState ? `${operationId} returns ${status}` : `${operationId} can be called`;
  return {
    type: 'Synchronous/HTTP',
    description,
    pending: false,
    providerStates: [{ name, params }],
    request,
    response,
  };
}

/** Sorts the keys of objects, as Pact's own writer does. */
function sortKeys(value: Json): Json {
  if (isJsonArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key] ?? null)]));
}

/** Validates the name of a consumer or provider; `source` is the option. Throws `option-invalid`. */
export function parseParticipantName(name: string | undefined, source: string): string | undefined {
  if (name === undefined || /^[^\p{Cc}]*[^\s\p{Cc}][^\p{Cc}]*$/u.test(name)) return name;
  throw new KitError('option-invalid', `${source} ${JSON.stringify(name)}: expected a name`);
}

/** Whether it has no interactions; an empty pact would pass silently. */
export function isEmptyRecording({ operations }: PactRecording): boolean {
  return operations.every(({ interactions }) => interactions.length === 0);
}

/** The error for an empty recording; `reasons` are appended to its message. */
export function nothingRecordedError(reasons: string): KitError {
  return new KitError('nothing-checked', `no interaction of this contract can be recorded${reasons}`, {
    fix: 'Add examples where no values can be derived. Bodies must be JSON.',
  });
}
