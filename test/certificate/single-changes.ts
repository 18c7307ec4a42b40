/** Every copy of a JSON value with a single change. */
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';

/** Copies with one value changed, one property removed or added, or one item more or less. */
export function* singleChanges(value: Json, at = ''): Generator<readonly [at: string, changed: Json]> {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries())
      for (const [where, changed] of singleChanges(item, `${at}[${index}]`)) yield [where, value.with(index, changed)];
    yield [`${at}: one more`, [...value, 'more']];
    if (value.length > 0) yield [`${at}: one less`, value.slice(0, -1)];
  } else if (isJsonObject(value)) {
    for (const [key, part] of Object.entries(value)) {
      for (const [where, changed] of singleChanges(part, `${at}.${key}`)) yield [where, { ...value, [key]: changed }];
      const { [key]: _, ...rest } = value;
      yield [`${at}.${key}: missing`, rest];
    }
    yield [`${at}: one more`, { ...value, more: 1 }];
  } else yield [at, differentValue(value)];
}

function differentValue(value: Json): Json {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : 1;
}
