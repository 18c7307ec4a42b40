/** Converts responses: their body is a schema, with the media types of the operation. */
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { childSpot, innerSpot, type Origins, type Spot } from '../source/origins.ts';
import { convertHeader } from './convert-parameter.ts';
import { convertSchema, extensions, mapValues, pick } from './convert-schema.ts';

/** `produces` are the media types of the operation; empty if none are declared. */
export function convertResponse(response: Json, produces: readonly string[], spot: Spot, origins: Origins): Json {
  origins.add(spot);
  if (!isJsonObject(response)) return response;
  const { headers } = response;
  const content = convertContent(response, produces, spot, origins);
  return {
    description: '',
    ...pick(response, ['description']),
    ...extensions(response),
    ...(isJsonObject(headers) && {
      headers: mapValues(headers, (header, name) =>
        convertHeader(header, childSpot(childSpot(spot, 'headers'), name), origins),
      ),
    }),
    ...(content !== undefined && { content }),
  };
}

function convertContent(
  { schema, examples }: JsonObject,
  produces: readonly string[],
  spot: Spot,
  origins: Origins,
): JsonObject | undefined {
  const samples = isJsonObject(examples) ? examples : {};
  if (schema === undefined && Object.keys(samples).length === 0) return undefined;
  const isFile = isJsonObject(schema) && schema['type'] === 'file';
  const named = Object.keys(samples).filter((type) => type.includes('/'));
  // The more exact range first.
  const wildcards = named.filter((type) => type.includes('*')).toSorted((a, b) => b.length - a.length);
  const fallback = named.length > 0 ? named : [isFile ? 'application/octet-stream' : 'application/json'];
  // Without a schema, only an example shows that there is a body.
  const types = schema === undefined ? named : produces.length > 0 ? produces : fallback;
  const content = types.map((type) => {
    const media = innerSpot(spot, 'content', type);
    origins.add(media);
    const exampleType = Object.hasOwn(samples, type) ? type : wildcards.find((range) => matchesRange(type, range));
    const example = exampleType === undefined ? undefined : samples[exampleType];
    if (exampleType !== undefined)
      origins.add({ to: `${media.to}/example`, from: childSpot(examplesOf(spot), exampleType).from });
    const converted = { ...(schema !== undefined && { schema: convertSchema(schema) }) };
    return [type, { ...converted, ...(example !== undefined && { example }) }] as const;
  });
  return content.length === 0 ? undefined : Object.fromEntries(content);
}

/** Whether the range of an example covers the type: the same, `text/*` or any type. */
function matchesRange(type: string, range: string): boolean {
  return range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

function examplesOf(spot: Spot): Spot {
  return childSpot(spot, 'examples');
}
