/** What a comparison found, in the form that every stage of the gate shares. */
import type { Finding } from '../../finding/finding.ts';
import { interactionName } from '../file/interaction.ts';
import { compareChecks } from './checks.ts';
import type { CompareFinding, CompareResult } from './compare-finding.ts';

/** One for each place where the pact and the contract differ; warnings are advice, silence is none. */
export function compareFindings({ findings }: Pick<CompareResult, 'findings'>): readonly Finding[] {
  return findings.filter(({ severity }) => severity !== 'silent').map(toFinding);
}

function toFinding(found: CompareFinding): Finding {
  const { severity, received, expected, interaction, pactPlace, pactLine, specPlace, specLine } = found;
  const check = 'pact-compatible';
  const subject = interaction === undefined ? 'the pact' : interactionName(interaction);
  const isAdvice = severity !== 'error';
  return {
    check,
    severity: isAdvice ? 'advice' : 'fault',
    title: isAdvice ? titleOfAdvice : compareChecks[check].title,
    why: isAdvice ? whyOfAdvice : compareChecks[check].why,
    subject,
    rule: `${found.code} at ${found.message.slice(0, found.message.indexOf(': received '))}`,
    expected,
    received,
    place: specPlace,
    line: specLine,
    otherPlace: pactPlace,
    otherLine: pactLine,
    fingerprint: [check, found.consumer, subject, spotOf(found)].join(' | '),
    more: 0,
  };
}

/** Of an interaction, which its name tells from others: its number changes with what is recorded before it. */
function spotOf({ code, pactPlace: { pointer } }: CompareFinding): string {
  return `${code} ${pointer.replace(/^\/interactions\/\d+/, '')}`;
}

const titleOfAdvice = 'The pact goes beyond the contract';
const whyOfAdvice =
  'It works as long as the implementation happens to do more than it promises. Rely on what the contract declares, or have it declared.';
