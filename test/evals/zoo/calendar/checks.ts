/** Checks of bodies that other zoos do not need: numbers, tuples, maps and alternatives. */
import { isWithin } from '../files/decimal.ts';
import { isList, isObject, type Json, JsonNumber, wholeNumber } from '../json.ts';
import { type BodyCheck, memberOf } from '../tools/validation.ts';

export function number(name: string, bounds: { readonly min: number; readonly max: number }): BodyCheck {
  return (value, checker) => {
    if (!(value instanceof JsonNumber)) return void checker.require(`${name}/type`, false, 'a number is expected');
    checker.require(`${name}/bounds`, isWithin(value, bounds), 'the number is out of bounds');
  };
}

/** An int64 that is not negative. */
export function natural64(name: string): BodyCheck {
  return (value, checker) => {
    const whole = value instanceof JsonNumber ? wholeNumber(value) : undefined;
    if (whole === undefined) return void checker.require(`${name}/type`, false, 'an integer is expected');
    checker.require(`${name}/min`, whole >= 0n, 'it is negative');
    checker.require(`${name}/max`, whole < 2n ** 63n, 'it does not fit into 64 bits');
  };
}

/** In addition to the check: a multiple. */
export function multipleOf(name: string, step: bigint, check: BodyCheck): BodyCheck {
  return (value, checker) => {
    check(value, checker);
    const whole = value instanceof JsonNumber ? wholeNumber(value) : undefined;
    checker.require(`${name}/multiple`, whole === undefined || whole % step === 0n, `it is no multiple of ${step}`);
  };
}

/** Two items, of one kind. */
export function pairOf(name: string, item: BodyCheck): BodyCheck {
  return (value, checker) => {
    if (!isList(value)) return void checker.require(`${name}/type`, false, 'an array is expected');
    checker.require(`${name}/min-items`, value.length >= 2, 'there are not enough items');
    checker.require(`${name}/max-items`, value.length <= 2, 'there are too many items');
    for (const [index, one] of value.entries()) if (index < 2) item(one, checker.child(index));
  };
}

/** In addition to the check: no item twice. */
export function unique(name: string, check: BodyCheck): BodyCheck {
  return (value, checker) => {
    check(value, checker);
    const isUnique = !isList(value) || new Set(value.map((item) => JSON.stringify(item))).size === value.length;
    checker.require(`${name}/unique`, isUnique, 'an item is repeated');
  };
}

interface MapRules {
  readonly name: string;
  readonly max: number;
  readonly key: RegExp;
  readonly value: BodyCheck;
}

/** Members with names that the client chooses. */
export function mapOf({ name, max, key, value: check }: MapRules): BodyCheck {
  return (value, checker) => {
    if (!isObject(value)) return void checker.require(`${name}/type`, false, 'an object is expected');
    const entries = Object.entries(value);
    checker.require(`${name}/max-properties`, entries.length <= max, `at most ${max} are expected`);
    for (const [one, member] of entries) {
      checker.require(`${name}/names`, key.test(one), 'the name has another form');
      check(member, checker.child(one));
    }
  };
}

/** One of several objects, by a member that names it. */
export function oneOfBy(name: string, discriminator: string, branches: Readonly<Record<string, BodyCheck>>): BodyCheck {
  return (value, checker) => {
    if (!isObject(value)) return void checker.require(`${name}/type`, false, 'an object is expected');
    const chosen = memberOf(value, discriminator);
    const branch = typeof chosen === 'string' && Object.hasOwn(branches, chosen) ? branches[chosen] : undefined;
    if (branch === undefined)
      checker.require(`${name}/discriminator`, false, `${discriminator}: one of ${Object.keys(branches).join(', ')}`);
    else branch(value, checker);
  };
}

export function constant(name: string, isConstant: (value: Json) => boolean): BodyCheck {
  return (value, checker) => void checker.require(`${name}/const`, isConstant(value), 'another value is expected');
}

/** RFC 3986: a scheme, and no characters that have to be escaped. */
export function isUri(text: string): boolean {
  const [, authority = '', rest = ''] = /^[a-z][a-z0-9+.-]*:(\/\/[^/?#]*)?(.*)$/is.exec(text) ?? [];
  const isSchemed = /^[a-z][a-z0-9+.-]*:/i.test(text);
  const isHost = /^(\/\/([\w.~!$&'()*+,;=:%-]*@)?(\[[\da-f:.]+\]|([\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(:\d*)?)?$/i.test(
    authority,
  );
  return (
    isSchemed &&
    isHost &&
    /^([\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*(#([\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i.test(rest)
  );
}
