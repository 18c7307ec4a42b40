/** Tests in the format of JSON-Schema-Test-Suite: a schema with valid and invalid values. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { KitError } from '../../../errors.ts';
import { createSchemaBuilder } from '../../../spec/compiling/build-schema.ts';
import { isJsonArray, isJsonObject, type Json, parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { parseSource } from '../../../spec/source/read-source.ts';
import type { SourceFile } from '../../../spec/source/source-file.ts';
import { isValid } from '../../../spec/validation/validate.ts';

export interface SuiteGroup {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

/** Of one file of the suite. Throws for a text of another form. */
export function readGroups(text: string): readonly SuiteGroup[] {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonArray(parsed.value)) throw new Error('not a file of the suite');
  return parsed.value.map((group) => {
    const { description, schema = true, tests = [] } = isJsonObject(group) ? group : {};
    return { description: String(description), schema, tests: isJsonArray(tests) ? tests.map(readTest) : [] };
  });
}

function readTest(test: Json): SuiteGroup['tests'][number] {
  const { description, data = null, valid } = isJsonObject(test) ? test : {};
  return { description: String(description), data, valid: valid === true };
}

/** The files that schemas of the suite refer to, by the URL that they are referred to by. */
export function remoteFiles(folder: string, url: string): ReadonlyMap<string, SourceFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return new Map(
    names.map((name) => {
      const at = `${url}${name}`;
      return [at, parseSource(at, readFileSync(path.join(folder, name), 'utf8'))] as const;
    }),
  );
}

/** The differences of our validator, as text. */
export function differencesIn(group: SuiteGroup, remotes: ReadonlyMap<string, SourceFile>): readonly string[] {
  const schema = schemaOf(group.schema, remotes);
  return group.tests.flatMap(({ description, data, valid }) => {
    const ours = typeof schema === 'string' ? schema : String(isValid(schema, data, 'response'));
    return ours === String(valid) ? [] : [`${group.description}: ${description}: ${valid} expected, ${ours} here`];
  });
}

function schemaOf(value: Json, remotes: ReadonlyMap<string, SourceFile>): Schema | string {
  const file = parseSource('http://schema.invalid/schema.json', stringifyJson(value));
  const builder = createSchemaBuilder(new Map([[file.url, file], ...remotes]), '3.1');
  try {
    return builder.build({ file, pointer: '', value: file.value });
  } catch (error) {
    if (error instanceof KitError) return `rejected (${error.detail})`;
    throw error;
  }
}
