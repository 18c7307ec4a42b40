/** So that a double click, or a key that is held, opens one dialog: they need some time to load. */

/** @returns {(act: () => Promise<unknown>) => void} ignores calls while an earlier one runs */
export function oneAtATime() {
  let isRunning = false;
  return (act) => {
    if (isRunning) return;
    isRunning = true;
    void act().finally(() => {
      isRunning = false;
    });
  };
}
