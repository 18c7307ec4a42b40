/** The JSON Schema of plant-store.yaml, for editors and for our own validator; and the keys that it knows. */
import { readFileSync } from 'node:fs';
import { createSchemaBuilder } from '../../spec/compiling/build-schema.ts';
import { isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { splitPointer } from '../../spec/json/pointer.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { parseSource } from '../../spec/source/read-source.ts';
import type { SourceFile } from '../../spec/source/source-file.ts';

export const schemaUrl = new URL('schema/plant-store.schema.json', import.meta.url);

/** The compiled schema. */
export function configurationSchema(): Schema {
  const file = schemaFile();
  compiled ??= createSchemaBuilder(new Map([[file.url, file]]), '3.1').build({ file, pointer: '', value: file.value });
  return compiled;
}

let compiled: Schema | undefined;

function schemaFile(): SourceFile {
  parsed ??= parseSource(schemaUrl.href, readFileSync(schemaUrl, 'utf8'));
  return parsed;
}

let parsed: SourceFile | undefined;

/** The keys of the object whose schema has a keyword at this pointer. */
export function knownKeys(keywordPointer: string): readonly string[] {
  const schema = splitPointer(keywordPointer)
    .slice(0, -1)
    .reduce<Json | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), schemaFile().value);
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
