/** The contents of files that are uploaded with a record, which a path below it returns. */
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import type { NonJsonResource } from '../../../spec/resources/non-json-resources.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import type { ShallowNesting } from '../../../spec/resources/shallow-nesting.ts';
import { findContentOperation } from '../../../spec/resources/uploaded-content.ts';

/** By the operation that uploads, the content that a path of the record returns. */
export function findUploadedContents(
  contract: Contract,
  { resources, nestings }: { readonly resources: readonly Resource[]; readonly nestings: readonly ShallowNesting[] },
  known: readonly NonJsonResource[],
): ReadonlyMap<Operation, NonJsonResource> {
  const found = resources.flatMap((resource) => {
    const { roles } = resource;
    // What is uploaded below a parent is read at its shorter path.
    const items = nestings.find(({ nested }) => nested === resource)?.shallow ?? resource;
    const create = roles.get('create');
    const fields = (create?.requestBody?.content ?? []).flatMap(({ schema }) =>
      schema === undefined ? [] : [...declaredProperties(schema).keys()],
    );
    const read =
      create === undefined
        ? undefined
        : findContentOperation(contract, { create, read: items.roles.get('read'), fields });
    if (create === undefined || read === undefined) return [];
    const content = known.find(({ path }) => path === read.path) ?? newContent(read);
    return [[create, content] as const];
  });
  return new Map(found);
}

function newContent(read: Operation): NonJsonResource {
  return { path: read.path, roles: new Map([['read', read] as const]), read, owner: undefined };
}
