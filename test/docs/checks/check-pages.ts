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

/** The checks of the differ are hundreds of similar ones: they share one page. */
export const withPage: readonly CatalogEntry[] = checkCatalog.filter(({ stage }) => stage !== 'breaking changes');

/** By file name: of the given checks or of all, and the pages that list them. Throws if a check has no example. */
export async function checkPages(checks: readonly string[] = []): Promise<ReadonlyMap<string, string>> {
  const isWanted = (id: string) => checks.length === 0 || checks.includes(id);
  const shown = [
    ...(await Promise.all([responseExamples(isWanted), contractExamples(isWanted), pactExamples(isWanted)])).flat(),
    ...waiverExamples(),
  ];
  const wanted = withPage.filter(({ id }) => isWanted(id));
  const pages = wanted.map((entry): readonly [string, string] => {
    const own = shown.find(({ id }) => id === entry.id);
    if (own === undefined) throw new Error(`${entry.id} has no example`);
    return [`${entry.id}.md`, renderCheckPage(entry, own)];
  });
  return new Map([
    ...pages,
    ['README.md', index()],
    ['changes.md', changes()],
    ['test-categories.md', allCategories()],
  ]);
}

const stages = Map.groupBy(withPage, ({ stage }) => stage);

function index(): string {
  const tables = [...stages].map(([stage, entries]) =>
    [
      `## ${stage.slice(0, 1).toUpperCase()}${stage.slice(1)}`,
      table(
        ['check', 'severity', 'requirement'],
        entries.map(({ id, severity, invariant }) => [`[${id}](${id}.md)`, severity, invariant]),
      ),
    ].join('\n\n'),
  );
  return `# Checks

What each finding means, with an example that fails and one that passes. In a terminal: \`plant-store explain CHECK_ID\`. The
checks themselves generate the examples. [changes.md](changes.md) lists the changes between two contracts that
\`plant-store diff\` reports, [test-categories.md](test-categories.md) the requests that \`plant-store verify\` sends. To add a check:
[docs/how-to/add-a-check.md](../how-to/add-a-check.md).

${tables.join('\n\n')}

${generatedBy}
`;
}

function changes(): string {
  const rows = changeRules.map((rule) => [`\`${rule.id}\``, rule.impact, capitalizedTitle(rule), impactText(rule)]);
  return `# Changes

The changes that \`plant-store diff OLD NEW\` and the stage *breaking changes* of the gate report, in the order of a contract.
\`breaking\` is an error, \`risky\` a warning; only \`diff\` reports \`harmless\`. The rules: [docs/reference/breaking-changes.md](../reference/breaking-changes.md). Waive a
change like any finding, by its id ([Checks](README.md)).

${table(['change', 'impact', 'description', 'who is affected, and what to do'], rows)}

${generatedBy}
`;
}

function allCategories(): string {
  const rows = testCategories.map(({ name, summary }) => [`\`${name}\``, summary]);
  return `# Test categories

The requests that \`plant-store verify BASE_URL\` sends. \`--only CATEGORY\` sends one category. The checks apply to the responses
of all categories: [Checks](README.md).

${table(['category', 'what it tests'], rows)}

${generatedBy}
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return tableText(
    head,
    rows.map((row) => row.map(escaped)),
  );
}

/** Outside of code, Markdown reads `<` and `|` as markup. */
function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
