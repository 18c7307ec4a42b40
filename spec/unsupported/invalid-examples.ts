/** Examples of JSON bodies that their schema does not allow: they are neither served nor sent. */
import { isJsonType, type MediaType, type Operation, type Unsupported } from '../model/contract.ts';
import type { Direction } from '../model/schema.ts';
import { isValid } from '../validation/validate.ts';

/** Each once, with its operation unless several use it. */
export function findInvalidExamples(operations: readonly Operation[]): readonly Unsupported[] {
  const found = operations.flatMap((operation) => [
    ...invalidIn(operation, operation.requestBody?.content ?? [], 'request'),
    ...operation.responses.flatMap(({ content }) => invalidIn(operation, content, 'response')),
  ]);
  const byPlace = Map.groupBy(found, ({ place }) => `${place.file}#${place.pointer}`);
  return [...byPlace.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { operation, ...shared } = first;
    return others.some((other) => other.operation !== operation) ? [shared] : [first];
  });
}

function invalidIn({ id }: Operation, content: readonly MediaType[], direction: Direction): readonly Unsupported[] {
  return content.flatMap(({ range, schema, examples }) => {
    if (schema === undefined || !isJsonType(range)) return [];
    const invalid = examples.filter(({ value }) => !isValid(schema, value, direction));
    return invalid.map(({ name, place }) => ({ place, what: whatOf(name, direction), effect: EFFECT, operation: id }));
  });
}

const EFFECT = 'its schema does not allow it, so a generated value takes its place; correct it';

function whatOf(name: string, direction: Direction): string {
  return `the ${direction} example ${JSON.stringify(name)}`;
}
