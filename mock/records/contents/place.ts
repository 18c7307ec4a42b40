/**
 * Where contents are kept, which are what is no JSON (a text, an image, a document); and those that are there at the start.
 */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { ContentPath } from '../../../spec/resources/contents.ts';
import { fillPath, pathParameter, textOf } from '../../../spec/resources/paths.ts';
import { contentsBeside } from '../../model/storage.ts';
import { shownPath } from '../initial.ts';
import type { RecordRequest } from '../keeper.ts';
import type { Shelf } from '../shelf.ts';

/** What of a collection takes part in keeping contents. */
export type Keeping = Pick<Shelf, 'prefix' | 'records' | 'seed' | 'oneByOne'>;

/** Where one content is kept: beside the records of the path above it. */
export interface Place {
  readonly name: string;
  readonly key: string;
}

/** Of the path with these values for its parameters. */
export function placeOf({ path, read }: ContentPath, values: readonly Json[], prefix: string): Place {
  const plain = values.map((value, index) => {
    const isUuid = pathParameter(read, index)?.schema?.format === 'uuid';
    return isUuid ? textOf(value).toLowerCase() : value;
  });
  const whole = fillPath(path.replace(/\/+$/, ''), plain);
  const end = whole.lastIndexOf('/');
  return { name: contentsBeside(`${prefix}${whole.slice(0, end)}`), key: whole.slice(end + 1) };
}

export interface Asking {
  readonly content: ContentPath;
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
  contents: readonly ContentPath[],
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
