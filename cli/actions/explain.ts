import { capitalizedTitle } from '../../contracts/baseline/change-findings.ts';
import { checkCatalog, reproduceCommands } from '../../contracts/catalog/check-catalog.ts';
import { renamedChecks } from '../../contracts/catalog/renamed-checks.ts';
import { renamedCategories, testCategories } from '../../contracts/conformance/test-categories.ts';
import { stageOfUserCheck } from '../../contracts/finding/finding.ts';
import { errorCodes, findErrorEntry, KitError } from '../../errors.ts';
import { shellWord } from '../../shell/quote.ts';
import { changeRules } from '../../spec/diff/rules/all-rules.ts';
import { suggestName } from '../../spec/options/suggest-name.ts';
import type { CommandInput } from '../command.ts';
import { fixForArgument } from '../options/misplaced-argument.ts';
import { getString, rejectEmptyOptions, rejectExtraArguments } from '../options/option-values.ts';

/** `plant-store explain`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  rejectExtraArguments(input, 1);
  rejectEmptyOptions(input);
  const [id] = input.positionals;
  // Imported only when needed: no other topic reads a document.
  if (id === RESOURCES) return (await import('./explain-resources.ts')).run(input);
  if (getString(input, 'spec') !== undefined)
    throw new KitError('option-invalid', `--spec works only with plant-store explain ${RESOURCES}`, {
      fix: 'Leave it out: checks mean the same for every document.',
    });
  process.stdout.write(`${id === undefined ? overview() : explainId(id, input)}\n`);
  return 0;
}

/** The only topic that is about a document. */
const RESOURCES = 'resources';

/** Hundreds of ids, so they are listed last. */
const changeIds: ReadonlySet<string> = new Set(changeRules.map(({ id }) => id));

function overview(): string {
  const formatRows = (rows: readonly (readonly [string, string])[]) => {
    const width = Math.max(...rows.map(([name]) => name.length));
    return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
  };
  return [
    'The resources of a document, and the operations that belong to them:',
    ...formatRows([[`${RESOURCES} --spec FILE`, 'collections, items, identifiers, lists, actions, links, sequences']]),
    '',
    'Checks, and what each requires:',
    ...formatRows(
      checkCatalog.filter(({ id }) => !changeIds.has(id)).map(({ id, invariant }) => [id, invariant] as const),
    ),
    '',
    'Test categories, for --only:',
    ...formatRows(testCategories.map(({ name, summary }) => [name, summary] as const)),
    '',
    'Changes between two contracts that plant-store diff reports:',
    ...formatRows(
      checkCatalog.filter(({ id }) => changeIds.has(id)).map(({ id, invariant }) => [id, invariant] as const),
    ),
  ].join('\n');
}

const userCheckTexts = {
  conformance:
    'ID: a check of the hooks file of its run (--hooks), which is not part of the kit. See docs/how-to/use-hooks.md.',
  'contract lint':
    'ID: a rule of the Redocly configuration of its run (--lint), which is not part of the kit. See docs/how-to/run-the-gate.md.',
} as const;

function explainId(id: string, input: CommandInput): string {
  const text = explainCheck(id) ?? explainCategory(id) ?? explainHarmlessChange(id) ?? explainErrorCode(id);
  const stage = stageOfUserCheck(id);
  if (text === undefined && stage !== undefined) return userCheckTexts[stage].replace('ID', id);
  if (text === undefined) throw unknownIdError(id, input);
  return text;
}

function explainCheck(id: string): string | undefined {
  const check = checkCatalog.find((candidate) => candidate.id === id);
  if (check === undefined) return undefined;
  return [
    `${check.id} (${check.severity})`,
    '',
    `Requires:   ${check.invariant}.`,
    `Violation:  ${check.title}.`,
    '',
    check.why,
    ...(check.frameworkDefaults === undefined ? [] : ['', `In frameworks: ${check.frameworkDefaults}.`]),
    '',
    `References: ${check.references}.`,
    ...reproduceCommands[check.stage].map((line, index) => `${index === 0 ? 'Reproduce:  ' : '            '}${line}`),
    ...(check.stage === 'waivers' ? [] : [`Waive:      ${waiverHint}`]),
  ].join('\n');
}

const waiverHint = 'put the id of the finding, a reason and an expiry date into a file: --waivers FILE';

function explainCategory(id: string): string | undefined {
  const found = testCategories.find(({ name }) => name === id);
  if (found === undefined) return undefined;
  return [
    `${id} (test category)`,
    '',
    `Checks:  ${found.summary}.`,
    `Run it:  plant-store verify BASE_URL --only ${id}`,
  ].join('\n');
}

/** A change that `plant-store diff` reports and no check finds. */
function explainHarmlessChange(id: string): string | undefined {
  const rule = changeRules.find((candidate) => candidate.id === id);
  if (rule === undefined) return undefined;
  return [`${id} (${rule.impact})`, '', `${capitalizedTitle(rule)}.`, '', rule.why].join('\n');
}

function explainErrorCode(code: string): string | undefined {
  const found = findErrorEntry(code);
  if (found === undefined) return undefined;
  return [`${code} (error code)`, '', `Means:  ${found.title}.`, `Fix:    ${found.fix}`].join('\n');
}

function unknownIdError(id: string, input: CommandInput): KitError {
  if (fixForArgument(input, id) !== undefined)
    return new KitError('check-unknown', JSON.stringify(id), {
      fix: `To see the resources of a document, use: plant-store explain ${RESOURCES} --spec ${shellWord(id)}`,
    });
  const renamed = renamedChecks.get(id) ?? renamedCategories.get(id);
  if (renamed !== undefined)
    return new KitError('check-unknown', `"${id}" is called ${renamed} now`, { fix: `plant-store explain ${renamed}` });
  const checkIds = checkCatalog.map((check) => check.id).filter((one) => !changeIds.has(one));
  const suggestion = suggestName(id, [
    RESOURCES,
    ...testCategories.map(({ name }) => name),
    ...checkIds,
    ...changeRules.map((rule) => rule.id),
    ...errorCodes,
  ]);
  const detail =
    suggestion === undefined
      ? `"${id}": expected one of ${checkIds.join(', ')}; a test category, a change or an error code`
      : `"${id}" (did you mean ${suggestion}?)`;
  return new KitError('check-unknown', detail);
}
