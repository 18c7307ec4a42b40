/** Collects which goals the sequences of a run reached: an operation is tested only by what was observed. */
import type { UncheckedOperation } from '../../report/stage-report.ts';
import type { CheckedCase } from '../checking/checked-case.ts';
import type { SequenceGoal } from '../model/sequence.ts';

export interface GoalTracker {
  record(checkedCase: CheckedCase): void;
  /** One entry for each operation and reason. */
  unchecked(): readonly UncheckedOperation[];
}

interface MissedGoal {
  readonly goal: SequenceGoal;
  readonly obstacle: string;
}

export function createGoalTracker(): GoalTracker {
  const reached = new Set<string>();
  const missed = new Map<string, MissedGoal>();
  return {
    record({ testCase, exchanges }) {
      if (testCase.kind !== 'sequence') return;
      const steps = exchanges.flatMap(({ step, exchange }) => (step === undefined ? [] : [{ step, exchange }]));
      const { goals, requiresGoals } = testCase.sequence;
      for (const goal of goals) {
        const key = goalKey(goal);
        if (reached.has(key)) continue;
        if (goal.isReached(steps)) reached.add(key);
        const obstacle = reached.has(key) || !requiresGoals ? undefined : goal.obstacle(steps);
        if (obstacle !== undefined && !missed.has(key)) missed.set(key, { goal, obstacle });
      }
    },
    unchecked() {
      const open = [...missed].filter(([key]) => !reached.has(key)).map(([, one]) => one);
      const groups = Map.groupBy(open, ({ goal, obstacle }) => `${goal.operation.id} ${obstacle}`);
      return [...groups.values()].flatMap((group) => {
        const [first] = group;
        if (first === undefined) return [];
        const descriptions = group.map(({ goal }) => goal.description).join('; ');
        const reason = `not tested, because ${first.obstacle}: ${descriptions}`;
        return [{ operation: first.goal.operation.id, reason, casesRun: 'some' as const }];
      });
    },
  };
}

function goalKey({ operation, description }: SequenceGoal): string {
  return `${operation.id} ${description}`;
}
