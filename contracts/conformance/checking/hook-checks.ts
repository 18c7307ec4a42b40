/** Runs the checks of the user on the exchanges of a case: what they find are violations like any other. */
import { KitError } from '../../../errors.ts';
import type { Contract, Place } from '../../../spec/model/contract.ts';
import { parseSource, toDocumentUrl } from '../../../spec/source/read-source.ts';
import { findLine, type SourceFile } from '../../../spec/source/source-file.ts';
import { hookCheckId } from '../../finding/finding.ts';
import type { CheckOutcome } from '../../hooks/check-outcome.ts';
import { type HookRun, toHookOperation } from '../../hooks/hook-run.ts';
import type { NamedCheck } from '../../hooks/validate-checks.ts';
import type { Check, Violation } from '../checks/check.ts';
import type { Exchange } from '../model/exchange.ts';
import { toHookCase, toHookExchange, toHookResponse } from '../model/hook-views.ts';
import { operationBaseUrl } from '../request/parameters/base-url.ts';
import type { CheckedCase, CheckedExchange } from './checked-case.ts';
import type { CheckResult } from './run-checks.ts';

/** Adds the results of the user's checks, which may take a while. */
export type CompleteChecks = (checkedCase: CheckedCase) => Promise<CheckedCase>;

interface CheckingTarget {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly hooks?: HookRun | undefined;
}

export function createHookChecks({ contract, baseUrl, hooks }: CheckingTarget): CompleteChecks {
  if (hooks === undefined || hooks.checks.length === 0) return async (checkedCase) => checkedCase;
  const checks = hooks.checks.map((named) => ({ named, check: toCheck(named) }));
  const placeOf = createPlaces(contract);
  /** A case is checked again after filters, which leave its exchanges as they are. */
  const known = new WeakMap<Exchange, Promise<CheckResult['violations']>>();
  return async (checkedCase) => {
    const exchanges: CheckedExchange[] = [];
    for (const one of checkedCase.exchanges) exchanges.push(await complete(checkedCase, one));
    return { ...checkedCase, exchanges };
  };

  async function complete({ testCase }: CheckedCase, checked: CheckedExchange): Promise<CheckedExchange> {
    const { exchange, checkResult } = checked;
    if (exchange.outcome.kind === 'failure') return checked;
    const found = known.get(exchange) ?? runAll(testCase, checked);
    known.set(exchange, found);
    const violations = await found;
    const isNew = !checkResult.appliedChecks.some(({ id }) => checks.some(({ check }) => check.id === id));
    return isNew
      ? {
          ...checked,
          checkResult: {
            ...checkResult,
            appliedChecks: [...checkResult.appliedChecks, ...checks.map(({ check }) => check)],
            violations: [...checkResult.violations, ...violations],
          },
        }
      : checked;
  }

  async function runAll(
    testCase: CheckedCase['testCase'],
    { exchange, requestSpec, checkResult }: CheckedExchange,
  ): Promise<CheckResult['violations']> {
    const { operation } = checkResult.context.testCase;
    if (exchange.outcome.kind === 'failure') return [];
    const { response } = exchange.outcome;
    const violations: { readonly check: Check; readonly violation: Violation }[] = [];
    for (const { named, check } of checks) {
      const view = toHookExchange(exchange, operationBaseUrl(operation, contract, baseUrl));
      const outcome = await hooks?.runCheck(
        named,
        { ...view, response: toHookResponse(response) },
        {
          operation: toHookOperation(operation),
          testCase: toHookCase(testCase),
          credentials: requestSpec.credentials === 'right' ? 'valid' : 'changed',
        },
      );
      if (outcome !== undefined) violations.push({ check, violation: toViolation(named, outcome, operation.place) });
    }
    return violations;
  }

  /** One finding for each check and operation, since a message may name other values each time. */
  function toViolation(named: NamedCheck, outcome: CheckOutcome, operationPlace: Place): Violation {
    const { message, expected, pointer = '', severity } = outcome;
    return {
      expected: expected ?? `the check ${named.name} of the hooks passes`,
      received: message,
      place: pointer === '' ? operationPlace : placeOf(pointer, named.name),
      key: pointer,
      ...(severity !== undefined && { severity }),
    };
  }
}

/** Its work is done elsewhere: it never applies by itself. */
function toCheck({ name, severity, title, why }: NamedCheck): Check {
  return {
    id: hookCheckId(name),
    ...{ severity, title, why },
    invariant: `the check ${name} of the hooks passes`,
    references: 'the hooks of the run',
    appliesTo: () => false,
    violations: () => [],
  };
}

/** Places in the main document. Throws `hook-failed` for one that does not exist. */
function createPlaces({ file, sources }: Contract): (pointer: string, check: string) => Place {
  let parsed: SourceFile | undefined;
  return (pointer, check) => {
    parsed ??= parseSource(toDocumentUrl(file), sources.get(file) ?? '{}', { acceptsDuplicates: true });
    if (pointer.startsWith('/') && parsed.lineAt(pointer) !== undefined)
      return { file, pointer, line: findLine(parsed, pointer) };
    throw new KitError('hook-failed', `${check}: ${file} has nothing at ${JSON.stringify(pointer)}`, {
      fix: 'Give a JSON Pointer to a place in the main document, such as /components/schemas/Order.',
    });
  };
}
