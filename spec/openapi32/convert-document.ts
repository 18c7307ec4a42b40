/**
 * Expresses a document of OpenAPI 3.2 as one of 3.1. Lines of the result are those of the original document. What 3.1
 * cannot express is noted, with its effect. Other files that it refers to stay as they are.
 */
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import type { Unsupported } from '../model/contract.ts';
import { toPlace } from '../refs/nodes.ts';
import { createOrigins } from '../source/origins.ts';
import { type SourceFile, withValue } from '../source/source-file.ts';
import { convertPart } from './convert-part.ts';
import type { ConversionNote } from './part-rule.ts';

export interface ConvertedDocument {
  readonly file: SourceFile;
  /** What has no effect, in the order of the document. */
  readonly unsupported: readonly Unsupported[];
}

export function isOpenApi32(value: Json): value is JsonObject {
  return isJsonObject(value) && /^3\.2\.\d+$/.test(String(value['openapi']));
}

export function convertOpenApi32(main: SourceFile, document: JsonObject): ConvertedDocument {
  const origins = createOrigins();
  const notes: ConversionNote[] = [];
  const pathItems = new Map<string, Json>();
  const context = { document, origins, pathItems, note: (one: ConversionNote) => void notes.push(one) };
  const converted = convertPart('document', document, { to: '', from: '' }, context);
  const value = pathItems.size === 0 ? converted : withPathItems(converted, Object.fromEntries(pathItems));
  const unsupported = notes.map(({ pointer, what, effect }) => ({
    place: toPlace({ file: main, pointer, value: null }),
    what,
    effect,
  }));
  const inOrder = unsupported.toSorted((a, b) => a.place.line - b.place.line);
  return { file: withValue(main, value, origins.find), unsupported: inOrder };
}

function withPathItems(document: Json, pathItems: JsonObject): Json {
  const { components } = isJsonObject(document) ? document : {};
  const others = components !== undefined && isJsonObject(components) ? components : {};
  const declared = others['pathItems'] ?? null;
  const all = { ...(isJsonObject(declared) ? declared : {}), ...pathItems };
  return isJsonObject(document) ? { ...document, components: { ...others, pathItems: all } } : document;
}
