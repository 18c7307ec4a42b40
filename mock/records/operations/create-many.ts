/** POST of several records at once: a list, or `{ "products": [...] }`. */
import type { Json } from '../../../spec/json/exact-json.ts';
import { type BulkContents, bulkBody, bulkItems } from '../../../spec/resources/bulk-contents.ts';
import { rejectsDuplicates } from '../../../spec/resources/record-views.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { HttpError } from '../../http/http-error.ts';
import type { BulkOperation } from '../bulk-operation.ts';
import { type RecordContext, recordAlreadyExists, recordId, recordKey, unwrapSentRecord } from '../collection.ts';
import { takenAmong } from '../constraints/unique-values.ts';
import type { PreparedOperation, SampleResponse } from '../record-handler.ts';
import { createRecord } from './create-record.ts';

/** All of them or none, as far as the request is concerned. */
export async function createMany(
  context: RecordContext,
  { contents, single }: BulkOperation,
): Promise<PreparedOperation | HttpError | undefined> {
  const items = bulkItems(contents.sent, context.request.sent).map(
    (sent): RecordContext => ({ ...context, request: { ...context.request, operation: single, sent } }),
  );
  const conflict = repeatedId(context, items) ?? (await takenAmong(items));
  if (conflict !== undefined) return conflict;
  const creations: PreparedOperation[] = [];
  for (const item of items) {
    const creation = await createRecord(item);
    if (creation === undefined || creation instanceof HttpError) return creation;
    creations.push(creation);
  }
  return {
    status: creations[0]?.status,
    commit: async (response) => {
      const single = itemResponse(response, contents);
      const bodies: Json[] = [];
      for (const { commit } of creations) {
        const created = await commit(single);
        if (created instanceof HttpError) return created;
        if (created.body !== undefined) bodies.push(created.body);
      }
      const body = bulkBody(contents.returned, bodies);
      const isAllowed = response.schema === undefined || isValid(response.schema, body, 'response');
      return { body: isAllowed ? body : response.sample, headers: {} };
    },
  };
}

/** The error if two items have one identifier and the contract declares a conflict. */
function repeatedId({ resource }: RecordContext, items: readonly RecordContext[]): HttpError | undefined {
  const known = new Set<string>();
  for (const item of items) {
    const id = recordId(resource, unwrapSentRecord(item, undefined) ?? {});
    if (id === undefined || !rejectsDuplicates(item.request.operation)) continue;
    const key = recordKey(resource, id);
    if (known.has(key)) return recordAlreadyExists(item, key);
    known.add(key);
  }
  return undefined;
}

/** What is generated for the first item; there is no Location of all. */
function itemResponse(response: SampleResponse, { returned }: BulkContents): SampleResponse {
  const [sample] = bulkItems(returned, response.sample);
  // The values of a record come from its own item.
  const withSentValues = response.withSentValues && ((item: Json) => item);
  return { ...response, sample, schema: returned.item, withSentValues, headerNames: new Set() };
}
