/**
 * `GET /attachments/{id}/content` of a record whose file no request has stored: the file that its `url` names, or one of
 * its media type and size.
 */
import { encodeUtf8 } from '../../../platform/bytes.ts';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import {
  type Contract,
  findMediaType,
  isJsonType,
  type MediaType,
  type Operation,
} from '../../../spec/model/contract.ts';
import { declaredTypes } from '../../../spec/model/schema-view.ts';
import { expandPath, parameterNames, templateShape } from '../../../spec/resources/path-templates.ts';
import { successResponses } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { hasSampleFile, sampleFileBytes } from '../../../spec/sampling/sample-files.ts';
import { placeholderFilePath } from '../../made-up/image-url.ts';
import { extensionOf, fileTypes, findPlaceholder } from '../../made-up/placeholder-file.ts';
import { recordKey } from '../collection.ts';
import { type PreparedOperation, pathValues, type RecordRequest } from '../record-handler.ts';
import { fileTraitName } from '../uploads/shown-files.ts';
import { readFile, uploadPathIn } from '../uploads/stored-files.ts';
import type { ContentOptions } from './content-location.ts';
import { OCTETS } from './create-content.ts';

/** The operations that return the file of a record, with its resource. */
export function fileOperations(
  { operations }: Contract,
  resources: readonly Resource[],
): ReadonlyMap<Operation, Resource> {
  const byItem = new Map(resources.map((one) => [templateShape(one.item ?? '').replace(/\/+$/, ''), one]));
  const found = operations.flatMap((operation) => {
    const [, below = '', segment = ''] = /^(.*)\/([^/{}]+)\/*$/.exec(operation.path) ?? [];
    const resource = below === '' ? undefined : byItem.get(templateShape(below));
    const isFile = operation.method === 'GET' && FILE_NAMES.test(segment) && returnsFile(operation);
    return isFile && resource !== undefined ? [[operation, resource] as const] : [];
  });
  return new Map(found);
}

/** Not a thumbnail or an export, which are other files. */
const FILE_NAMES = /^(?:contents?|raw|bytes|original|blob|file|download)$/i;

function returnsFile(operation: Operation): boolean {
  const content = successResponses(operation).flatMap((response) => response.content);
  return content.length > 0 && content.every(isBinary);
}

function isBinary({ range, schema }: MediaType): boolean {
  const isText = schema === undefined || declaredTypes(schema).size === 0 || declaredTypes(schema).has('string');
  return !isJsonType(range) && !/^(?:text|multipart)\/|xml/.test(range) && isText;
}

/** Undefined where the record shows nothing of its file, or the contract declares another type of content. */
export async function prepareRecordFile(
  resource: Resource,
  request: RecordRequest,
  { prefix, records }: ContentOptions,
): Promise<PreparedOperation | undefined> {
  const values = pathValues(request);
  const depth = parameterNames(resource.collection).length;
  const id = values[depth];
  if (id === undefined) return undefined;
  const name = `${prefix}${expandPath(resource.collection, values.slice(0, depth))}`;
  const record = await records.read(name, recordKey(resource, id));
  const file = record && ((await uploadedFile(record.value, records)) ?? madeUpFile(record.value));
  const type = file && declaredType(request.operation, file.type);
  if (file === undefined || type === undefined) return undefined;
  return {
    status: undefined,
    mediaType: type,
    commit: (response) => ({
      body: response.sample,
      headers: {},
      ...(response.type === type && { rawBody: { bytes: file.bytes, type } }),
    }),
  };
}

/** The type itself where a response may have it, or else that of any bytes. */
function declaredType(operation: Operation, type: string): string | undefined {
  const content = successResponses(operation).flatMap((response) => response.content);
  return [type, OCTETS].find((one) => findMediaType(content, one) !== undefined);
}

interface RecordFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

async function uploadedFile(record: JsonObject, records: ContentOptions['records']): Promise<RecordFile | undefined> {
  const path = texts(record)
    .map(uploadPathIn)
    .find((one) => one !== undefined);
  const stored = path === undefined ? undefined : await readFile(records, path);
  return stored && { type: stored.headers['Content-Type'] ?? OCTETS, bytes: stored.bytes };
}

function madeUpFile(record: JsonObject): RecordFile | undefined {
  const path = texts(record)
    .map(placeholderFilePath)
    .find((one) => one !== undefined);
  const placeholder = path === undefined ? undefined : findPlaceholder(path);
  if (placeholder !== undefined) {
    const { body, headers } = placeholder;
    return { type: headers['Content-Type'] ?? OCTETS, bytes: typeof body === 'string' ? encodeUtf8(body) : body };
  }
  const { name, type, size } = describedFile(record);
  const extension = name === undefined ? undefined : extensionOf(name);
  const known = type ?? (extension === undefined ? undefined : fileTypes[extension]);
  if (known === undefined && size === undefined) return undefined;
  return { type: known ?? OCTETS, bytes: withSize(sampleFileBytes(known ?? OCTETS), known, size) };
}

interface DescribedFile {
  readonly name: string | undefined;
  readonly type: string | undefined;
  readonly size: number | undefined;
}

function describedFile(record: JsonObject): DescribedFile {
  const member = (trait: 'name' | 'type' | 'size'): Json | undefined =>
    Object.entries(record).find(([name]) => fileTraitName(name) === trait)?.[1];
  const [name, type, size] = [member('name'), member('type'), member('size')];
  return {
    name: typeof name === 'string' ? name : undefined,
    type: typeof type === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : undefined,
    size: typeof size === 'number' && Number.isInteger(size) && size >= 0 && size <= MAX_SIZE ? size : undefined,
  };
}

/** In bytes; a larger file has the size of the sample. */
const MAX_SIZE = 1_000_000;

/** Readers ignore what follows the end of a document or image; it cannot become smaller than its sample. */
function withSize(sample: Uint8Array, type: string | undefined, size = sample.length): Uint8Array {
  const isDocument = type !== undefined && hasSampleFile(type) && !type.startsWith('text/');
  if (size <= sample.length) return isDocument ? sample : sample.slice(0, size);
  const padded = new Uint8Array(size).fill(type?.startsWith('text/') === true ? SPACE : 0);
  padded.set(sample);
  return padded;
}

const SPACE = 0x20;

function texts(record: JsonObject): readonly string[] {
  return Object.values(record).filter((value) => typeof value === 'string');
}
