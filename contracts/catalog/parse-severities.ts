/** Reads `--severity CHECK=SEVERITY`, and finds what it weakens. */
import { KitError } from '../../errors.ts';
import { suggestionHint } from '../../spec/options/suggest-name.ts';
import type { ChosenSeverities, ChosenSeverity } from '../finding/chosen-severities.ts';
import { isUserCheck } from '../finding/finding.ts';
import { checkCatalog } from './check-catalog.ts';
import { renamedCheckHint } from './renamed-checks.ts';

const severityValues = ['error', 'warning', 'off'] as const;

/** `entries`: check and severity. Throws `option-invalid`; `option` is its name as the user wrote it. */
export function readSeverities(
  entries: Iterable<readonly [check: string, severity: string]>,
  option = '--severity',
): ChosenSeverities {
  return [...entries].map(([check, given]): ChosenSeverity => {
    const severity = severityValues.find((one) => one === given);
    const known = checkCatalog.map(({ id }) => id);
    if (!known.includes(check) && !isUserCheck(check))
      throw new KitError(
        'option-invalid',
        `${option} ${check}: there is no such check${renamedCheckHint(check) || suggestionHint(check, known)}`,
        {
          fix: 'List the checks with plant-store explain.',
        },
      );
    if (severity !== undefined) return { check, severity };
    throw new KitError(
      'option-invalid',
      `${option} ${check}: received ${JSON.stringify(given)}; expected ${severityValues.join(', ')}`,
    );
  });
}

/** Of `CHECK=SEVERITY`. */
export function parseSeverities(given: readonly string[]): ChosenSeverities {
  return readSeverities(
    given.map((text) => {
      const [, check = text, severity = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
      return [check, severity] as const;
    }),
  );
}

/** Those with which less is found than without. */
export function findWeakened(severities: ChosenSeverities = []): ChosenSeverities {
  const own = new Map(checkCatalog.map(({ id, severity }) => [id, severity]));
  return severities.filter(
    ({ check, severity }) => severity === 'off' || (severity === 'warning' && own.get(check) === 'error'),
  );
}
