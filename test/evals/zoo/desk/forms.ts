import { malformed, wrongField } from './refusal.ts';
import type { GroupRule, ListRule, Rule, Rules } from './rules.ts';
import { type Readers, readScalar } from './scalars.ts';
import type { Value } from './wire.ts';

/** A field of a form, a query or a part, its name and value decoded. */
export type Pair = readonly [name: string, value: string];

export interface Forms {
  readonly read: Readers;
  /** Of a name or a value in a form or a query. */
  unescaped(text: string): string;
  pairsOf(text: string): readonly Pair[];
  /** The texts of the items. */
  itemsOf(values: readonly string[], rule: ListRule, name: string): readonly string[];
  /** The one text of a field that is no list. */
  oneOf(values: readonly string[], name: string): string;
  /** What is not in the rules. */
  refuseUnknown(name: string): void;
  /** A required field that is not there. */
  refuseMissing(name: string): void;
}

/** The WHATWG's form encoding: `+` is a space, the rest is percent-encoded UTF-8. Throws `Refusal`. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw malformed('The form is not percent-encoded as it should be.');
  }
}

export function pairsWith(unescaped: Forms['unescaped']): Forms['pairsOf'] {
  return (text) =>
    text
      .split('&')
      .filter((field) => field !== '')
      .map((field): Pair => {
        const [name = '', ...value] = field.split('=');
        return [unescaped(name), unescaped(value.join('='))];
      });
}

export function itemsOf(values: readonly string[], { isSpread }: ListRule, name: string): readonly string[] {
  return isSpread ? values : oneOf(values, name).split(',');
}

export function oneOf(values: readonly string[], name: string): string {
  const [first = '', ...others] = values;
  if (others.length > 0) throw wrongField(name, 'is given more than once');
  return first;
}

/** All fields by the rules, as the desk keeps them. Throws `Refusal`. */
export function readFields(
  forms: Forms,
  rules: Rules,
  pairs: readonly Pair[],
): Readonly<Record<string, Value>> {
  for (const [name] of pairs) if (ruleFor(rules, name) === undefined) forms.refuseUnknown(name);
  const members = Object.entries(rules).flatMap(([name, rule]): readonly [string, Value][] => {
    const value = readField(forms, { name, rule }, pairs);
    if (value === undefined && rule.required) forms.refuseMissing(name);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(members);
}

function ruleFor(rules: Rules, name: string): Rule | undefined {
  const [, group = '', member = ''] = /^([^[]*)\[([^\]]*)\]$/.exec(name) ?? [];
  const key = group === '' ? name : group;
  const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
  if (group === '') return rule?.kind === 'group' ? undefined : rule;
  return rule?.kind === 'group' && Object.hasOwn(rule.members, member) ? rule.members[member] : undefined;
}

interface Field<One extends Rule = Rule> {
  readonly name: string;
  readonly rule: One;
}

function readField(forms: Forms, { name, rule }: Field, pairs: readonly Pair[]): Value | undefined {
  if (rule.kind === 'group') return readGroup(forms, { name, rule }, pairs);
  const values = pairs.filter(([key]) => key === name).map(([, value]) => value);
  if (values.length === 0) return undefined;
  if (rule.kind === 'list') return readList(forms, { name, rule }, values);
  return readScalar(forms.read, rule, forms.oneOf(values, name), name);
}

function readList(
  forms: Forms,
  { name, rule }: Field<ListRule>,
  values: readonly string[],
): readonly Value[] {
  const items = forms.itemsOf(values, rule, name);
  if (items.length < rule.min || items.length > rule.max)
    throw wrongField(name, `has not from ${rule.min} to ${rule.max} items`);
  return items.map((item) => readScalar(forms.read, rule.item, item, name));
}

function readGroup(
  forms: Forms,
  { name, rule }: Field<GroupRule>,
  pairs: readonly Pair[],
): Value | undefined {
  const inside = pairs.flatMap(([key, value]): readonly Pair[] => {
    return key.startsWith(`${name}[`) && key.endsWith(']') ? [[key.slice(name.length + 1, -1), value]] : [];
  });
  return inside.length === 0 ? undefined : readFields(forms, rule.members, inside);
}
