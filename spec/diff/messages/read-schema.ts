/** The schema of a media type, as far as the type lets it say something. */
import { isJsonType, type MediaType } from '../../model/contract.ts';
import type { Schema } from '../../model/schema.ts';
import { anything } from './anything.ts';
import { isAnyText } from './as-text.ts';

/** OpenAPI 3.0 writes `type: string, format: binary` for raw bytes, 3.1 nothing at all. */
export function readSchema(media: MediaType): Schema {
  const known = readings.get(media);
  if (known !== undefined) return known;
  const { schema, place } = media;
  const says = schema !== undefined && !(isRaw(media) && isAnyText(schema));
  const reading = says ? schema : anything(place);
  readings.set(media, reading);
  return reading;
}

const readings = new WeakMap<MediaType, Schema>();

/** Neither JSON nor a form nor XML: the body is its own text. */
function isRaw({ range }: MediaType): boolean {
  return !isJsonType(range) && !/^multipart\/|form-urlencoded$|[/+]xml$|\*$/.test(range);
}
