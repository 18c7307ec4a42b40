/** Finds and reads plant-store.yaml, and validates it by its schema; errors name line and column. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { combineErrors, KitError } from '../../errors.ts';
import { isJsonObject, type JsonObject } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { isModuleName } from '../../spec/modules/load-module.ts';
import { suggestionHint } from '../../spec/options/suggest-name.ts';
import { parseSource, readSource, toDocumentUrl } from '../../spec/source/read-source.ts';
import { formatPosition } from '../../spec/source/source-column.ts';
import type { SourceFile } from '../../spec/source/source-file.ts';
import { formatPath, type Violation, validate } from '../../spec/validation/validate.ts';
import { configurationSchema, knownKeys } from './configuration-schema.ts';
import { credentialErrors } from './environment.ts';

export const CONFIGURATION_NAME = 'plant-store.yaml';

/** A valid file. */
export interface ConfigurationFile {
  readonly file: SourceFile;
  /** Of the file: paths in it are relative to it. */
  readonly folder: string;
  readonly value: JsonObject;
}

/**
 * The file beside the document, otherwise in the working directory; undefined if there is none. A file of that name that
 * is an OpenAPI document is not meant. Throws the errors of `readConfiguration`.
 */
export async function findConfiguration(
  document: string | undefined,
  workingFolder = process.cwd(),
): Promise<ConfigurationFile | undefined> {
  const folders = [...(document === undefined ? [] : folderOf(document)), workingFolder];
  for (const folder of new Set(folders)) {
    const candidate = path.join(folder, CONFIGURATION_NAME);
    const file = existsSync(candidate) ? await parseFile(candidate) : undefined;
    if (file !== undefined && !isOpenApi(file)) return validateConfiguration(file);
  }
  return undefined;
}

/** Undefined for a document that is no local file. */
function folderOf(document: string): readonly string[] {
  if (/^file:/i.test(document)) return [path.dirname(fileURLToPath(document))];
  return /^(?:https?:\/\/|git:)/i.test(document) ? [] : [path.dirname(path.resolve(document))];
}

/** Throws `config-unreadable`, `spec-syntax` and `config-invalid`. */
export async function readConfiguration(given: string): Promise<ConfigurationFile> {
  const file = await parseFile(given);
  if (!isOpenApi(file)) return validateConfiguration(file);
  throw new KitError('config-invalid', `${file.name} is an OpenAPI document`, {
    fix: `Give it with --spec, and a configuration as ${CONFIGURATION_NAME} writes it with --config; see plant-store init.`,
  });
}

async function parseFile(given: string): Promise<SourceFile> {
  const url = toDocumentUrl(given);
  if (isModuleName(given))
    throw new KitError('config-unreadable', `${given}: expected a file like ${CONFIGURATION_NAME}, got a module`, {
      fix: 'A module such as plant-store.config.ts configures plant-store mock; hooks are given with --hooks.',
    });
  if (!url.startsWith('file:')) throw new KitError('config-unreadable', `${given}: expected a file, not a URL`);
  try {
    return parseSource(url, await readSource(url));
  } catch (error) {
    if (!(error instanceof KitError) || error.code !== 'spec-unreadable') throw error;
    throw new KitError('config-unreadable', error.detail, { cause: error });
  }
}

function isOpenApi({ value }: SourceFile): boolean {
  return isJsonObject(value) && ('openapi' in value || 'swagger' in value);
}

/** Throws `config-invalid`. */
export function validateConfiguration(file: SourceFile): ConfigurationFile {
  // A file in which everything is commented out.
  const value = file.value === null ? {} : file.value;
  const violations = validate(configurationSchema(), value, 'request');
  const error = combineErrors([
    ...violations.map((one) => violationError(file, one)),
    ...credentialErrors(file, value),
  ]);
  if (error !== undefined) throw error;
  return { file, folder: path.dirname(fileURLToPath(file.url)), value: isJsonObject(value) ? value : {} };
}

function violationError(file: SourceFile, { path: at, keyword, place, expected, received }: Violation): KitError {
  const where = formatPosition(file, at.reduce<string>(joinPointer, ''));
  const name = formatPath(at, '').replace(/^\./, '') || 'the file';
  const key = String(at.at(-1));
  if (keyword === 'additionalProperties') {
    const known = knownKeys(place.pointer);
    const detail = `unknown key ${JSON.stringify(key)}${suggestionHint(key, known)}`;
    return new KitError('config-invalid', detail, { where, fix: `Use one of ${known.join(', ')}.` });
  }
  // What stands where a credential is expected may be one.
  const shown = at[0] === 'credentials' ? 'another value' : received;
  return new KitError('config-invalid', `${name}: expected ${expected}, got ${shown}`, { where });
}
