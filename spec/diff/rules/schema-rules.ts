/** Every rule of the comparison of schemas, with its id. */
import type { Direction } from '../../model/schema.ts';
import type { ChangeRule } from './change.ts';
import { type DiscriminatorKind, discriminatorRules } from './schema-discriminators.ts';
import { type PropertyKind, propertyRules } from './schema-objects.ts';
import { type PartKind, partRules } from './schema-parts.ts';
import { type Effect, judgements, type SchemaRule } from './schema-rule.ts';
import { type LimitKind, limitRules, type ValueKind, valueRules } from './schema-values.ts';

export type SchemaKind = PropertyKind | PartKind | DiscriminatorKind | LimitKind | ValueKind;

/** The part of an exchange that a schema describes; `property` for all that lies within a body, items too. */
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

const placed = { ...limitRules, ...valueRules, ...partRules, ...discriminatorRules };
const kinds: Readonly<Record<SchemaKind, SchemaRule>> = { ...placed, ...propertyRules };

/** Of each kind what it does to the values that are allowed. */
export function effectOf(kind: SchemaKind): Effect {
  return kinds[kind].effect;
}

/** Whether it says that the comparison gave up. */
export function isNotCompared({ id }: ChangeRule): boolean {
  return undone.has(id);
}

/** The rule of a kind of difference at a part of the exchange. */
export function schemaRule(kind: SchemaKind, subject: Subject): ChangeRule {
  const direction = directionOf(subject);
  return known.get(idOf(kind, subject)) ?? ruleOf(idOf(kind, subject), kinds[kind], direction);
}

function idOf(kind: SchemaKind, subject: Subject): string {
  return `${kind in propertyRules ? directionOf(subject) : subject}-${kind}`;
}

function directionOf(subject: Subject): Direction {
  return subject.startsWith('request') ? 'request' : 'response';
}

function ruleOf(id: string, rule: SchemaRule, direction: Direction): ChangeRule {
  return { id, ...(rule[direction] ?? judgements[direction][rule.effect]), title: rule.title };
}

/** Ids are unique; one is never given to something else. */
export const schemaRules: readonly ChangeRule[] = [
  ...subjects.flatMap((subject) =>
    Object.entries(placed).map(([kind, rule]) => ruleOf(`${subject}-${kind}`, rule, directionOf(subject))),
  ),
  ...directions.flatMap((direction) =>
    Object.entries(propertyRules).map(([kind, rule]) => ruleOf(`${direction}-${kind}`, rule, direction)),
  ),
];

const undone: ReadonlySet<string> = new Set(subjects.map((subject) => idOf('schema-not-compared', subject)));

const known: ReadonlyMap<string, ChangeRule> = new Map(schemaRules.map((rule) => [rule.id, rule]));
