/** Which operations work on what is no JSON, and what has to be there before they do. */
import type { Operation } from '../../../spec/model/contract.ts';
import { fillPath, parameterNames, splitPath } from '../../../spec/resources/paths.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import type { Refusal } from '../../refusals.ts';
import { command } from '../commands.ts';
import type { RecordRequest, Turn } from '../keeper.ts';
import { missingParent, parentOf } from '../parents.ts';
import { pathValues } from '../path-values.ts';
import type { Asked } from '../shelf.ts';
import type { Content, ContentRole } from './derive.ts';
import { keepContent } from './keep.ts';
import type { Keeping } from './place.ts';

export interface ContentTask {
  readonly content: Content;
  readonly role: ContentRole;
  readonly parent: Resource | undefined;
}

/** None for an operation that works on records: removing one of those removes this too. */
export function contentTasksOf(
  contents: readonly Content[],
  resources: readonly Resource[],
): ReadonlyMap<Operation, ContentTask> {
  const taken = new Set(resources.flatMap(({ roles }) => [...roles.values()]));
  const tasks = contents.flatMap((content) => {
    const parent = parentOf({ collection: content.path }, resources);
    const roles = [...content.roles].filter(([, operation]) => !taken.has(operation));
    return roles.map(([role, operation]) => [operation, { content, role, parent }] as const);
  });
  return new Map(tasks);
}

export async function attemptContent(
  { content, role, parent }: ContentTask,
  request: RecordRequest,
  options: Keeping,
): Promise<Turn | Refusal | undefined> {
  const values = pathValues(request);
  const asked = (resource: Resource): Asked => {
    const depth = parameterNames(resource.collection).length;
    const [parents, id] = [values.slice(0, depth), values[depth]];
    const name = `${options.prefix}${fillPath(resource.collection, parents)}`;
    return { ...options, resource, name, parents, request, id };
  };
  const { owner } = content;
  const above = parent === undefined ? undefined : { ...asked(parent), parents: values };
  const missing = above && parent && (await missingParent(above, parent));
  const own = owner && splitPath(request.operation.path).isItem ? asked(owner) : undefined;
  const refusal = missing ?? (own?.id === undefined ? undefined : await command(own, own.id));
  return refusal ?? keepContent(role, { content, request, values, options });
}
