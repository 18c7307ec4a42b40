/** Paths that keep what is no JSON, such as a text, an image or a document: they give back what was sent to them. */
import { type Contract, isJsonType, type MediaType, type Operation } from '../model/contract.ts';
import { propertiesOf, typesOf } from '../model/schema-view.ts';
import { identifierWithReason } from './identifiers.ts';
import { shapeOf, splitPath } from './paths.ts';
import type { Resource } from './resources.ts';
import { listViewOf, successesOf, successMedia } from './views.ts';

export type ContentRole = 'create' | 'write' | 'read' | 'remove';

export interface ContentPath {
  /** The template of the path that reads it. */
  readonly path: string;
  readonly roles: ReadonlyMap<ContentRole, Operation>;
  readonly read: Operation;
  /** The resource that the path is an item of: its records are what there is to write to. */
  readonly owner: Resource | undefined;
}

/** None for a path that nothing can be sent to: then its answers are generated. */
export function contentsIn({ operations }: Contract, resources: readonly Resource[]): readonly ContentPath[] {
  const byPath = Map.groupBy(operations, ({ path }) => shapeOf(path));
  return operations.flatMap((read) => {
    const offered = read.method === 'GET' ? offeredBy(read) : [];
    if (offered.length === 0) return [];
    const same = byPath.get(shapeOf(read.path)) ?? [];
    const above = splitPath(read.path).isItem ? byPath.get(shapeOf(splitPath(read.path).collection)) : [];
    const takes = (method: string) => (one: Operation) => one.method === method && isTaken(one, offered);
    const write = same.find(takes('PUT'));
    const create = above?.find(takes('POST'));
    const owner = resources.find(({ item }) => item !== undefined && shapeOf(item) === shapeOf(read.path));
    if ((write ?? create) === undefined) return [];
    const remove = same.find(({ method }) => method === 'DELETE');
    const named = { create, write, read, remove };
    const roles = contentRoles.flatMap((role) => {
      const operation = named[role];
      return operation === undefined ? [] : [[role, operation] as const];
    });
    return [{ path: read.path, roles: new Map(roles), read, owner }];
  });
}

const contentRoles = ['create', 'write', 'read', 'remove'] as const;

function offeredBy(operation: Operation): readonly MediaType[] {
  return successesOf(operation).flatMap(({ content }) => content.filter(isKeptAsItIs));
}

function isTaken({ requestBody }: Operation, offered: readonly MediaType[]): boolean {
  const content = (requestBody?.content ?? []).filter(isKeptAsItIs);
  return content.some((sent) => offered.some((shown) => meet(sent.range, shown.range)));
}

/** What is neither JSON nor a form; any type at all only where it is told to be a text or bytes. */
function isKeptAsItIs({ range, schema }: MediaType): boolean {
  if (isJsonType(range) || form.test(range)) return false;
  if (range !== '*/*' && range !== 'application/*') return true;
  return schema !== undefined && typesOf(schema).has('string');
}

const form = /^multipart\/|^application\/x-www-form-urlencoded$/;

function meet(one: string, other: string): boolean {
  return covers(one, other) || covers(other, one);
}

function covers(range: string, type: string): boolean {
  return range === type || range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

/** What goes on from an operation that sends something else than a JSON object. */
interface ContentParts {
  readonly parts: ReadonlyMap<'list' | 'read' | 'replace' | 'remove', Operation>;
  readonly idName: string | undefined;
  readonly reason: string;
}

/** Undefined where nothing is known of what the operation leaves behind. */
export function contentPartsOf({ operations }: Contract, operation: Operation): ContentParts | undefined {
  const here = operations.filter(({ path }) => path === operation.path);
  const get = here.find(({ method }) => method === 'GET');
  if (get === undefined) return undefined;
  if (operation.method === 'POST') return uploadedTo(get, operation);
  const isNamed = operation.method === 'PUT' && splitPath(operation.path).isItem;
  if (!isNamed || !isReadAsWritten(get, operation)) return undefined;
  const remove = here.find(({ method }) => method === 'DELETE');
  const parts = [
    ['read', get] as const,
    ['replace', operation] as const,
    ...(remove === undefined ? [] : [['remove', remove] as const]),
  ];
  return {
    parts: new Map(parts),
    idName: undefined,
    reason: 'the path is read in the media type it is written in',
  };
}

/** The list shows what the answer to the upload shows. */
function uploadedTo(list: Operation, create: Operation): ContentParts | undefined {
  const { collection } = splitPath(list.path);
  const item = listViewOf(successMedia(list)?.schema, collection)?.item;
  const shown = successMedia(create)?.schema;
  if (item === undefined || shown === undefined) return undefined;
  const [inList, inAnswer] = [propertiesOf(item), propertiesOf(shown)];
  const id = identifierWithReason({ schemas: [item], parameter: undefined });
  const isAlike = [...inList.keys()].every((name) => inAnswer.has(name));
  if (id === undefined || !isAlike) return undefined;
  return {
    parts: new Map([['list', list] as const]),
    idName: id.name,
    reason: 'the list of the same path shows what the upload answers with',
  };
}

/** One type, and no range, which is neither JSON nor XML nor a form. */
function isReadAsWritten(get: Operation, { requestBody }: Operation): boolean {
  const [written] = requestBody?.content ?? [];
  const read = successesOf(get).flatMap(({ content }) => content);
  return (
    written !== undefined &&
    isTextOrBytes(written.range) &&
    !written.range.includes('*') &&
    read.some(({ range }) => range === written.range)
  );
}

function isTextOrBytes(type: string): boolean {
  // An SVG is an image first.
  const isXml = xml.test(type.trim()) && !type.startsWith('image/');
  return !isJsonType(type) && !isXml && !formOfFields.test(type);
}

const xml = /^(?:(?:application|text)\/xml|[^/;\s]+\/[^;\s]+\+xml)\s*(?:;|$)/i;
const formOfFields = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
