/** Which collections show the same records: `/albums/7/photos` and `/photos`. */
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { memoizeString } from '../../../spec/memoize.ts';
import { expandPath, matchPath, parameterNames, toPathText } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import type { ShallowNesting } from '../../../spec/resources/shallow-nesting.ts';
import type { StoredRecord } from '../../model/storage.ts';

/** The collection that a name stands for. */
export interface RecordView {
  readonly shallow: Resource;
  /** The collections that its records may be stored in, in addition to that of all. */
  readonly nestings: readonly ShallowNesting[];
  /** The values of the parameters that both paths begin with. */
  readonly shared: readonly string[];
  /** The name of the collection of all. */
  readonly all: string;
  /** Undefined for all records. */
  readonly parent: NestedView | undefined;
}

export interface NestedView {
  readonly name: string;
  readonly nesting: ShallowNesting;
  /** The identifier of the parent, as in the path. */
  readonly id: string;
}

/** Returns undefined for the names of other collections. */
export function createViewFinder(
  nestings: readonly ShallowNesting[],
  prefix: string,
): (name: string) => RecordView | undefined {
  return memoizeString((name) => findView(name, nestings, prefix));
}

function findView(name: string, nestings: readonly ShallowNesting[], prefix: string): RecordView | undefined {
  for (const nesting of nestings) {
    const { nested, shallow, sharedParameters } = nesting;
    const values = matchPath(`${prefix}${nested.collection}`, name);
    const shared = values?.slice(0, sharedParameters) ?? matchPath(`${prefix}${shallow.collection}`, name);
    if (shared === undefined) continue;
    return {
      shallow,
      nestings: nestings.filter((one) => one.shallow === shallow),
      shared,
      all: `${prefix}${expandPath(shallow.collection, shared)}`,
      parent: values && { name, nesting, id: values.at(-1) ?? '' },
    };
  }
  return undefined;
}

/** Whether a collection holds records of the view. */
export function isHome(other: RecordView | undefined, { shallow, shared }: RecordView): boolean {
  return other?.shallow === shallow && other.shared.every((value, index) => value === shared[index]);
}

/** The property decides, where a record has it. */
export function belongsTo(
  { name, nesting: { reference }, id }: NestedView,
  home: string,
  { value }: StoredRecord,
): boolean {
  const named = reference === undefined ? undefined : scalarMember(value, reference);
  return named === undefined ? home === name : toPathText(named) === id;
}

/** Undefined where the record names no parent, or where the path of the parent has other parameters. */
export function homeByReference(
  { nestings, shared }: RecordView,
  value: JsonObject,
  prefix: string,
): string | undefined {
  for (const { nested, reference, sharedParameters } of nestings) {
    const id = reference === undefined ? undefined : scalarMember(value, reference);
    if (id === undefined || parameterNames(nested.collection).length !== sharedParameters + 1) continue;
    return `${prefix}${expandPath(nested.collection, [...shared, id])}`;
  }
  return undefined;
}

/**
 * Whether each record that belongs to the parent is in its own collection or in that of all. With several kinds of
 * parents, a record is stored below one of them, and so are records below a parent with more parameters.
 */
export function isFoundBelow({ nestings, parent }: RecordView): boolean {
  const [{ reference, nested, sharedParameters } = {}, ...others] = nestings;
  if (parent === undefined || nested === undefined || others.length > 0) return false;
  return reference !== undefined && parameterNames(nested.collection).length === (sharedParameters ?? 0) + 1;
}

function scalarMember(value: JsonObject, name: string): Json | undefined {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof member === 'object' ? undefined : member;
}
