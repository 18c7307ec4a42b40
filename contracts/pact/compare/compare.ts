/** Compares a pact with the contract: what the consumer sends and expects against what the document declares. */
import { type Contract, sourceLine } from '../../../spec/model/contract.ts';
import type { Interaction } from '../file/interaction.ts';
import { type PactFile, pactPlace } from '../file/pact-file.ts';
import { runComparator } from './comparator.ts';
import type { CompareFinding, CompareResult } from './compare-finding.ts';
import { childOf } from './document.ts';
import { type Found, messageOf } from './found.ts';
import { interactionFindings } from './interaction-findings.ts';
import { strangerFinding, unknownOperation } from './operation-findings.ts';
import { type PactLines, pactLines } from './pact-line.ts';
import { forComparator, standing } from './second-opinion.ts';
import { type Subject, subjectOf } from './subject.ts';

/** Throws `pact-unverifiable` for a pact that the comparator does not understand. */
export async function comparePact(pact: PactFile, contract: Contract): Promise<CompareResult> {
  const findings = (await findingsOf(pact, contract)).toSorted((a, b) => a.pactPlace.line - b.pactPlace.line);
  return {
    pactFile: pact.file,
    consumer: pact.consumer,
    interactions: pact.interactions.length,
    compared: pact.interactions,
    findings,
    ok: findings.every(({ severity }) => severity !== 'error'),
  };
}

async function findingsOf(pact: PactFile, contract: Contract): Promise<readonly CompareFinding[]> {
  const lines = pactLines(pact, contract);
  const told = (interaction: Interaction | undefined) => (found: Found) =>
    inFull(found, { interaction, pact, lines, contract });
  const subjects = subjectsOf(pact, contract);
  if (subjects.size === 0 && pact.interactions.length > 1)
    return [told(undefined)(strangerFinding(pact, contract))];
  const own = pact.interactions.flatMap((interaction) => {
    const subject = subjects.get(interaction.index);
    const found =
      subject === undefined ? [unknownOperation(interaction, contract)] : interactionFindings(subject);
    return found.map(told(interaction));
  });
  // The comparator reads pacts of its own kind only; what it refuses to read is refused here too.
  const results = await runComparator({ file: pact.file, value: forComparator(pact, subjects) }, contract);
  return [
    ...own,
    ...standing(results, subjects, pact).map(([{ interaction }, found]) => told(interaction)(found)),
  ];
}

/** By the index of the interaction. */
function subjectsOf(pact: PactFile, contract: Contract): ReadonlyMap<number, Subject> {
  const subjects = pact.interactions.map((interaction) => subjectOf(interaction, contract, pact));
  return new Map(
    subjects.flatMap((subject, index) => (subject === undefined ? [] : [[index, subject] as const])),
  );
}

interface Sides {
  readonly interaction: Interaction | undefined;
  readonly pact: PactFile;
  readonly lines: PactLines;
  readonly contract: Contract;
}

function inFull(found: Found, { interaction, pact, lines, contract }: Sides): CompareFinding {
  const { code, expected, pointer, place } = found;
  const severity = found.severity === 'error' && isPending(pact, interaction) ? 'warning' : found.severity;
  const received = lines.mask(found.received);
  const at = pactPlace(pact, pointer);
  return {
    severity,
    code,
    message: messageOf({ ...found, received }),
    received,
    expected,
    interaction,
    consumer: pact.consumer,
    pactPlace: at,
    pactLine: lines.lineAt(at),
    specPlace: place,
    specLine: sourceLine(contract, place),
  };
}

/** An interaction that its consumer says is not agreed yet (version 4) fails nobody. */
function isPending({ value }: PactFile, interaction: Interaction | undefined): boolean {
  if (interaction === undefined) return false;
  return childOf(childOf(value.interactions, String(interaction.index)), 'pending') === true;
}
