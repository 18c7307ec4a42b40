/** Converts the parameters in `body` and `formData` of an operation to its request body. */
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { innerSpot, type Origins, type Spot } from '../source/origins.ts';
import { schemaOfPart, serializationOf } from './convert-parameter.ts';
import { convertSchema, extensions, pick } from './convert-schema.ts';

/** A parameter, and its pointer in the original document. */
export interface PlacedParameter {
  readonly value: JsonObject;
  readonly from: string;
}

/** `consumes` are the media types of the operation, `to` the pointer of the request body. */
export function convertPayload(
  parameters: readonly PlacedParameter[],
  consumes: readonly string[],
  { to, origins }: { readonly to: string; readonly origins: Origins },
): JsonObject | undefined {
  const body = parameters.find(({ value }) => value['in'] === 'body');
  const fields = parameters.filter(({ value }) => value['in'] === 'formData');
  if (body !== undefined) return convertBody(body, consumes, { to, origins });
  return fields.length > 0 ? convertForm(fields, consumes, { to, origins }) : undefined;
}

interface Target {
  readonly to: string;
  readonly origins: Origins;
}

function convertBody({ value, from }: PlacedParameter, consumes: readonly string[], { to, origins }: Target) {
  const spot = { to, from };
  origins.add(spot);
  const { schema = {}, 'x-example': example } = value;
  const types = consumes.filter((type) => !isFormType(type));
  const content = (types.length > 0 ? types : consumes.length > 0 ? consumes : ['application/json']).map((type) => {
    origins.add(innerSpot(spot, 'content', type));
    return [type, { schema: convertSchema(schema), ...(example !== undefined && { example }) }] as const;
  });
  return {
    ...pick(value, ['description', 'required']),
    ...extensions(value),
    content: Object.fromEntries(content),
  };
}

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

function isFormType(type: string): boolean {
  return [URL_ENCODED, MULTIPART].some((form) => type.toLowerCase().startsWith(form));
}

/** A form with a file is sent in parts (Swagger 2.0, Parameter Object). */
function convertForm(fields: readonly PlacedParameter[], consumes: readonly string[], { to, origins }: Target) {
  const [first] = fields;
  const spot: Spot = { to, from: first?.from ?? '' };
  origins.add(spot);
  const hasFile = fields.some(({ value }) => value['type'] === 'file');
  const declared = consumes.filter((type) => isFormType(type) && !(hasFile && type.startsWith(URL_ENCODED)));
  const types = declared.length > 0 ? declared : [hasFile ? MULTIPART : URL_ENCODED];
  return {
    ...(fields.some(({ value }) => value['required'] === true) && { required: true }),
    content: Object.fromEntries(types.map((type) => [type, formContent(fields, type)])),
  };

  function formContent(all: readonly PlacedParameter[], type: string): JsonObject {
    const content = innerSpot(spot, 'content', type);
    origins.add(content);
    const encoding = all.flatMap(({ value }) => {
      const serialization = serializationOf(value);
      return Object.keys(serialization).length > 0 ? [[nameOf(value), serialization] as const] : [];
    });
    const required = all.filter(({ value }) => value['required'] === true).map(({ value }) => nameOf(value));
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries(all.map((field) => [nameOf(field.value), convertField(field, content)])),
        ...(required.length > 0 && { required }),
      },
      ...(encoding.length > 0 && { encoding: Object.fromEntries(encoding) }),
    };
  }

  function convertField({ value, from }: PlacedParameter, content: Spot): Json {
    origins.add({ to: innerSpot(content, 'schema', 'properties', nameOf(value)).to, from });
    const schema = schemaOfPart(value);
    const { description } = value;
    return isJsonObject(schema) && description !== undefined ? { ...schema, description } : schema;
  }
}

function nameOf({ name }: JsonObject): string {
  return String(name ?? '');
}
