/** Rejects values that another record has, where a description says that they are unique and the contract declares it. */
import { comparesWithoutCase, takenValueRejection, uniqueTexts } from '../../spec/described/unique-values.ts';
import { memoizePair } from '../../spec/memoize.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { requestMedia } from '../../spec/resources/record-views.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { flattenSchema } from '../../spec/sampling/flatten-schema.ts';
import { HttpError } from '../http/http-error.ts';
import { type RecordContext, recordId, recordKey, unwrapSentRecord } from './collection.ts';

/** Whether there is anything to check. */
export function hasUniqueValues(resource: Resource, operation: Operation): boolean {
  return uniqueProperties(resource, operation).length > 0;
}

/** Undefined where no other record has them. */
export async function takenValue(context: RecordContext): Promise<HttpError | undefined> {
  const { resource, records, name, request, id } = context;
  const status = takenValueRejection(request.operation);
  const sent = unwrapSentRecord(context, requestMedia(request.operation)?.schema);
  const own = id ?? (sent && recordId(resource, sent));
  const ownKey = own === undefined ? undefined : recordKey(resource, own);
  const others = (await records.list(name)).filter((one) => one.id !== ownKey);
  for (const { name: property, ignoresCase } of uniqueProperties(resource, request.operation)) {
    const value = sent !== undefined && Object.hasOwn(sent, property) ? sent[property] : undefined;
    if (status === undefined || typeof value !== 'string' || value === '') continue;
    const normalize = (text: string) => (ignoresCase ? text.toLowerCase() : text);
    const isTaken = others.some(
      ({ value: { [property]: other } }) => typeof other === 'string' && normalize(other) === normalize(value),
    );
    const got = JSON.stringify(value.slice(0, 60));
    if (isTaken)
      return new HttpError(
        'record-exists',
        `body.${property}: expected a value that no record in ${name} has, got ${got}`,
        { status },
      );
  }
  return undefined;
}

/** As the operation says that creates the records; a change of them often does not repeat it. */
const uniqueProperties = memoizePair((resource: Resource, operation: Operation) => {
  if (!/^(?:POST|PUT|PATCH)$/.test(operation.method) || takenValueRejection(operation) === undefined) return [];
  const creation = resource.roles.get('create') ?? operation;
  const schema = requestMedia(creation)?.schema;
  if (schema === undefined) return [];
  const { properties } = flattenSchema(schema);
  return uniqueTexts(schema, resource.idName).map((name) => ({
    name,
    ignoresCase: comparesWithoutCase(creation, properties.get(name)),
  }));
});
