/** How a group came to its end, as long as it was not we who ended it. */
import type { Group } from './group.ts';

export interface Ending {
  /** Such as `ended with exit code 1`; undefined while it runs, and after `byUs` unless it had ended before. */
  how(): string | undefined;
  /** From here on it is we who end it. */
  byUs(): void;
}

/** To be called before anything else can happen to the group. */
export function endingOf({ leader, isAlive }: Group): Ending {
  let unstarted: string | undefined;
  let told: string | undefined;
  let isOver = false;
  leader.once('error', ({ message }) => {
    unstarted = `does not start: ${message}`;
  });
  const how = () => {
    if (!isOver) told ??= unstarted ?? words(leader, isAlive);
    return told;
  };
  const byUs = () => {
    how();
    isOver = true;
  };
  return { how, byUs };
}

/** A leader that ends well and leaves someone behind has gone into the background. */
function words({ exitCode, signalCode }: Group['leader'], isAlive: () => boolean): string | undefined {
  if (signalCode !== null) return `was ended by ${signalCode}`;
  if (exitCode === null || (exitCode === 0 && isAlive())) return undefined;
  return `ended with exit code ${exitCode}`;
}
