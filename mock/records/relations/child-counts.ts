/** Properties that count other records: `commentCount`, `numberOfComments`, and `openTicketCount` by the state. */
import type { Json } from '../../../spec/json/exact-json.ts';
import { lettersOf } from '../../../spec/model/name-parts.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { composedSchemas, declaredTypes } from '../../../spec/model/schema-view.ts';
import { findReferencedResource } from '../../../spec/resources/foreign-keys.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import { lastLiteral, parameterNames, templateShape } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { findParentOfOwnKind, namesOwnKind } from '../nesting/parent-of-own-kind.ts';
import { isSetByServer } from '../values/server-properties.ts';
import { findPeople, identifiesPerson, personProperty } from './person-properties.ts';

export interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
}

/** `commentCount` of a post. */
export interface ChildCount {
  readonly name: string;
  readonly schema: Schema;
  readonly child: Resource;
  /** The property of a child that refers to the parent; undefined if its collection is below the parent. */
  readonly reference: string | undefined;
  /** Only children with this value are counted: those of `openTicketCount` are `open`. */
  readonly condition?: { readonly name: string; readonly value: Json } | undefined;
}

/** Undefined for other properties, and for those that clients set. */
export function findCount(
  resource: Resource,
  { name, schema }: NamedSchema,
  resources: readonly Resource[],
): ChildCount | undefined {
  const counted = countedWords(name);
  if (counted === undefined || !declaredTypes(schema).has('integer') || !isSetByServer(resource, name))
    return undefined;
  const named = resources.flatMap((child) => {
    const condition = conditionOf(counted, child);
    return child.roles.has('list') && condition !== undefined ? [{ child, ...condition }] : [];
  });
  const below = named.find(({ child: { collection } }) => {
    const item = templateShape(resource.item ?? `${resource.collection}/{}`);
    return templateShape(collection) === `${item}/${lastLiteral(collection)}`;
  });
  if (below !== undefined) return { name, schema, reference: undefined, ...below };
  const own = namesOwnKind(resource, counted) ? findParentOfOwnKind(resource) : undefined;
  if (own !== undefined) return { name, schema, child: resource, reference: own };
  return named.flatMap(({ child, condition }): ChildCount[] => {
    const reference = referenceTo(resource, child, resources);
    return reference === undefined || parameterNames(child.collection).length > 0
      ? []
      : [{ name, schema, child, reference, condition }];
  })[0];
}

/** `comment` of `commentCount`, `comments` of `numberOfComments`, `openticket` of `openTicketCount`. */
function countedWords(name: string): string | undefined {
  const letters = lettersOf(name);
  const [, before, after] = /^(?:total)?(.+?)count$|^(?:numberof|numof|num|total)(.+)$/.exec(letters) ?? [];
  return before ?? after;
}

/** Which children the words count; undefined if they name other things. */
function conditionOf(words: string, child: Resource): Pick<ChildCount, 'condition'> | undefined {
  const collection = lettersOf(lastLiteral(child.collection));
  const forms = [collection, collection.replace(/s$/, ''), collection.replace(/ies$/, 'y')];
  const ending = forms.toSorted((a, b) => b.length - a.length).find((form) => form !== '' && words.endsWith(form));
  if (ending === undefined) return undefined;
  const state = words.slice(0, words.length - ending.length);
  return state === '' ? { condition: undefined } : stateCondition(state, child);
}

/** A value of the enum of `status`, or a flag of this name. */
function stateCondition(state: string, { responseSchemas }: Resource): Pick<ChildCount, 'condition'> | undefined {
  for (const [name, schema] of mergedProperties(responseSchemas)) {
    const letters = lettersOf(name);
    const value = /(?:status|state)$/.test(letters) ? enumValue(schema, state) : undefined;
    if (value !== undefined) return { condition: { name, value } };
    const isFlag = declaredTypes(schema).has('boolean') && [state, `is${state}`].includes(letters);
    if (isFlag) return { condition: { name, value: true } };
  }
  return undefined;
}

function enumValue(schema: Schema, state: string): string | undefined {
  const values = composedSchemas(schema).flatMap(({ enum: listed = [] }) => listed);
  return values.filter((value) => typeof value === 'string').find((value) => lettersOf(value) === state);
}

/** `userId` of a ticket, else `requesterId` before `assigneeId`. */
function referenceTo(resource: Resource, child: Resource, resources: readonly Resource[]): string | undefined {
  const names = [...mergedProperties(child.responseSchemas).keys()];
  const named = names.find((name) => findReferencedResource([name], resources) === resource);
  if (named !== undefined || findPeople(resources) !== resource) return named;
  const people = names.filter((name) => identifiesPerson([name]));
  return people.find((name) => personProperty(name)?.isCreator === true) ?? people[0];
}
