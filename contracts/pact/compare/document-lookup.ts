/** Looks up parts of the document that the Contract model leaves out, and the lines of places below known ones. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { joinPointer, splitPointer } from '../../../spec/json/pointer.ts';
import type { Contract, Operation, Place } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { parseSource, toDocumentUrl } from '../../../spec/source/read-source.ts';
import { findLine, type SourceFile } from '../../../spec/source/source-file.ts';

const parsedSources = new WeakMap<Contract, Map<string, SourceFile>>();

/** The place one key below a place, in the same file; the place itself if there is no such key. */
export function placeBelow(contract: Contract, place: Place, key: string): Place {
  const source = sourceFile(contract, place.file);
  const pointer = joinPointer(place.pointer, key);
  return source === undefined || source.lineAt(pointer) === undefined
    ? place
    : { file: place.file, pointer, line: findLine(source, pointer) };
}

/** Parsed once for each contract. */
function sourceFile(contract: Contract, file: string): SourceFile | undefined {
  const cached = parsedSources.get(contract) ?? new Map<string, SourceFile>();
  parsedSources.set(contract, cached);
  const text = contract.sources.get(file);
  const parse = () => (text === undefined ? undefined : parseSource(toDocumentUrl(file), text));
  const source = cached.get(file) ?? contract.rewritten?.get(file) ?? parse();
  if (source !== undefined) cached.set(file, source);
  return source;
}

/** The value at a place, in any file of the contract. */
export function valueAtPlace(contract: Contract, place: Place): Json | undefined {
  return splitPointer(place.pointer).reduce<Json | undefined>(childOf, sourceFile(contract, place.file)?.value);
}

export function childOf(value: Json | undefined, key: string): Json | undefined {
  if (isJsonArray(value)) return value[Number(key)];
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function isDeprecated(contract: Contract, operation: Operation): boolean {
  return childOf(valueAtPlace(contract, operation.place), 'deprecated') === true;
}

/** The properties of the schemas that extend this one: a schema with a discriminator also stands for them. */
export function subschemaProperties(contract: Contract, { place }: Schema): ReadonlySet<string> {
  if (!isJsonObject(childOf(valueAtPlace(contract, place), 'discriminator'))) return new Set();
  const name = splitPointer(place.pointer).at(-1) ?? '';
  const schemas = Object.values(componentSchemas(contract)).filter((componentSchema) =>
    extendsSchema(componentSchema, name),
  );
  return new Set(
    schemas.flatMap((componentSchema) => [componentSchema, ...allOfParts(componentSchema)]).flatMap(propertyNames),
  );
}

function componentSchemas({ document }: Contract): JsonObject {
  const schemas = childOf(childOf(document, 'components'), 'schemas');
  return isJsonObject(schemas) ? schemas : {};
}

function allOfParts(schema: Json): readonly Json[] {
  const parts = childOf(schema, 'allOf');
  return isJsonArray(parts) ? parts : [];
}

function extendsSchema(schema: Json, name: string): boolean {
  return allOfParts(schema).some((part) => {
    const ref = childOf(part, '$ref');
    return typeof ref === 'string' && splitPointer(ref.replace(/^[^#]*#/, '')).at(-1) === name;
  });
}

function propertyNames(schema: Json): readonly string[] {
  const properties = childOf(schema, 'properties');
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
