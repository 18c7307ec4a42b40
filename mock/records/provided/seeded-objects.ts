/** Objects that a path returns on its own, such as `/me`: users may provide them as they provide records. */
import { KitError } from '../../../errors.ts';
import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { matchPath } from '../../../spec/resources/path-templates.ts';
import { isObjectLike, successMedia } from '../../../spec/resources/record-views.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import type { MadeUpValues } from '../../made-up/made-up-values.ts';
import type { RecordStore } from '../../model/storage.ts';
import { putGivenValue } from '../operations/written-values.ts';
import { completeSingleObject } from './given-record.ts';

/** The operations that read such an object. */
export function findSingleObjects(
  operations: readonly Operation[],
  isHandled: (operation: Operation) => boolean,
): readonly Operation[] {
  return operations.filter((operation) => {
    const schema = successMedia(operation)?.schema;
    return operation.method === 'GET' && schema !== undefined && isObjectLike(schema) && !isHandled(operation);
  });
}

/** A literal path takes precedence, as for requests. */
export function findSingleObject(
  reads: readonly Operation[],
  name: string,
  prefix: string,
): { readonly read: Operation; readonly isLiteral: boolean } | undefined {
  const found = reads.filter(({ path }) => matchPath(`${prefix}${path}`, name) !== undefined);
  const literal = found.find(({ path }) => !path.includes('{'));
  const read = literal ?? found[0];
  return read && { read, isLiteral: read === literal };
}

/** Throws `record-invalid`. */
export async function putSingleObject(
  records: RecordStore,
  { read, name, madeUp }: { readonly read: Operation; readonly name: string; readonly madeUp: MadeUpValues },
  value: Json,
): Promise<void> {
  const schema = successMedia(read)?.schema;
  if (!isJsonObject(value))
    throw new KitError(
      'record-invalid',
      `collection ${JSON.stringify(name)}: expected an object, got ${describeValue(value)}`,
    );
  await madeUp.load();
  const makeUp = (part: Json, declared: Schema) => madeUp.makeUp(part, declared, { key: name });
  await putGivenValue(records, name, schema === undefined ? value : completeSingleObject(schema, value, name, makeUp));
}
