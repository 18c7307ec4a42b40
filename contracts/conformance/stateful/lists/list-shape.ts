/** Where the records of a list response are, and what names them. */
import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { splitPath } from '../../../../spec/resources/path-templates.ts';
import { detectListView, detectScalarListView, successMedia } from '../../../../spec/resources/record-views.ts';
import type { ListShape } from '../../model/list-query.ts';

/** Undefined when the response is no list. */
export function detectListShape(
  operation: Operation,
  { idName, uncertainty }: Pick<ListShape, 'idName'> & Partial<Pick<ListShape, 'uncertainty'>>,
): ListShape | undefined {
  const [schema, { collection }] = [successMedia(operation)?.schema, splitPath(operation.path)];
  const view = detectListView(schema, collection) ?? detectScalarListView(schema, collection);
  if (view === undefined) return undefined;
  const isNamedByContent = idName === undefined || !mayShow(view.item, idName);
  return {
    item: view.item,
    idName,
    isNamedByContent,
    uncertainty,
    itemsIn(body) {
      const list = view.name !== undefined && isJsonObject(body) ? body[view.name] : body;
      return isJsonArray(list) ? list : undefined;
    },
    nameOf(item) {
      const name = idName === undefined ? undefined : getMember(item, idName);
      if (name !== undefined && name !== null) return canonicalJson(name);
      return isNamedByContent ? contentName(item) : undefined;
    },
  };
}

function mayShow(item: Schema, name: string): boolean {
  const properties = declaredProperties(item);
  return properties.size === 0 || properties.has(name);
}

/** By its texts: numbers such as a rank may depend on the query. */
function contentName(item: Json): string {
  const texts = isJsonObject(item) ? Object.entries(item).filter(([, value]) => typeof value === 'string') : [];
  return canonicalJson(texts.length === 0 ? item : Object.fromEntries(texts));
}

export function getMember(item: Json | undefined, name: string): Json | undefined {
  return isJsonObject(item) && Object.hasOwn(item, name) ? item[name] : undefined;
}

export function recordNames(items: readonly Json[], { nameOf }: ListShape): readonly string[] {
  return items.map(nameOf).filter((name) => name !== undefined);
}

/** For messages: a content may be long. */
export function describeName(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}

const MAX_NAME_LENGTH = 80;
