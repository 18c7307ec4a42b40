/** The `type` of a schema: a word that is no type, or a list of types in OpenAPI 3.0. */
import { isJsonArray, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer } from '../json/pointer.ts';
import type { RepairRule } from './repair-rule.ts';
import { isTypeName, listedTypes, meaningOfType } from './type-names.ts';

export const withKnownType: RepairRule = (schema, pointer, { openapi, report }) => {
  const { type } = schema;
  if (type === undefined || isKnown(type, openapi)) return schema;
  const at = joinPointer(pointer, 'type');
  const what = `the type ${JSON.stringify(type)}`;
  const { type: _type, ...rest } = schema;
  const [only, ...more] = meaningsIn(type);
  if (only === undefined) {
    report(at, what, `it is ignored; write one of ${listedTypes}, or remove it`);
    return rest;
  }
  if (more.length === 0) {
    const { format = rest['format'], ...one } = only;
    report(at, what, `it is read as ${describe(only)}; write that`);
    // A format of the schema itself is more specific.
    return { ...rest, ...one, ...(format !== undefined && { format: rest['format'] ?? format }) };
  }
  return withAlternatives(rest, [only, ...more], { openapi, report: (effect) => report(at, what, effect) });
};

function isKnown(type: Json, openapi: '3.0' | '3.1'): boolean {
  if (isJsonArray(type)) {
    const isEach = type.length > 0 && type.every((one) => isTypeName(one) || one === 'null');
    // One type and null have a rule of their own.
    return isEach && new Set(type).size === type.length && (openapi === '3.1' || type.filter(isTypeName).length < 2);
  }
  return isTypeName(type) || type === 'null';
}

/** Words without a meaning are left out, unless the rest would say less than the list. */
function meaningsIn(type: Json): readonly JsonObject[] {
  const words = isJsonArray(type) ? type : [type];
  const found = [...new Set(words)].map((word): JsonObject | undefined =>
    word === 'null' ? { type: 'null' } : meaningOfType(word),
  );
  const known = found.filter((one) => one !== undefined);
  return known.length === found.length ? known : [];
}

interface ListContext {
  readonly openapi: '3.0' | '3.1';
  report(effect: string): void;
}

/** In 3.0 the alternatives of a list are those of `anyOf`. */
function withAlternatives(
  rest: JsonObject,
  meanings: readonly JsonObject[],
  { openapi, report }: ListContext,
): JsonObject {
  const names = [...new Set(meanings.map(({ type }) => String(type)))];
  if (openapi === '3.1') {
    report(`it is read as ${names.join(' or ')}; write these types`);
    return { ...rest, type: names };
  }
  if ('anyOf' in rest) {
    report('it is ignored; write each type as a schema in "anyOf"');
    return rest;
  }
  report('it is read as in 3.1, as one of these types; write each as a schema in "anyOf"');
  const kept = names.filter((name) => name !== 'null');
  return {
    ...rest,
    ...(kept.length < names.length && { nullable: true }),
    anyOf: kept.map((type) => ({ type, ...(kept.length < names.length && { nullable: true }) })),
  };
}

/** `type: string and format: date` */
function describe({ type, format }: JsonObject): string {
  return format === undefined ? `type: ${String(type)}` : `type: ${String(type)} and format: ${String(format)}`;
}
