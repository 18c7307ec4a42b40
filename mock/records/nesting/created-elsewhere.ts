/** Operations that create records below one path which are read under another: `POST /orders/{id}/refunds`, `GET /refunds/{id}`. */
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { normalizeName } from '../../../spec/model/name-parts.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { creationFor } from '../../../spec/resources/creations.ts';
import { parameterNames, templateShape } from '../../../spec/resources/path-templates.ts';
import { declaresStatus, successMedia } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { findRecordNestings } from '../record-resources.ts';

/** By the operation that creates them: the resource whose items they are. */
export function findCreatedElsewhere(
  contract: Contract,
  resources: readonly Resource[],
): ReadonlyMap<Operation, Resource> {
  const creates = contract.operations.filter(
    (one) => one.method === 'POST' && [201, 202].some((status) => declaresStatus(one, status)),
  );
  const nested = new Set(findRecordNestings(contract).map((one) => one.create));
  const found = creates.flatMap((create) => {
    if (nested.has(create)) return [];
    const own = resources.find(({ roles }) => [...roles.values()].includes(create));
    // Where the path has a list or items of its own, the records are found there.
    if (own !== undefined && (own.roles.size > 1 || own.item !== undefined)) return [];
    const target = linkedResource(contract, create, resources) ?? resourceWithSameRecords(create, resources);
    return target !== undefined && hasKnownPath(target, create)
      ? [[create, withIdentifier(target, create)] as const]
      : [];
  });
  return new Map(found);
}

function linkedResource(contract: Contract, create: Operation, resources: readonly Resource[]): Resource | undefined {
  const creation = creationFor(contract, create);
  const read = 'reason' in creation ? undefined : creation.followUps.get('read')?.operation;
  return read && resources.find(({ roles }) => roles.get('read') === read);
}

/** The only one that returns the same component, and that nothing else creates. */
function resourceWithSameRecords(create: Operation, resources: readonly Resource[]): Resource | undefined {
  const component = componentOf(create);
  if (component === undefined) return undefined;
  const [target, ...others] = resources.filter(({ roles }) => {
    const read = roles.get('read');
    return read !== undefined && !roles.has('create') && componentOf(read) === component;
  });
  return others.length === 0 ? target : undefined;
}

function componentOf(operation: Operation): string | undefined {
  const pointer = successMedia(operation)?.schema?.place.pointer;
  return pointer !== undefined && /^\/(?:components\/schemas|definitions)\/[^/]+$/.test(pointer) ? pointer : undefined;
}

/** The path names all records above the other collection, so that its parameters are known; it is no action on an item. */
function hasKnownPath({ collection, item = collection }: Resource, { path }: Operation): boolean {
  const known = parameterNames(path);
  const isAction = `${templateShape(path)}/`.startsWith(`${templateShape(item)}/`);
  return !isAction && parameterNames(collection).every((name, index) => known[index] === name);
}

/** What is read may not show the identifier, while the response to the creation does: the token of a link. */
function withIdentifier(target: Resource, create: Operation): Resource {
  const { idName, idParameter, responseSchemas } = target;
  const schema = successMedia(create)?.schema;
  if (idName !== undefined || idParameter === undefined || schema === undefined) return target;
  const parameter = normalizeName(idParameter.name);
  const shown = [...declaredProperties(schema).keys()].find((name) => normalizeName(name) === parameter);
  return shown === undefined ? target : { ...target, idName: shown, responseSchemas: [schema, ...responseSchemas] };
}
