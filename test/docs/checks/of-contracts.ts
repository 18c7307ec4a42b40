import { findingId } from '../../../contracts/finding/finding.ts';
import { lintFully } from '../../../contracts/lint/lint.ts';
import { readContract } from '../../../spec/loading/load.ts';
import { type RuleTrial, trials } from '../../lint/trials.ts';
import { fenced, type Shown } from './shown.ts';

/** For every rule of the lint: its first trials in test/lint/trials.ts. Throws where the rule does not tell them apart. */
export function shownOfContracts(): Promise<readonly Shown[]> {
  return Promise.all(trials.map(shownOf));
}

async function shownOf({ rule, wrong: [wrong], right: [right] }: RuleTrial): Promise<Shown> {
  if (wrong === undefined || right === undefined) throw new Error(`${rule} has no trials`);
  const [finding] = await findingsIn(wrong.text, rule);
  if (finding === undefined) throw new Error(`${rule} does not find its trial`);
  if ((await findingsIn(right.text, rule)).length > 0) throw new Error(`${rule} accuses the right document`);
  const { line, expected, received } = finding;
  return {
    id: rule,
    what: 'A part of a document.',
    broken: `${fenced(wrong.about, 'yaml')}\n\nThe line that is told: \`${line}\`; expected ${expected}, received ${received}.`,
    kept: fenced(right.about, 'yaml'),
    findingId: findingId(finding),
  };
}

async function findingsIn(text: string, rule: string) {
  const findings = await lintFully(await readContract('file:///tmp/example.yaml', text));
  return findings.filter(({ check }) => check === rule);
}
