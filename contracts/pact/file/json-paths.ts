/** The path expressions of Pact: `$.items[*]['first name']`. */
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';

/** A key, an index, or `*` for all. */
type Step = string | number | typeof every;
const every = Symbol('every');

/** The values at a path; undefined for a text that is no path. */
export function valuesAt(value: Json, path: string): readonly Json[] | undefined {
  const steps = stepsIn(path);
  return steps?.reduce<readonly Json[]>((values, step) => values.flatMap((one) => below(one, step)), [value]);
}

const step = /\.(\*|[^.[\]*]+)|\[(?:(\d+)|(\*)|'((?:[^'\\]|\\.)*)')\]/gy;

function stepsIn(path: string): readonly Step[] | undefined {
  const rest = path.replace(/^\$/, '');
  const found = [...rest.matchAll(step)];
  if (found.map(([text]) => text).join('') !== rest) return undefined;
  return found.map(([, name, index, all, quoted]) => {
    if (name === '*' || all !== undefined) return every;
    return index === undefined ? (name ?? quoted ?? '') : Number(index);
  });
}

function below(value: Json, to: Step): readonly Json[] {
  if (isJsonArray(value)) return to === every ? value : typeof to === 'number' ? value.slice(to, to + 1) : [];
  if (!isJsonObject(value)) return [];
  if (to === every) return Object.values(value);
  const found = Object.hasOwn(value, String(to)) ? value[String(to)] : undefined;
  return found === undefined ? [] : [found];
}
