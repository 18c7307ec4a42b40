import { findingId } from '../../../contracts/finding/finding.ts';
import { lintWithRedocly } from '../../../contracts/lint/lint.ts';
import { findingText } from '../../../contracts/render/text/finding-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import { type RuleSamples, ruleSamples } from '../../lint/rule-samples.ts';
import { type CheckExample, fenced, stabilize } from './check-example.ts';

/** For every lint rule: its first samples in test/lint/rule-samples.ts. Throws if the rule does not distinguish them. */
export function contractExamples(isWanted: (check: string) => boolean): Promise<readonly CheckExample[]> {
  return Promise.all(ruleSamples.filter(({ rule }) => isWanted(rule)).map(createExample));
}

async function createExample({ rule, wrong: [wrong], right: [right] }: RuleSamples): Promise<CheckExample> {
  if (wrong === undefined || right === undefined) throw new Error(`${rule} has no samples`);
  const [finding] = await findingsIn(wrong.text, rule);
  if (finding === undefined) throw new Error(`${rule} does not find its sample`);
  if ((await findingsIn(right.text, rule)).length > 0) throw new Error(`${rule} reports a false positive`);
  return {
    id: rule,
    description: 'Part of a document:',
    failing: `${fenced(wrong.excerpt, 'yaml')}\n\nThe finding:\n\n${fenced(stabilize(findingText(finding, styleFor({}))).replace('/tmp/', ''))}`,
    passing: fenced(right.excerpt, 'yaml'),
    findingId: findingId(finding),
  };
}

async function findingsIn(text: string, rule: string) {
  const findings = await lintWithRedocly(await parseContract('file:///tmp/example.yaml', text));
  return findings.filter(({ check }) => check === rule);
}
