import { titleOf } from '../../contracts/baseline/findings.ts';
import { again, catalogue } from '../../contracts/catalogue/catalogue.ts';
import { families } from '../../contracts/conformance/families.ts';
import { KitError } from '../../errors.ts';
import { changeRules } from '../../spec/diff/rules/all-rules.ts';
import type { CommandInput } from '../command.ts';
import { refuseEmpty, refuseExtra, text } from '../options/values.ts';

/** `plant-store explain`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 1);
  refuseEmpty(input);
  const [id] = input.positionals;
  // Reads a document, which nothing else here does: loaded when it is asked for.
  if (id === RESOURCES) return (await import('./explain-resources.ts')).run(input);
  if (text(input, 'spec') !== undefined)
    throw new KitError('option-invalid', `--spec is for plant-store explain ${RESOURCES}`, {
      fix: 'Leave it out: what a check means is the same for every document.',
    });
  process.stdout.write(`${id === undefined ? overview() : explanation(id)}\n`);
  return 0;
}

/** The one topic that is about a document. */
const RESOURCES = 'resources';

/** Hundreds, which stand last. */
const changes: ReadonlySet<string> = new Set(changeRules.map(({ id }) => id));

function overview(): string {
  const list = (rows: readonly (readonly [string, string])[]) => {
    const width = Math.max(...rows.map(([name]) => name.length));
    return rows.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`);
  };
  return [
    'The resources of a document, and why its operations belong to them or not:',
    ...list([
      [`${RESOURCES} --spec FILE`, 'collections, items, identifiers, lists, actions, links, sequences'],
    ]),
    '',
    'Checks, and what holds where they find nothing:',
    ...list(catalogue.filter(({ id }) => !changes.has(id)).map(({ id, holds }) => [id, holds] as const)),
    '',
    'Families of cases, for --only:',
    ...list(families.map(({ name, summary }) => [name, summary] as const)),
    '',
    'Changes between two contracts, of which there are none where diff finds nothing:',
    ...list(catalogue.filter(({ id }) => changes.has(id)).map(({ id, holds }) => [id, holds] as const)),
  ].join('\n');
}

function explanation(id: string): string {
  const check = catalogue.find((candidate) => candidate.id === id);
  if (check === undefined) return family(id) ?? harmlessChange(id);
  return [
    `${check.id} (${check.severity})`,
    '',
    `Holds:    ${check.holds}.`,
    `Broken:   ${check.title}.`,
    '',
    check.why,
    ...(check.defaults === undefined ? [] : ['', `In frameworks: ${check.defaults}.`]),
    '',
    `Rests on: ${check.restsOn}.`,
    ...again[check.stage].map((line, index) => `${index === 0 ? 'Again:   ' : '         '} ${line}`),
    ...(check.stage === 'waivers' ? [] : [`Waive:    ${waiving}`]),
  ].join('\n');
}

const waiving = 'the id that the finding shows, a reason and a last day in a file: --waivers FILE';

function family(id: string): string | undefined {
  const found = families.find(({ name }) => name === id);
  if (found === undefined) return undefined;
  return [
    `${id} (family of cases)`,
    '',
    `Tries:   ${found.summary}.`,
    `Alone:   plant-store verify BASE_URL --only ${id}`,
  ].join('\n');
}

/** What `plant-store diff` tells and no check finds. */
function harmlessChange(id: string): string {
  const rule = changeRules.find((candidate) => candidate.id === id);
  if (rule === undefined) throw new KitError('check-unknown', `"${id}" is none of ${ids().join(', ')}`);
  return [`${id} (${rule.impact})`, '', `${titleOf(rule)}.`, '', rule.why].join('\n');
}

function ids(): readonly string[] {
  return [
    ...catalogue.map(({ id }) => id).filter((id) => !changes.has(id)),
    'the families of cases and the changes of plant-store diff',
  ];
}
