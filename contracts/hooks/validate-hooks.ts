/** Validates hooks: each name is known and each is a function, so that no misspelled hook is silently never called. */

import type { ModuleSource } from '../../spec/modules/module-source.ts';
import { suggestionHint } from '../../spec/options/suggest-name.ts';
import { invalidHooksError } from './hook-source.ts';
import { describeValue, isObject } from './hook-values.ts';
import type { Hooks } from './hooks.ts';
import { type NamedCheck, readChecks } from './validate-checks.ts';

/** All hooks, with their checks in one form. */
export interface ValidHooks extends Omit<Hooks, 'checks'> {
  readonly checks: readonly NamedCheck[];
}

const functionNames = ['values', 'filterCase', 'beforeRequest', 'afterResponse'] as const;

/** The functions among the hooks. */
export type HookName = (typeof functionNames)[number];

const hookNames: readonly string[] = [...functionNames, 'checks'];

/** Throws `hooks-invalid`. */
export function validateHooks(given: unknown, source: ModuleSource): ValidHooks {
  if (!isObject(given))
    throw invalidHooksError(source, `expected an object with hooks, got ${describeValue(given)}`, { fix: EXPORT_FIX });
  for (const name of Object.keys(given)) {
    if (hookNames.includes(name)) continue;
    throw invalidHooksError(source, `there is no hook ${JSON.stringify(name)}${suggestionHint(name, hookNames)}`, {
      name,
      fix: `Use one of ${hookNames.join(', ')}.`,
    });
  }
  const hooks = { ...given };
  if (!hasFunctions(hooks)) throw notFunctionError(hooks, source);
  const { checks, ...functions } = hooks;
  if (checks === undefined && functionNames.every((name) => functions[name] === undefined))
    throw invalidHooksError(source, 'it has no hook', { fix: `Add one of ${hookNames.join(', ')}.` });
  return { ...bindAll(functions, given), checks: checks === undefined ? [] : readChecks(checks, source) };
}

export const EXPORT_FIX =
  'Export the hooks as an object: export default { beforeRequest(request, context) {} } satisfies Hooks';

type UncheckedHooks = Pick<Hooks, HookName> & { readonly checks?: unknown };

function hasFunctions(hooks: object): hooks is UncheckedHooks {
  return functionNames.every((name) => isFunctionOrUndefined(Reflect.get(hooks, name)));
}

function notFunctionError(hooks: object, source: ModuleSource) {
  const name = functionNames.find((one) => !isFunctionOrUndefined(Reflect.get(hooks, one))) ?? 'values';
  const received = describeValue(Reflect.get(hooks, name));
  return invalidHooksError(source, `the hook ${name} is not a function, but ${received}`, {
    name,
    fix: `Write ${name}(...) { ... } in the object.`,
  });
}

/** Methods may use `this`. */
function bindAll(functions: Pick<Hooks, HookName>, owner: object): Pick<Hooks, HookName> {
  const { values, filterCase, beforeRequest, afterResponse } = functions;
  return {
    ...(values && { values: values.bind(owner) }),
    ...(filterCase && { filterCase: filterCase.bind(owner) }),
    ...(beforeRequest && { beforeRequest: beforeRequest.bind(owner) }),
    ...(afterResponse && { afterResponse: afterResponse.bind(owner) }),
  };
}

function isFunctionOrUndefined(value: unknown): boolean {
  return value === undefined || typeof value === 'function';
}
