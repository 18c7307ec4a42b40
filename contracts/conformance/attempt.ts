/** An attempt: a case, what came of it, and what the checks say. */
import type { Case } from './case.ts';
import type { Check, Violation } from './checks/check.ts';
import { type Judgement, judge } from './judge.ts';
import type { Scene } from './play.ts';

export interface Attempt {
  readonly tried: Case;
  readonly scenes: readonly JudgedScene[];
}

export interface JudgedScene extends Scene {
  readonly verdict: Judgement;
}

export interface Broken {
  readonly scene: JudgedScene;
  readonly check: Check;
  readonly violation: Violation;
  /** Check, operation and severity: the fingerprint without what tells causes apart. */
  readonly kind: string;
}

export function judgeScenes(tried: Case, scenes: readonly Scene[]): Attempt {
  const judgeScene = ({ draft, exchange, earlier }: Scene) => judge(tried, draft, exchange, earlier);
  return { tried, scenes: scenes.map((scene) => ({ ...scene, verdict: judgeScene(scene) })) };
}

/** The first of each cause, by fingerprint. */
export function brokenIn({ tried, scenes }: Attempt): ReadonlyMap<string, Broken> {
  const broken = new Map<string, Broken>();
  for (const scene of scenes) {
    for (const { check, violation } of scene.verdict.broken) {
      const kind = [check.id, tried.operation.id, violation.severity ?? check.severity].join('|');
      const fingerprint = `${kind}|${violation.key}`;
      if (!broken.has(fingerprint)) broken.set(fingerprint, { scene, check, violation, kind });
    }
  }
  return broken;
}
