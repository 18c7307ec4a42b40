/** The checks among the hooks: a function, or an object with one. */

import type { ModuleSource } from '../../spec/modules/module-source.ts';
import { suggestionHint } from '../../spec/options/suggest-name.ts';
import type { Severity } from '../finding/finding.ts';
import { invalidHooksError } from './hook-source.ts';
import { describeValue, findUnknownKey, isObject } from './hook-values.ts';
import type { HookCheckFunction } from './hooks.ts';

export interface NamedCheck {
  /** As the user named it. */
  readonly name: string;
  readonly check: HookCheckFunction;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
}

/** Throws `hooks-invalid`. */
export function readChecks(checks: unknown, source: ModuleSource): readonly NamedCheck[] {
  if (isObject(checks)) return Object.entries(checks).map(([name, one]) => readCheck(name, one, source));
  throw invalidHooksError(source, `checks is not an object, but ${describeValue(checks)}`, {
    name: 'checks',
    fix: "Write checks: { 'no-stack-trace': ({ response }) => ... }",
  });
}

const checkKeys = ['check', 'severity', 'title', 'why'];

const CHECK_FIX = 'Give a function, or { check, severity, title, why }.';

function readCheck(name: string, given: unknown, source: ModuleSource): NamedCheck {
  const createError = (problem: string, fix = CHECK_FIX) =>
    invalidHooksError(source, `the check ${JSON.stringify(name)} ${problem}`, { name, fix });
  if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(name))
    throw createError('has a name that is no id', 'Use lower case and hyphens, such as no-stack-trace.');
  if (isFunction(given)) return { name, check: given, severity: 'error', ...defaultTexts(name) };
  if (!isObject(given)) throw createError(`is not a function, but ${describeValue(given)}`);
  const unknown = findUnknownKey(given, checkKeys);
  if (unknown !== undefined) throw createError(`has an unknown key ${unknown}${suggestionHint(unknown, checkKeys)}`);
  const [check, severity, title, why] = checkKeys.map((key): unknown => Reflect.get(given, key));
  if (!isFunction(check)) throw createError(`has no function check, but ${describeValue(check)}`);
  if (severity !== undefined && severity !== 'error' && severity !== 'warning')
    throw createError('has an unknown severity', 'Use error or warning.');
  if (![title, why].every((text) => text === undefined || typeof text === 'string'))
    throw createError('has a title or why that is no text');
  return {
    ...{ name, check: check.bind(given), severity: severity ?? 'error', ...defaultTexts(name) },
    ...(typeof title === 'string' && { title }),
    ...(typeof why === 'string' && { why }),
  };
}

function defaultTexts(name: string): Pick<NamedCheck, 'title' | 'why'> {
  return {
    title: `The check ${name} fails`,
    why: 'This check is one of your hooks: it is not derived from the contract.',
  };
}

function isFunction(value: unknown): value is HookCheckFunction {
  return typeof value === 'function';
}
