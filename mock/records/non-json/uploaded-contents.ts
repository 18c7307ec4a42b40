/** The contents of files that are uploaded with a record, which a path below it returns. */
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import type { NonJsonResource } from '../../../spec/resources/non-json-resources.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { findContentOperation } from '../../../spec/resources/uploaded-content.ts';

/** By the operation that uploads, the content that a path of the record returns. */
export function findUploadedContents(
  contract: Contract,
  resources: readonly Resource[],
  known: readonly NonJsonResource[],
): ReadonlyMap<Operation, NonJsonResource> {
  const found = resources.flatMap(({ roles }) => {
    const create = roles.get('create');
    const fields = (create?.requestBody?.content ?? []).flatMap(({ schema }) =>
      schema === undefined ? [] : [...declaredProperties(schema).keys()],
    );
    const read =
      create === undefined ? undefined : findContentOperation(contract, { create, read: roles.get('read'), fields });
    if (create === undefined || read === undefined) return [];
    const content = known.find(({ path }) => path === read.path) ?? newContent(read);
    return [[create, content] as const];
  });
  return new Map(found);
}

function newContent(read: Operation): NonJsonResource {
  return { path: read.path, roles: new Map([['read', read] as const]), read, owner: undefined };
}
