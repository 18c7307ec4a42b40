/** Collects what is wrong with a body; every rule has a name, by which a variant can forget it. */
import { isList, isObject, type Json, JsonNumber, wholeNumber } from '../json.ts';
import type { ToolViolation } from './response.ts';
import { lengthOf } from './values.ts';

export type EnforcesRule = (rule: string) => boolean;

export interface RuleChecker {
  /** Below the members of an object, or the items of an array. */
  child(part: string | number): RuleChecker;
  /** Complains where a rule is kept and does not hold; says whether it holds. */
  require(rule: string, holds: boolean, message: string): boolean;
}

export function createChecker(enforces: EnforcesRule, violations: ToolViolation[], pointer = ''): RuleChecker {
  return {
    child: (part) => createChecker(enforces, violations, `${pointer}/${part}`),
    require: (rule, holds, message) => {
      if (!holds && enforces(rule)) violations.push({ pointer, message });
      return holds;
    },
  };
}

export type BodyCheck = (value: Json, checker: RuleChecker) => void;

interface ObjectRules {
  /** In front of the rules' names: `part/quantity`. */
  readonly name: string;
  readonly required: readonly string[];
  readonly members: Readonly<Record<string, BodyCheck>>;
  /** Taken, and not looked at. */
  readonly ignored?: readonly string[];
}

export function objectOf({ name, required, members, ignored = [] }: ObjectRules): BodyCheck {
  return (value, checker) => {
    if (!isObject(value)) return void checker.require(`${name}/type`, false, 'an object is wanted');
    for (const key of required)
      checker.require(`${name}/${key}/required`, Object.hasOwn(value, key), `${key} is required`);
    for (const [key, member] of Object.entries(value)) {
      const check = Object.hasOwn(members, key) ? members[key] : undefined;
      if (check !== undefined) check(member, checker.child(key));
      else if (!ignored.includes(key)) checker.require(`${name}/unknown`, false, `${JSON.stringify(key)} is not known`);
    }
  };
}

interface TextRules {
  readonly min?: number;
  readonly max?: number;
  readonly form?: (text: string) => boolean;
}

export function text(name: string, { min = 0, max = Infinity, form }: TextRules): BodyCheck {
  return (value, checker) => {
    if (typeof value !== 'string') return void checker.require(`${name}/type`, false, 'a text is wanted');
    checker.require(`${name}/min`, lengthOf(value) >= min, `at least ${min} characters are wanted`);
    checker.require(`${name}/max`, lengthOf(value) <= max, `at most ${max} characters are wanted`);
    checker.require(`${name}/form`, form === undefined || form(value), 'the text has another form');
  };
}

export function integer(name: string, { min, max }: { readonly min: number; readonly max: number }): BodyCheck {
  return (value, checker) => {
    const number = value instanceof JsonNumber ? wholeNumber(value) : undefined;
    if (number === undefined) return void checker.require(`${name}/type`, false, 'an integer is wanted');
    checker.require(`${name}/min`, number >= min, `at least ${min} is wanted`);
    checker.require(`${name}/max`, number <= max, `at most ${max} is wanted`);
  };
}

export function enumOf(name: string, values: readonly string[]): BodyCheck {
  return (value, checker) =>
    void checker.require(
      `${name}/enum`,
      typeof value === 'string' && values.includes(value),
      `one of ${values.join(', ')} is wanted`,
    );
}

export function boolean(name: string): BodyCheck {
  return (value, checker) =>
    void checker.require(`${name}/type`, typeof value === 'boolean', 'true or false is wanted');
}

export function orNull(check: BodyCheck): BodyCheck {
  return (value, checker) => (value === null ? undefined : check(value, checker));
}

/** Null is refused for what may not be null under a rule of its own, since many forget that one alone. */
export function notNull(name: string, check: BodyCheck): BodyCheck {
  return (value, checker) =>
    value === null ? void checker.require(`${name}/null`, false, 'null is not allowed') : check(value, checker);
}

interface ListRules {
  readonly min?: number;
  readonly max: number;
  readonly item: BodyCheck;
}

export function listOf(name: string, { min = 0, max, item }: ListRules): BodyCheck {
  return (value, checker) => {
    if (!isList(value)) return void checker.require(`${name}/type`, false, 'a list is wanted');
    checker.require(`${name}/min-items`, value.length >= min, `at least ${min} are wanted`);
    checker.require(`${name}/max-items`, value.length <= max, `at most ${max} are wanted`);
    for (const [index, one] of value.entries()) item(one, checker.child(index));
  };
}

export function memberOf(value: Json, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
