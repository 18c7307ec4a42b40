/** Where non-JSON contents (texts, images, documents) are stored, and which exist initially. */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { NonJsonResource } from '../../../spec/resources/non-json-resources.ts';
import { expandPath, findPathParameter, toPathText } from '../../../spec/resources/path-templates.ts';
import { contentCollection } from '../../model/storage.ts';
import type { Collection } from '../collection.ts';
import { examplePathValues } from '../initial/initial-records.ts';
import type { RecordRequest } from '../record-handler.ts';

/** The parts of a collection that contents need. */
export type ContentOptions = Pick<Collection, 'prefix' | 'records' | 'seed' | 'madeUp' | 'runExclusive'>;

/** The location of one content: next to the records of its parent path. */
export interface ContentLocation {
  readonly name: string;
  readonly key: string;
}

/** The location for the path with these parameter values. */
export function contentLocation(
  { path, read }: NonJsonResource,
  values: readonly Json[],
  prefix: string,
): ContentLocation {
  const plain = values.map((value, index) => {
    const isUuid = findPathParameter(read, index)?.schema?.format === 'uuid';
    return isUuid ? toPathText(value).toLowerCase() : value;
  });
  const whole = expandPath(path.replace(/\/+$/, ''), plain);
  const end = whole.lastIndexOf('/');
  return { name: contentCollection(`${prefix}${whole.slice(0, end)}`), key: whole.slice(end + 1) };
}

export interface ContentContext {
  readonly content: NonJsonResource;
  readonly request: RecordRequest;
  readonly values: readonly Json[];
  readonly options: ContentOptions;
}

export function requestedLocation({ content, values, options }: ContentContext): ContentLocation {
  return contentLocation(content, values, options.prefix);
}

/** Inserted without a body: the response is a sample until content is written. */
export async function insertInitialContents(
  contract: Contract,
  contents: readonly NonJsonResource[],
  { prefix, records }: ContentOptions,
): Promise<void> {
  for (const content of contents) {
    for (const operation of content.roles.values()) {
      if (operation.path !== content.path) continue;
      for (const values of examplePathValues(contract, operation)) {
        const { name, key } = contentLocation(content, values, prefix);
        await records.insert(name, key, {});
      }
    }
  }
}
