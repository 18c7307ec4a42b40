import { keywordPlace, type Schema, type TypeName } from '../../../spec/model/schema.ts';
import type { LintRule } from '../rule.ts';
import { partsOf } from '../schemas/parts.ts';

export const keywordApplies: LintRule = {
  id: 'keyword-applies',
  severity: 'advice',
  holds: 'every keyword of a schema speaks of a type that the schema allows',
  title: 'A keyword does not apply to the type',
  why: 'A keyword of another type demands nothing: {type: integer, maxLength: 3} takes every integer. Use the keyword of the type (maximum for maxLength), or correct the type.',
  restsOn: 'JSON Schema Core 2020-12, section 7.6.1: a keyword speaks of values of its own type alone',
  *problems(contract) {
    for (const { subject, name, schema } of partsOf(contract)) {
      const idle = [...schema.keywordLines.keys()].find((keyword) => isIdle(schema, keyword));
      if (idle === undefined) continue;
      yield {
        subject,
        place: keywordPlace(schema, idle),
        expected: `a keyword of ${[...(schema.types ?? [])].join(' or ')} in ${name}`,
        received: `"${idle}", which is one of ${typeOf.get(idle)?.[0]}`,
      };
    }
  },
};

function isIdle({ types }: Schema, keyword: string): boolean {
  const own = typeOf.get(keyword);
  return own !== undefined && types !== undefined && own.every((type) => !types.has(type));
}

const keywordsOf: readonly (readonly [types: readonly TypeName[], keywords: readonly string[]])[] = [
  [['string'], ['minLength', 'maxLength', 'pattern']],
  [
    ['number', 'integer'],
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ],
  [['array'], ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  [
    ['object'],
    [
      ...['properties', 'required', 'patternProperties', 'additionalProperties', 'propertyNames'],
      ...['minProperties', 'maxProperties', 'dependentRequired'],
    ],
  ],
];

const typeOf: ReadonlyMap<string, readonly TypeName[]> = new Map(
  keywordsOf.flatMap(([types, keywords]) => keywords.map((keyword) => [keyword, types] as const)),
);
