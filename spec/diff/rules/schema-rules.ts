/** All rules of the schema comparison, with their ids. */
import type { Direction } from '../../model/schema.ts';
import type { ChangeRule } from './change.ts';
import { type DiscriminatorKind, discriminatorRules } from './schema-discriminators.ts';
import { type PropertyKind, propertyRules } from './schema-objects.ts';
import { type PartKind, partRules } from './schema-parts.ts';
import { defaultVerdicts, type Effect, type SchemaRule } from './schema-rule.ts';
import { type LimitKind, limitRules, type ValueKind, valueRules } from './schema-values.ts';

export type SchemaKind = PropertyKind | PartKind | DiscriminatorKind | LimitKind | ValueKind;

/** The part of an exchange that a schema describes; `property` for everything within a body, including items. */
export type Subject =
  | 'request-body'
  | 'request-property'
  | 'request-parameter'
  | 'response-body'
  | 'response-property'
  | 'response-header';

const subjects: readonly Subject[] = [
  'request-body',
  'request-property',
  'request-parameter',
  'response-body',
  'response-property',
  'response-header',
];
const directions: readonly Direction[] = ['request', 'response'];

const rulesBySubject = { ...limitRules, ...valueRules, ...partRules, ...discriminatorRules };
const rulesByKind: Readonly<Record<SchemaKind, SchemaRule>> = { ...rulesBySubject, ...propertyRules };

/** Returns the effect of a kind of difference on the allowed values. */
export function getEffect(kind: SchemaKind): Effect {
  return rulesByKind[kind].effect;
}

/** Whether the rule reports an incomplete comparison. */
export function isNotComparedRule({ id }: ChangeRule): boolean {
  return notComparedIds.has(id);
}

/** Returns the rule for a kind of difference in a part of the exchange. */
export function schemaRule(kind: SchemaKind, subject: Subject): ChangeRule {
  const direction = subjectDirection(subject);
  return rulesById.get(ruleId(kind, subject)) ?? createRule(ruleId(kind, subject), rulesByKind[kind], direction);
}

function ruleId(kind: SchemaKind, subject: Subject): string {
  return `${kind in propertyRules ? subjectDirection(subject) : subject}-${kind}`;
}

function subjectDirection(subject: Subject): Direction {
  return subject.startsWith('request') ? 'request' : 'response';
}

function createRule(id: string, rule: SchemaRule, direction: Direction): ChangeRule {
  return { id, ...(rule[direction] ?? defaultVerdicts[direction][rule.effect]), title: rule.title };
}

/** Ids are unique and never reused for another meaning. */
export const schemaRules: readonly ChangeRule[] = [
  ...subjects.flatMap((subject) =>
    Object.entries(rulesBySubject).map(([kind, rule]) =>
      createRule(`${subject}-${kind}`, rule, subjectDirection(subject)),
    ),
  ),
  ...directions.flatMap((direction) =>
    Object.entries(propertyRules).map(([kind, rule]) => createRule(`${direction}-${kind}`, rule, direction)),
  ),
];

const notComparedIds: ReadonlySet<string> = new Set(subjects.map((subject) => ruleId('schema-not-compared', subject)));

const rulesById: ReadonlyMap<string, ChangeRule> = new Map(schemaRules.map((rule) => [rule.id, rule]));
