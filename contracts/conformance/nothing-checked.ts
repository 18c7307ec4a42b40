/** The errors of a run that could check nothing. */
import { KitError } from '../../errors.ts';
import { describeHookEffects } from '../report/hook-effects.ts';
import type { MissingValue } from '../report/stage-report.ts';
import { valuesToSupply } from '../report/values-to-supply.ts';
import { unauthorizedRejected } from './checks/unauthorized-rejected.ts';
import type { NeedyOperation } from './model/run-result.ts';
import type { Run } from './running/stop-conditions.ts';

/** Throws the first rejection when no operation accepted a valid request. */
export function throwIfNothingAccepted(
  { rejections, triage, acceptedOperations }: Run,
  missingValues: readonly MissingValue[],
): void {
  const [first] = rejections;
  const isAccessUnchecked = triage.findings().some(({ check }) => check === unauthorizedRejected.id);
  if (first === undefined || acceptedOperations.length > 0 || isAccessUnchecked) return;
  throw rejections.find(({ code }) => code === 'credentials-rejected') ?? withValuesToSupply(first, missingValues);
}

/** There is no report that could show them. */
function withValuesToSupply(error: KitError, missingValues: readonly MissingValue[]): KitError {
  const snippet = valuesToSupply(missingValues);
  if (snippet === undefined) return error;
  const { code, detail, where, fix } = error;
  const lines = [`${fix} Or ${snippet.title}, in plant-store.yaml:`, ...snippet.lines.slice(0, MAX_SNIPPET_LINES)];
  return new KitError(code, detail, { fix: lines.join('\n    '), ...(where === undefined ? {} : { where }) });
}

const MAX_SNIPPET_LINES = 20;

export function nothingCheckedError(
  { hookEffects }: Run,
  unchecked: readonly NeedyOperation[],
  categories: readonly string[],
): KitError {
  const [leftOut] = describeHookEffects(hookEffects.read());
  return leftOut === undefined
    ? new KitError('nothing-checked', nothingCheckedReason(unchecked, categories))
    : new KitError('nothing-checked', leftOut, { fix: 'Let the hook filterCase return true for some cases.' });
}

function nothingCheckedReason(unchecked: readonly NeedyOperation[], categories: readonly string[]): string {
  if (unchecked.length > 0) return unchecked.map(({ operation, reason }) => `${operation}: ${reason}`).join('\n');
  return `no case of ${categories.join(', ')} applies to this contract`;
}
