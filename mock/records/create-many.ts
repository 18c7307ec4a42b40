/** POST of several records at once: a list, or `{ "products": [...] }`. */
import type { Json } from '../../spec/json/exact-json.ts';
import { type BulkContents, bulkBody, bulkItems } from '../../spec/resources/bulk-contents.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { HttpError } from '../http/http-error.ts';
import type { BulkOperation } from './bulk-operation.ts';
import type { RecordContext } from './collection.ts';
import { createRecord } from './create-record.ts';
import type { PreparedOperation, SampleResponse } from './record-handler.ts';

/** All of them or none, as far as the request is concerned. */
export async function createMany(
  context: RecordContext,
  { contents, single }: BulkOperation,
): Promise<PreparedOperation | HttpError | undefined> {
  const creations: PreparedOperation[] = [];
  for (const sent of bulkItems(contents.sent, context.request.sent)) {
    const creation = await createRecord({ ...context, request: { ...context.request, operation: single, sent } });
    if (creation === undefined || creation instanceof HttpError) return creation;
    creations.push(creation);
  }
  return {
    status: creations[0]?.status,
    commit: async (response) => {
      const bodies: Json[] = [];
      for (const { commit } of creations) {
        const created = await commit(itemResponse(response, contents));
        if (created instanceof HttpError) return created;
        if (created.body !== undefined) bodies.push(created.body);
      }
      const body = bulkBody(contents.returned, bodies);
      const isAllowed = response.schema === undefined || isValid(response.schema, body, 'response');
      return { body: isAllowed ? body : response.sample, headers: {} };
    },
  };
}

/** What is generated for the first item; there is no Location of all. */
function itemResponse(response: SampleResponse, { returned }: BulkContents): SampleResponse {
  const [sample] = bulkItems(returned, response.sample);
  // The values of a record come from its own item.
  const withSentValues = response.withSentValues && ((item: Json) => item);
  return { ...response, sample, schema: returned.item, withSentValues, headerNames: new Set() };
}
