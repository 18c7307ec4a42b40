/** The rules of a SARIF run: every check that was tried, whether it found something or not. */
import { type CatalogueEntry, catalogue } from '../../catalogue/catalogue.ts';
import type { Finding, Severity } from '../../finding/finding.ts';
import type { StageReport } from '../../report/stage.ts';
import { type Message, messageOf } from './message.ts';

/** A `reportingDescriptor`. */
export interface Rule {
  readonly id: string;
  readonly shortDescription: Message;
  readonly fullDescription: Message;
  readonly help: Message;
  readonly defaultConfiguration: { readonly level: Level };
}

export type Level = 'error' | 'warning' | 'note';

/** Advice does not fail a run; code scanning lets a change pass with warnings. */
export function levelOf(severity: Severity): Level {
  return severity === 'fault' ? 'error' : 'warning';
}

/** Those of the catalogue in its order, then those that a finding alone knows. */
export function rulesOf(stages: readonly StageReport[]): readonly Rule[] {
  const findings = stages.flatMap((stage) => stage.findings);
  const used = new Set([...stages.flatMap(({ tried }) => tried), ...findings].map(({ check }) => check));
  const known = new Set(catalogue.map(({ id }) => id));
  const others = new Map(
    findings.filter(({ check }) => !known.has(check)).map((finding) => [finding.check, finding] as const),
  );
  return [
    ...catalogue.filter(({ id }) => used.has(id)).map(ruleOf),
    ...[...others.values()].toSorted(byCheck).map(ruleOfFinding),
  ];
}

function byCheck(a: Finding, b: Finding): number {
  return a.check < b.check ? -1 : 1;
}

function ruleOf({ id, severity, holds, title, why }: CatalogueEntry): Rule {
  return {
    id,
    shortDescription: messageOf(title),
    fullDescription: messageOf(`What holds where nothing is found: ${holds}.`),
    help: messageOf(`${why}\n\nplant-store explain ${id}`),
    defaultConfiguration: { level: levelOf(severity) },
  };
}

function ruleOfFinding({ check, severity, title, why }: Finding): Rule {
  return {
    id: check,
    shortDescription: messageOf(title),
    fullDescription: messageOf(title),
    help: messageOf(why),
    defaultConfiguration: { level: levelOf(severity) },
  };
}
