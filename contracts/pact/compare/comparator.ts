/** The one place that knows @pactflow/openapi-pact-comparator. */
import { Comparator, type Result } from '@pactflow/openapi-pact-comparator';
import { KitError } from '../../../errors.ts';
import { mergeAllOfDocument } from '../../../spec/compiling/merge-all-of.ts';
import type { Contract } from '../../../spec/contract.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/exact-json.ts';
import { withDoubles } from '../../../spec/foreign-json.ts';

export interface ComparatorResult {
  readonly type: 'error' | 'warning' | 'info';
  /** Such as `response.status.unknown`; `comparator.unable` where it cannot read the schemas that it would need. */
  readonly code: string;
  readonly message: string;
  /** The index of the interaction. */
  readonly interaction: number;
  /** `[root].interactions[0].request.body.id`; empty where it gives none. */
  readonly pactLocation: string;
}

/** Throws `pact-unverifiable` for a pact that the comparator does not understand. */
export async function runComparator(
  pact: { readonly file: string; readonly value: JsonObject },
  contract: Contract,
): Promise<readonly ComparatorResult[]> {
  // By itself it merges the `required` lists of an allOf index by index, so that a missing property passes.
  const oas = withoutDiscriminators(mergeAllOfDocument(contract.document));
  const comparator = new Comparator({ oas });
  const { interactions } = pact.value;
  const results: ComparatorResult[] = [];
  // One by one: what it cannot do for one interaction must not hide what it says of the others.
  for (const [index, interaction] of (isJsonArray(interactions) ? interactions : []).entries()) {
    try {
      const alone = withDoubles({ ...pact.value, interactions: [interaction] });
      for await (const result of comparator.compare(alone)) results.push(toData(result, index));
    } catch (cause) {
      results.push(unable(cause, index, pact.file));
    }
  }
  return results;
}

/** They only choose among alternatives that say all there is to say, and it demands more of them than OpenAPI does. */
function withoutDiscriminators(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutDiscriminators);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, part]) => key !== 'discriminator' || !isJsonObject(part) || typeof part.propertyName !== 'string',
  );
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutDiscriminators(part)]));
}

function toData({ type, code, message, mockDetails }: Result, interaction: number): ComparatorResult {
  const pactLocation = (mockDetails?.location ?? '').replace(
    'interactions[0]',
    `interactions[${interaction}]`,
  );
  return { type, code, message, interaction, pactLocation };
}

function unable(cause: unknown, interaction: number, file: string): ComparatorResult {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (message !== 'Malformed Pact file')
    return { type: 'info', code: 'comparator.unable', message, interaction, pactLocation: '' };
  throw new KitError(
    'pact-unverifiable',
    `the comparator refuses interaction ${interaction + 1}: ${message}`,
    {
      where: file,
      cause,
    },
  );
}
