/** What a response shows of uploaded files: their addresses, names, sizes and media types. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { lettersOf } from '../../../spec/model/name-parts.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { composedSchemas, declaredProperties, declaredTypes, itemsSchema } from '../../../spec/model/schema-view.ts';
import type { UploadedFile } from '../../../spec/resources/uploaded-files.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../spec/validation/validate.ts';

export interface LinkedFile {
  readonly file: UploadedFile;
  /** Its absolute address, and its path; where a schema allows both, the first is shown. */
  readonly addresses: readonly string[];
}

/** The sample with what it shows of the files, as far as its schema allows that. `sentNames` are set by the client. */
export function withFiles(
  schema: Schema,
  sample: Json,
  { files, sentNames }: { readonly files: readonly LinkedFile[]; readonly sentNames: ReadonlySet<string> },
): Json {
  if (!isJsonObject(sample)) return isJsonArray(sample) ? (fileList(schema, files) ?? sample) : sample;
  const [only, ...others] = files;
  const described = others.length === 0 && only !== undefined && describesFile(schema) ? only.file : undefined;
  const entries = [...declaredProperties(schema)].flatMap(([name, part]): [string, Json][] => {
    if (sentNames.has(name) && !part.readOnly) return [];
    const before = Object.hasOwn(sample, name) ? sample[name] : undefined;
    const [trait] = described === undefined ? [] : traitsOf(name, described);
    const value = trait ?? shownFor(name, part, { files, before });
    return value !== undefined && isValid(part, value, 'response') ? [[name, value]] : [];
  });
  const filled = { ...sample, ...Object.fromEntries(entries) };
  return isValid(schema, filled, 'response') ? filled : sample;
}

/** What the property of the response with the name of a field of files shows of them, instead of their bytes. */
export function shownInField(field: string, response: Schema, files: readonly LinkedFile[]): Json | undefined {
  const own = files.filter(({ file }) => file.field === field);
  const holders = [response, ...declaredProperties(response).values()];
  const part = holders.flatMap((one) => declaredProperties(one).get(field) ?? [])[0];
  if (part === undefined) return undefined;
  if (declaredTypes(part).has('array')) return fileList(part, own);
  const isAddress = composedSchemas(part).some(({ format }) => format === 'uri' || format === 'url');
  return isAddress ? own[0]?.addresses.find((one) => isValid(part, one, 'response')) : undefined;
}

interface ShownContext {
  readonly files: readonly LinkedFile[];
  /** The generated value. */
  readonly before: Json | undefined;
}

function shownFor(name: string, part: Schema, { files, before }: ShownContext): Json | undefined {
  const types = declaredTypes(part);
  if (types.has('array')) return isListOfFiles(name, files) ? fileList(part, files) : undefined;
  if (isJsonObject(before)) return withFiles(part, before, { files, sentNames: new Set() });
  const file = types.has('string') ? fileNamedBy(name, files) : undefined;
  return file?.addresses.find((one) => isValid(part, one, 'response'));
}

/** `avatarUrl` is the file of the field `avatar`; `url` is that of the only file. */
function fileNamedBy(name: string, files: readonly LinkedFile[]): LinkedFile | undefined {
  const [, subject = ''] = ADDRESS.exec(lettersOf(name)) ?? [];
  if (!ADDRESS.test(lettersOf(name))) return undefined;
  const named = files.find(({ file }) => lettersOf(file.field) === subject);
  const [only, ...others] = files;
  return named ?? (GENERAL.has(subject) && others.length === 0 ? only : undefined);
}

const ADDRESS = /^(.*?)(?:ur[li]|href|src)$/;
const GENERAL = new Set([
  '',
  'file',
  'download',
  'content',
  'public',
  'media',
  'image',
  'photo',
  'picture',
  'document',
  'attachment',
  'upload',
  'asset',
  'location',
]);

/** `files`, `urls`, or the name of the field. */
function isListOfFiles(name: string, files: readonly LinkedFile[]): boolean {
  const letters = lettersOf(name);
  return (
    /^(?:files?|uploads?|attachments?|images?|photos?|pictures?|documents?|assets|media)?(?:urls?|links)?$/.test(
      letters,
    ) || files.some(({ file }) => lettersOf(file.field) === letters)
  );
}

/** Undefined where its items show nothing of a file. */
function fileList(array: Schema, files: readonly LinkedFile[]): Json | undefined {
  const items = itemsSchema(array);
  if (items === undefined) return undefined;
  const shown = files.flatMap(({ file, addresses }): Json[] => {
    if (declaredTypes(items).has('string'))
      return addresses.filter((one) => isValid(items, one, 'response')).slice(0, 1);
    const sample = sampleValue(items, 'response');
    const item = isJsonObject(sample) ? fileItem(items, sample, { file, addresses }) : undefined;
    return item === undefined ? [] : [item];
  });
  return shown.length === files.length ? shown : undefined;
}

function fileItem(schema: Schema, sample: JsonObject, linked: LinkedFile): JsonObject | undefined {
  const { file, addresses } = linked;
  const entries = [...declaredProperties(schema)].flatMap(([name, part]): [string, Json][] => {
    const values = fileNamedBy(name, [linked]) === undefined ? traitsOf(name, file) : addresses;
    const value = values.find((one) => isValid(part, one, 'response'));
    return value === undefined ? [] : [[name, value]];
  });
  return entries.length === 0 ? undefined : { ...sample, ...Object.fromEntries(entries) };
}

function traitsOf(name: string, { name: fileName, type, content }: UploadedFile): readonly Json[] {
  const trait = fileTraitName(name);
  return trait === undefined ? [] : [{ name: fileName, size: content.length, type }[trait]];
}

/** What a property with this name shows of a file. */
export function fileTraitName(property: string): 'name' | 'size' | 'type' | undefined {
  const letters = lettersOf(property);
  if (NAME.test(letters)) return 'name';
  if (SIZE.test(letters)) return 'size';
  return TYPE.test(letters) ? 'type' : undefined;
}

const NAME = /^(?:original)?(?:file)?name$/;
const SIZE = /^(?:file|content|byte)?(?:size|bytes|length)(?:(?:in)?bytes)?$/;
const TYPE = /^(?:mime|content|media|file)type$/;

/** An object with two of these: a name alone may be that of a person or product to whom the file belongs. */
function describesFile(schema: Schema): boolean {
  const names = [...declaredProperties(schema).keys()].map(lettersOf);
  return [NAME, SIZE, TYPE].filter((trait) => names.some((name) => trait.test(name))).length > 1;
}
