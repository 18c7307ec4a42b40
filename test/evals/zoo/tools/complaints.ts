/** Collects what is wrong with a body; every rule has a name, by which a variant can forget it. */
import { isList, isObject, type Json, JsonNumber, wholeNumber } from '../json.ts';
import type { Complaint } from './reply.ts';
import { lengthOf } from './values.ts';

export type Keeps = (rule: string) => boolean;

export interface Checker {
  /** Below the members of an object, or the items of an array. */
  below(part: string | number): Checker;
  /** Complains where a rule is kept and does not hold; says whether it holds. */
  demand(rule: string, holds: boolean, message: string): boolean;
}

export function checkerOf(keeps: Keeps, complaints: Complaint[], pointer = ''): Checker {
  return {
    below: (part) => checkerOf(keeps, complaints, `${pointer}/${part}`),
    demand: (rule, holds, message) => {
      if (!holds && keeps(rule)) complaints.push({ pointer, message });
      return holds;
    },
  };
}

export type Check = (value: Json, checker: Checker) => void;

interface ObjectRules {
  /** In front of the rules' names: `part/quantity`. */
  readonly name: string;
  readonly required: readonly string[];
  readonly members: Readonly<Record<string, Check>>;
  /** Taken, and not looked at. */
  readonly ignored?: readonly string[];
}

export function objectOf({ name, required, members, ignored = [] }: ObjectRules): Check {
  return (value, checker) => {
    if (!isObject(value)) return void checker.demand(`${name}/type`, false, 'an object is wanted');
    for (const key of required)
      checker.demand(`${name}/${key}/required`, Object.hasOwn(value, key), `${key} is required`);
    for (const [key, member] of Object.entries(value)) {
      const check = Object.hasOwn(members, key) ? members[key] : undefined;
      if (check !== undefined) check(member, checker.below(key));
      else if (!ignored.includes(key))
        checker.demand(`${name}/unknown`, false, `${JSON.stringify(key)} is not known`);
    }
  };
}

interface TextRules {
  readonly min?: number;
  readonly max?: number;
  readonly form?: (text: string) => boolean;
}

export function text(name: string, { min = 0, max = Infinity, form }: TextRules): Check {
  return (value, checker) => {
    if (typeof value !== 'string') return void checker.demand(`${name}/type`, false, 'a text is wanted');
    checker.demand(`${name}/min`, lengthOf(value) >= min, `at least ${min} characters are wanted`);
    checker.demand(`${name}/max`, lengthOf(value) <= max, `at most ${max} characters are wanted`);
    checker.demand(`${name}/form`, form === undefined || form(value), 'the text has another form');
  };
}

export function whole(name: string, { min, max }: { readonly min: number; readonly max: number }): Check {
  return (value, checker) => {
    const number = value instanceof JsonNumber ? wholeNumber(value) : undefined;
    if (number === undefined) return void checker.demand(`${name}/type`, false, 'an integer is wanted');
    checker.demand(`${name}/min`, number >= min, `at least ${min} is wanted`);
    checker.demand(`${name}/max`, number <= max, `at most ${max} is wanted`);
  };
}

export function oneOf(name: string, words: readonly string[]): Check {
  return (value, checker) =>
    void checker.demand(
      `${name}/enum`,
      typeof value === 'string' && words.includes(value),
      `one of ${words.join(', ')} is wanted`,
    );
}

export function truth(name: string): Check {
  return (value, checker) =>
    void checker.demand(`${name}/type`, typeof value === 'boolean', 'true or false is wanted');
}

export function orNull(check: Check): Check {
  return (value, checker) => (value === null ? undefined : check(value, checker));
}

/** Null is refused for what may not be null under a rule of its own, since many forget that one alone. */
export function notNull(name: string, check: Check): Check {
  return (value, checker) =>
    value === null
      ? void checker.demand(`${name}/null`, false, 'null is not allowed')
      : check(value, checker);
}

interface ListRules {
  readonly min?: number;
  readonly max: number;
  readonly item: Check;
}

export function listOf(name: string, { min = 0, max, item }: ListRules): Check {
  return (value, checker) => {
    if (!isList(value)) return void checker.demand(`${name}/type`, false, 'a list is wanted');
    checker.demand(`${name}/min-items`, value.length >= min, `at least ${min} are wanted`);
    checker.demand(`${name}/max-items`, value.length <= max, `at most ${max} are wanted`);
    for (const [index, one] of value.entries()) item(one, checker.below(index));
  };
}

export function memberOf(value: Json, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
