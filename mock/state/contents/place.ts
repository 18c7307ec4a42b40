/** Where what is no JSON is kept. */
import type { Json } from '../../../spec/json/exact-json.ts';
import { fillPath, pathParameter, textOf } from '../../../spec/resources/paths.ts';
import { contentsBeside } from '../../storage/storage.ts';
import type { RecordRequest } from '../keeper.ts';
import type { Shelf } from '../shelf.ts';
import type { Content } from './derive.ts';

export type Keeping = Pick<Shelf, 'prefix' | 'records' | 'seed'>;

/** Where one of them is kept: beside the records of the path above it. */
export interface Place {
  readonly name: string;
  readonly key: string;
}

/** Of the path with these values for its parameters. */
export function placeOf({ path, read }: Content, values: readonly Json[], prefix: string): Place {
  const plain = values.map((value, index) => {
    const isUuid = pathParameter(read, index)?.schema?.format === 'uuid';
    return isUuid ? textOf(value).toLowerCase() : value;
  });
  const whole = fillPath(path.replace(/\/+$/, ''), plain);
  const end = whole.lastIndexOf('/');
  return { name: contentsBeside(`${prefix}${whole.slice(0, end)}`), key: whole.slice(end + 1) };
}

export interface Asking {
  readonly content: Content;
  readonly request: RecordRequest;
  readonly values: readonly Json[];
  readonly options: Keeping;
}

export function placeIn({ content, values, options }: Asking): Place {
  return placeOf(content, values, options.prefix);
}
