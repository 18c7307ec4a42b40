/** An attempt: a case, what came of it, and what the checks say. */
import { type Check, type Violation, weighed } from '../checks/check.ts';
import type { Case } from '../model/case.ts';
import type { Scene } from '../model/sequence.ts';
import { type Judgement, judge, judgeStep } from './judge.ts';

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
  return { tried, scenes: scenes.map((scene) => ({ ...scene, verdict: judgeScene(tried, scene) })) };
}

function judgeScene(tried: Case, { draft, exchange, earlier, step, lateMs }: Scene): Judgement {
  if (step === undefined) return judge(tried, draft, exchange, earlier);
  const verdict = judgeStep(tried, step, exchange);
  return lateMs === undefined ? verdict : { ...verdict, broken: late(verdict.broken, lateMs) };
}

/** A store may pass on what it is told, and know it everywhere a moment later. */
function late(broken: Judgement['broken'], ms: number): Judgement['broken'] {
  const because = `asked again ${ms} ms later it held`;
  return broken.map(({ check, violation }) => ({
    check,
    violation: check.mayTakeTime ? weighed(violation, because) : violation,
  }));
}

/** The first of each cause, by fingerprint. */
export function brokenIn({ scenes }: Attempt): ReadonlyMap<string, Broken> {
  const broken = new Map<string, Broken>();
  for (const scene of scenes) {
    for (const { check, violation } of scene.verdict.broken) {
      const { operation } = scene.verdict.judged.case;
      const kind = [check.id, operation.id, violation.severity ?? check.severity].join('|');
      const fingerprint = `${kind}|${violation.key}`;
      if (!broken.has(fingerprint)) broken.set(fingerprint, { scene, check, violation, kind });
    }
  }
  return broken;
}
