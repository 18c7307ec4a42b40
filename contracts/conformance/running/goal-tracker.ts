/** Collects which goals the sequences of a run reached: an operation is tested only by what was observed. */
import type { UncheckedOperation } from '../../report/stage-report.ts';
import type { CheckedCase } from '../checking/checked-case.ts';
import type { SequenceGoal } from '../model/sequence.ts';

export interface GoalTracker {
  record(checkedCase: CheckedCase): void;
  /** One entry for each operation and reason. */
  unchecked(): readonly UncheckedOperation[];
}

type Goal = Pick<SequenceGoal, 'operation' | 'description'>;

interface MissedGoal {
  readonly goal: Goal;
  readonly obstacle: string;
}

/** What a case has to show, and what it showed. */
interface Observation {
  readonly goal: Goal;
  isReached(): boolean;
  obstacle(): string | undefined;
}

export function createGoalTracker(): GoalTracker {
  const reached = new Set<string>();
  const missed = new Map<string, MissedGoal>();
  return {
    record(checkedCase) {
      for (const { goal, isReached, obstacle } of observations(checkedCase)) {
        const key = goalKey(goal);
        if (reached.has(key)) continue;
        if (isReached()) reached.add(key);
        const reason = reached.has(key) ? undefined : obstacle();
        if (reason !== undefined && !missed.has(key)) missed.set(key, { goal, obstacle: reason });
      }
    },
    unchecked() {
      const open = [...missed].filter(([key]) => !reached.has(key)).map(([, one]) => one);
      const groups = Map.groupBy(open, ({ goal, obstacle }) => `${goal.operation.id} ${obstacle}`);
      return [...groups.values()].flatMap((group) => {
        const [first] = group;
        if (first === undefined) return [];
        const descriptions = group.map(({ goal }) => goal.description).join('; ');
        const reason = `tested in part, because ${first.obstacle}; not tested: ${descriptions}`;
        return [{ operation: first.goal.operation.id, reason, casesRun: 'some' as const }];
      });
    },
  };
}

function observations({ testCase, exchanges }: CheckedCase): readonly Observation[] {
  if (testCase.kind === 'request') {
    const { operation, goal } = testCase;
    if (goal === undefined) return [];
    return [
      {
        goal: { operation, description: goal.description },
        isReached: () => goal.isReached(exchanges),
        obstacle: () => goal.obstacle(exchanges),
      },
    ];
  }
  const steps = exchanges.flatMap(({ step, exchange }) => (step === undefined ? [] : [{ step, exchange }]));
  const { goals, requiresGoals } = testCase.sequence;
  return goals.map((goal) => ({
    goal,
    isReached: () => goal.isReached(steps),
    obstacle: () => (requiresGoals ? goal.obstacle(steps) : undefined),
  }));
}

function goalKey({ operation, description }: Goal): string {
  return `${operation.id} ${description}`;
}
