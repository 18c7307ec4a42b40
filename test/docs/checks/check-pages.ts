import { capitalizedTitle, impactText } from '../../../contracts/baseline/change-findings.ts';
import { type CatalogEntry, checkCatalog } from '../../../contracts/catalog/check-catalog.ts';
import { testCategories } from '../../../contracts/conformance/test-categories.ts';
import { changeRules } from '../../../spec/diff/rules/all-rules.ts';
import { tableText } from '../table.ts';
import { contractExamples } from './contract-examples.ts';
import { pactExamples } from './pact-examples.ts';
import { generatedBy, renderCheckPage } from './render-page.ts';
import { responseExamples } from './response-examples.ts';
import { waiverExamples } from './waiver-examples.ts';

export const folder = 'docs/checks';

/** Those of the differ are hundreds, and alike: they have one page. */
export const withPage: readonly CatalogEntry[] = checkCatalog.filter(({ stage }) => stage !== 'breaking changes');

/** By their names in the folder. Throws where a check has nothing to show. */
export async function checkPages(): Promise<ReadonlyMap<string, string>> {
  const shown = [
    ...(await Promise.all([responseExamples(), contractExamples(), pactExamples()])).flat(),
    ...waiverExamples(),
  ];
  const pages = withPage.map((entry): readonly [string, string] => {
    const own = shown.find(({ id }) => id === entry.id);
    if (own === undefined) throw new Error(`${entry.id} has nothing to show`);
    return [`${entry.id}.md`, renderCheckPage(entry, own)];
  });
  return new Map([...pages, ['README.md', index()], ['changes.md', changes()], ['families.md', allCategories()]]);
}

const stages = Map.groupBy(withPage, ({ stage }) => stage);

function index(): string {
  const tables = [...stages].map(([stage, entries]) =>
    [
      `## ${stage.slice(0, 1).toUpperCase()}${stage.slice(1)}`,
      table(
        ['check', 'severity', 'what holds'],
        entries.map(({ id, severity, invariant }) => [`[${id}](${id}.md)`, severity, invariant]),
      ),
    ].join('\n\n'),
  );
  return `# Checks

What a finding means, with an answer or a document that breaks it and one that does not; in a terminal \`plant-store explain
CHECK_ID\`. Each example is made by the check itself. The changes between two contracts that \`plant-store diff\` tells are in
[changes.md](changes.md), the kinds of requests that \`verify\` sends in [families.md](families.md). How to add a check:
[docs/how-to/add-a-check.md](../how-to/add-a-check.md).

${tables.join('\n\n')}

${generatedBy}
`;
}

function changes(): string {
  const rows = changeRules.map((rule) => [`\`${rule.id}\``, rule.impact, capitalizedTitle(rule), impactText(rule)]);
  return `# Changes

What \`plant-store diff OLD NEW\` and the stage *breaking changes* of the gate tell, in the order in which a contract is read:
\`breaking\` is a fault, \`risky\` is advice, \`harmless\` is told by \`diff\` alone. By which law: [docs/reference/breaking-changes.md](../reference/breaking-changes.md). How to
waive one: as any finding, by its id ([Checks](README.md)).

${table(['change', 'impact', 'what it is', 'who breaks, and what to do'], rows)}

${generatedBy}
`;
}

function allCategories(): string {
  const rows = testCategories.map(({ name, summary }) => [`\`${name}\``, summary]);
  return `# Families of cases

What \`plant-store verify BASE_URL\` sends; \`--only NAME\` sends one of them. Which check judges an answer does not depend on
the family: [Checks](README.md).

${table(['family', 'what it tries'], rows)}

${generatedBy}
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return tableText(
    head,
    rows.map((row) => row.map(escaped)),
  );
}

/** Outside of code `<`, `*` and `|` mean something. */
function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
