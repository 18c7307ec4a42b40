/** The only file that imports @pactflow/openapi-pact-comparator. */
import { Comparator, type Result } from '@pactflow/openapi-pact-comparator';
import { KitError } from '../../../errors.ts';
import { MergeTooLargeError, mergeAllOfDocument } from '../../../spec/compiling/merge-all-of.ts';
import { roundToDoubles } from '../../../spec/json/convert-json.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { haveMoreCombinations } from '../../../spec/model/schema-combinations.ts';

export interface ComparatorResult {
  readonly type: 'error' | 'warning' | 'info';
  /** For example `response.status.unknown`; `comparator.unable` if it cannot process the schemas. */
  readonly code: string;
  readonly message: string;
  /** The index of the interaction. */
  readonly interaction: number;
  /** `[root].interactions[0].request.body.id`; empty if it gives none. */
  readonly pactLocation: string;
}

/** Throws `pact-unverifiable` for a pact that the comparator rejects. */
export async function runComparator(
  pact: { readonly file: string; readonly value: JsonObject },
  contract: Contract,
): Promise<readonly ComparatorResult[]> {
  const { interactions } = pact.value;
  const document = comparatorDocument(contract);
  if (document === undefined) {
    const count = isJsonArray(interactions) ? interactions.length : 0;
    return Array.from({ length: count }, (_item, index) => unableResult(tooManyPathsError, index, pact.file));
  }
  const comparator = new Comparator({ oas: document });
  const results: ComparatorResult[] = [];
  // One by one, so that a failure in one interaction does not hide the results of others.
  for (const [index, interaction] of (isJsonArray(interactions) ? interactions : []).entries()) {
    try {
      const singleInteractionPact = roundToDoubles({ ...pact.value, interactions: [interaction] });
      for await (const result of comparator.compare(singleInteractionPact))
        results.push(toComparatorResult(result, index));
    } catch (cause) {
      results.push(unableResult(cause, index, pact.file));
    }
  }
  return results;
}

/** The library follows every path to a schema again for each value; more paths take seconds. */
const MAX_SCHEMA_PATHS = 2_000;

const tooManyPathsError = new Error('the schemas of the contract are combined in too many ways');

/** Undefined if the library would take too long. */
function comparatorDocument(contract: Contract): Json | undefined {
  if (haveMoreCombinations(collectSchemas(contract), MAX_SCHEMA_PATHS)) return undefined;
  try {
    // The library merges the `required` arrays of an allOf index by index, so that a missing property passes.
    return withoutDiscriminators(mergeAllOfDocument(contract.document));
  } catch (error) {
    if (error instanceof MergeTooLargeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function collectSchemas({ operations }: Contract): readonly Schema[] {
  const content = operations.flatMap(({ requestBody, responses }) => [
    ...(requestBody?.content ?? []),
    ...responses.flatMap((response) => response.content),
  ]);
  const headers = operations.flatMap(({ responses }) => responses.flatMap((response) => response.headers));
  const parameters = operations.flatMap((operation) => operation.parameters);
  return [...content, ...headers, ...parameters].flatMap(({ schema }) => schema ?? []);
}

/** Discriminators only select among complete alternatives, and the library requires more of them than OpenAPI does. */
function withoutDiscriminators(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutDiscriminators);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, part]) => key !== 'discriminator' || !isJsonObject(part) || typeof part.propertyName !== 'string',
  );
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutDiscriminators(part)]));
}

function toComparatorResult({ type, code, message, mockDetails }: Result, interaction: number): ComparatorResult {
  const pactLocation = (mockDetails?.location ?? '').replace('interactions[0]', `interactions[${interaction}]`);
  return { type, code, message, interaction, pactLocation };
}

function unableResult(cause: unknown, interaction: number, file: string): ComparatorResult {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (message !== 'Malformed Pact file')
    return { type: 'info', code: 'comparator.unable', message, interaction, pactLocation: '' };
  throw new KitError('pact-unverifiable', `the comparator rejects interaction ${interaction + 1}: ${message}`, {
    where: file,
    cause,
  });
}
