/** POST of what is no JSON. */
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { propertiesOf } from '../../../spec/model/schema-view.ts';
import { identifierOf } from '../../../spec/resources/identifiers.ts';
import { fillPath, parameterNames, pathParameter } from '../../../spec/resources/paths.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Refusal } from '../../refusals.ts';
import { entityTag } from '../entity-tag.ts';
import { declaredHeaders } from '../headers.ts';
import type { PlannedAnswer, Turn } from '../keeper.ts';
import { newIds } from '../new-ids.ts';
import { statusFor } from '../shelf.ts';
import type { Content } from './derive.ts';
import { type Asking, placeOf } from './place.ts';
import { stored } from './stored.ts';

export async function createContent(asking: Asking): Promise<Turn | Refusal | undefined> {
  const { request } = asking;
  const value = stored(request);
  if (value === undefined) return undefined;
  return {
    status: statusFor(request, true),
    complete: async (answer) => {
      const id = await insertNew(asking, value, answer);
      if (id === undefined) return { body: answer.sample, headers: {} };
      const path = `${asking.options.prefix}${fillPath(asking.content.path, [...asking.values, id])}`;
      const told = new Map([
        ['location', path],
        ['etag', entityTag(value)],
      ]);
      return { body: named(asking, id, answer), headers: declaredHeaders(request, answer, told) };
    },
  };
}

/** Its name; undefined where the contract leaves none that is free. */
async function insertNew(
  asking: Asking,
  value: JsonObject,
  answer: PlannedAnswer,
): Promise<Json | undefined> {
  const { content, values, options } = asking;
  const { records, seed, prefix } = options;
  const { name } = placeOf(content, [...values, 'new'], prefix);
  const declared = [idSchemaIn(asking, answer), parameterOf(content)?.schema];
  const idSchemas = declared.filter((schema) => schema !== undefined);
  for await (const id of newIds({ resource: { idSchemas }, records, name, seed })) {
    const { key } = placeOf(content, [...values, id], prefix);
    if (await records.insert(name, key, value)) return id;
  }
  return undefined;
}

function idSchemaIn(asking: Asking, { schema }: PlannedAnswer) {
  const name = idNameIn(asking, schema);
  return name === undefined ? undefined : schema && propertiesOf(schema).get(name);
}

function idNameIn({ content }: Asking, schema: PlannedAnswer['schema']): string | undefined {
  return schema === undefined
    ? undefined
    : identifierOf({ schemas: [schema], parameter: parameterOf(content) });
}

/** The sample under the name of what was created. */
function named(asking: Asking, id: Json, { sample, schema }: PlannedAnswer): Json | undefined {
  const name = idNameIn(asking, schema);
  if (name === undefined || schema === undefined || !isJsonObject(sample)) return sample;
  const own = { ...sample, [name]: id };
  return isValid(schema, own, 'response') ? own : sample;
}

function parameterOf({ path, read: operation }: Content) {
  return pathParameter(operation, parameterNames(path).length - 1);
}
