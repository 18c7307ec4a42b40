import { invalidField, malformedRequest } from './error.ts';
import type { Value } from './http.ts';
import type { GroupRule, ListRule, Rule, Rules } from './rules.ts';
import { type Readers, readScalar } from './scalars.ts';

/** A field of a form, a query or a part, its name and value decoded. */
export type FormPair = readonly [name: string, value: string];

export interface FormReader {
  readonly read: Readers;
  /** Of a name or a value in a form or a query. */
  unescapeText(text: string): string;
  pairsOf(text: string): readonly FormPair[];
  /** The texts of the items. */
  itemsOf(values: readonly string[], rule: ListRule, name: string): readonly string[];
  /** The one text of a field that is no list. */
  singleValue(values: readonly string[], name: string): string;
  /** What is not in the rules. */
  rejectUnknown(name: string): void;
  /** A required field that is not there. */
  rejectMissing(name: string): void;
}

/** The WHATWG's form encoding: `+` is a space, the rest is percent-encoded UTF-8. Throws `Refusal`. */
export function unescapeFormText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw malformedRequest('The form is not percent-encoded as it should be.');
  }
}

export function pairsWith(unescaped: FormReader['unescapeText']): FormReader['pairsOf'] {
  return (text) =>
    text
      .split('&')
      .filter((field) => field !== '')
      .map((field): FormPair => {
        const [name = '', ...value] = field.split('=');
        return [unescaped(name), unescaped(value.join('='))];
      });
}

export function itemsOf(values: readonly string[], { isSpread }: ListRule, name: string): readonly string[] {
  return isSpread ? values : singleValue(values, name).split(',');
}

export function singleValue(values: readonly string[], name: string): string {
  const [first = '', ...others] = values;
  if (others.length > 0) throw invalidField(name, 'is given more than once');
  return first;
}

/** All fields by the rules, as the desk keeps them. Throws `Refusal`. */
export function readFields(
  forms: FormReader,
  rules: Rules,
  pairs: readonly FormPair[],
): Readonly<Record<string, Value>> {
  for (const [name] of pairs) if (ruleFor(rules, name) === undefined) forms.rejectUnknown(name);
  const members = Object.entries(rules).flatMap(([name, rule]): readonly [string, Value][] => {
    const value = readField(forms, { name, rule }, pairs);
    if (value === undefined && rule.required) forms.rejectMissing(name);
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

function readField(forms: FormReader, { name, rule }: Field, pairs: readonly FormPair[]): Value | undefined {
  if (rule.kind === 'group') return readGroup(forms, { name, rule }, pairs);
  const values = pairs.filter(([key]) => key === name).map(([, value]) => value);
  if (values.length === 0) return undefined;
  if (rule.kind === 'list') return readList(forms, { name, rule }, values);
  return readScalar(forms.read, rule, forms.singleValue(values, name), name);
}

function readList(forms: FormReader, { name, rule }: Field<ListRule>, values: readonly string[]): readonly Value[] {
  const items = forms.itemsOf(values, rule, name);
  if (items.length < rule.min || items.length > rule.max)
    throw invalidField(name, `has not from ${rule.min} to ${rule.max} items`);
  return items.map((item) => readScalar(forms.read, rule.item, item, name));
}

function readGroup(forms: FormReader, { name, rule }: Field<GroupRule>, pairs: readonly FormPair[]): Value | undefined {
  const inside = pairs.flatMap(([key, value]): readonly FormPair[] => {
    return key.startsWith(`${name}[`) && key.endsWith(']') ? [[key.slice(name.length + 1, -1), value]] : [];
  });
  return inside.length === 0 ? undefined : readFields(forms, rule.members, inside);
}
