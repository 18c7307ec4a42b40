/** What has to be undone when a command ends: it returns, fails, or its process exits early. */
const tasks = new Set<() => void>();

/** Runs `task` once, synchronously, when the command ends. */
export function atCommandEnd(task: () => void): void {
  if (tasks.size === 0) process.once('exit', endCommand);
  tasks.add(task);
}

export function endCommand(): void {
  process.off('exit', endCommand);
  for (const task of tasks) {
    tasks.delete(task);
    task();
  }
}
