/** Which paths keep what is no JSON, such as a text, an image or a document: they give back what was sent to them. */

import type { Json } from '../../../spec/json/exact-json.ts';
import { type Contract, isJsonType, type MediaType, type Operation } from '../../../spec/model/contract.ts';
import { typesOf } from '../../../spec/model/schema-view.ts';
import { fillPath, pathParameter, shapeOf, splitPath, textOf } from '../../../spec/resources/paths.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { successesOf } from '../../../spec/resources/views.ts';
import { contentsBeside } from '../../model/storage.ts';
import { shownPath } from '../initial.ts';
import type { RecordRequest } from '../keeper.ts';
import type { Shelf } from '../shelf.ts';

export type ContentRole = 'create' | 'write' | 'read' | 'remove';

export interface Content {
  /** The template of the path that reads it. */
  readonly path: string;
  readonly roles: ReadonlyMap<ContentRole, Operation>;
  readonly read: Operation;
  /** The resource that the path is an item of: its records are what there is to write to. */
  readonly owner: Resource | undefined;
}

/** None for a path that nothing can be sent to: then its answers are generated. */
export function contentsOf({ operations }: Contract, resources: readonly Resource[]): readonly Content[] {
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
    const roles = Object.entries({ create, write, read, remove }).flatMap(([role, operation]) =>
      operation !== undefined && isRole(role) ? [[role, operation] as const] : [],
    );
    return [{ path: read.path, roles: new Map(roles), read, owner }];
  });
}

function isRole(name: string): name is ContentRole {
  return name === 'create' || name === 'write' || name === 'read' || name === 'remove';
}

function offeredBy(operation: Operation): readonly MediaType[] {
  return successesOf(operation).flatMap(({ content }) => content.filter(isContent));
}

function isTaken({ requestBody }: Operation, offered: readonly MediaType[]): boolean {
  const content = (requestBody?.content ?? []).filter(isContent);
  return content.some((sent) => offered.some((shown) => meet(sent.range, shown.range)));
}

/** What is neither JSON nor a form; any type at all only where it is told to be a text or bytes. */
function isContent({ range, schema }: MediaType): boolean {
  if (isJsonType(range) || /^multipart\/|^application\/x-www-form-urlencoded$/.test(range)) return false;
  if (range !== '*/*' && range !== 'application/*') return true;
  return schema !== undefined && typesOf(schema).has('string');
}

function meet(one: string, other: string): boolean {
  return covers(one, other) || covers(other, one);
}

function covers(range: string, type: string): boolean {
  return range === type || range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

/** Where what is no JSON is kept. */
export type Keeping = Pick<Shelf, 'prefix' | 'records' | 'seed' | 'oneByOne'>;

/** Where one of them is kept: beside the records of the path above it. */
export interface Place {
  readonly name: string;
  readonly key: string;
}

/** Of the path with these values for its parameters. */
export function placeOf({ path, read }: Content, values: readonly Json[], prefix: string): Place {
  const plain = values.map((value, index) => {
    const isUuid = pathParameter(read, index)?.schema?.format === 'uuid';
    return isUuid ? textOf(value).toLowerCase() : value;
  });
  const whole = fillPath(path.replace(/\/+$/, ''), plain);
  const end = whole.lastIndexOf('/');
  return { name: contentsBeside(`${prefix}${whole.slice(0, end)}`), key: whole.slice(end + 1) };
}

export interface Asking {
  readonly content: Content;
  readonly request: RecordRequest;
  readonly values: readonly Json[];
  readonly options: Keeping;
}

export function placeIn({ content, values, options }: Asking): Place {
  return placeOf(content, values, options.prefix);
}

/** Without a body: the answer is a sample until something is written. */
export async function seedContents(
  contract: Contract,
  contents: readonly Content[],
  { prefix, records }: Keeping,
): Promise<void> {
  for (const content of contents) {
    for (const operation of content.roles.values()) {
      if (operation.path !== content.path) continue;
      for (const values of shownPath(contract, operation)) {
        const { name, key } = placeOf(content, values, prefix);
        await records.insert(name, key, {});
      }
    }
  }
}
