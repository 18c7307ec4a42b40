/** What goes on from an operation whose bodies are no JSON objects: parts uploaded to a list, texts and bytes under a name. */
import type { Contract, Operation, Response } from '../../../../spec/model/contract.ts';
import { propertiesOf } from '../../../../spec/model/schema-view.ts';
import { identifierOf } from '../../../../spec/resources/identifiers.ts';
import { splitPath } from '../../../../spec/resources/paths.ts';
import { listViewOf, successesOf, successMedia } from '../../../../spec/resources/views.ts';
import type { ResourceRole } from './actions.ts';
import { isContent } from './contents.ts';

export interface Unresourced {
  readonly parts: ReadonlyMap<ResourceRole, Operation>;
  readonly idName: string | undefined;
}

/** Undefined where nothing is known of what the operation leaves behind. */
export function unresourced({ operations }: Contract, operation: Operation): Unresourced | undefined {
  const here = operations.filter(({ path }) => path === operation.path);
  const get = here.find(({ method }) => method === 'GET');
  if (get === undefined) return undefined;
  if (operation.method === 'POST') return uploadedTo(get, operation);
  const isNamed = operation.method === 'PUT' && splitPath(operation.path).isItem;
  return isNamed && isReadAsWritten(get, operation) ? named(here, get, operation) : undefined;
}

/** The list shows what the answer to the upload shows. */
function uploadedTo(list: Operation, { responses, ...create }: Operation): Unresourced | undefined {
  const { collection } = splitPath(list.path);
  const item = listViewOf(successMedia(list)?.schema, collection)?.item;
  const shown = successMedia({ responses, ...create })?.schema;
  if (item === undefined || shown === undefined) return undefined;
  const [inList, inAnswer] = [propertiesOf(item), propertiesOf(shown)];
  const idName = identifierOf({ schemas: [item], parameter: undefined });
  const isAlike = [...inList.keys()].every((name) => inAnswer.has(name));
  return idName === undefined || !isAlike ? undefined : { parts: new Map([['list', list]]), idName };
}

function isReadAsWritten(get: Operation, { requestBody }: Operation): boolean {
  const [written] = requestBody?.content ?? [];
  const read = successesOf(get).flatMap(({ content }: Response) => content);
  return (
    written !== undefined &&
    isContent(written.range) &&
    !written.range.includes('*') &&
    read.some(({ range }) => range === written.range)
  );
}

function named(here: readonly Operation[], read: Operation, replace: Operation): Unresourced {
  const remove = here.find(({ method }) => method === 'DELETE');
  const parts = new Map<ResourceRole, Operation>([
    ['read', read],
    ['replace', replace],
  ]);
  return { parts: remove === undefined ? parts : parts.set('remove', remove), idName: undefined };
}
