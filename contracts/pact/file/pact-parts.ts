/** Headers and bodies as the versions of the Pact specification write them. */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  parseJsonBytes,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';

export interface PactBody {
  /** JSON Pointer of the content in the pact. */
  readonly pointer: string;
  readonly contentType: string;
  /** Undefined for a body that is no JSON. */
  readonly json: Json | undefined;
}

/** Version 4 writes lists of values, the others one string. Names in lower case. */
export function headersOf(value: Json | undefined): ReadonlyMap<string, string> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return new Map(
    entries.map(([name, content]) => [
      name.toLowerCase(),
      isJsonArray(content) ? content.map(text).join(', ') : text(content),
    ]),
  );
}

/** Versions 1 and 2 write one string, the others an object of lists. */
export function queryNamesOf(value: Json | undefined): ReadonlySet<string> {
  if (typeof value === 'string') return new Set(new URLSearchParams(value).keys());
  return new Set(isJsonObject(value) ? Object.keys(value) : []);
}

/** Version 4 wraps the content, the others have it in place. Undefined where no body is expected or sent. */
export function bodyOf(part: JsonObject, version: number, pointer: string): PactBody | undefined {
  const { body } = part;
  if (body === undefined || body === null) return undefined;
  const declared = headersOf(part.headers).get('content-type');
  if (version < 4)
    return { pointer: `${pointer}/body`, contentType: declared ?? 'application/json', json: body };
  if (!isJsonObject(body) || body.content === undefined) return undefined;
  const contentType = typeof body.contentType === 'string' ? body.contentType : (declared ?? '');
  return { pointer: `${pointer}/body/content`, contentType, json: contentOf(body) };
}

function contentOf({ content, encoded }: JsonObject): Json | undefined {
  if (encoded === false || encoded === undefined) return content;
  if (typeof content !== 'string' || typeof encoded !== 'string') return undefined;
  const isText = encoded.toLowerCase() === 'json';
  const parsed = isText ? parseJson(content) : parseJsonBytes(Buffer.from(content, 'base64'));
  return parsed.ok ? parsed.value : undefined;
}

function text(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
