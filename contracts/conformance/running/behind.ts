/** Puts work off behind what is sent in the same turn of the event loop: undici writes at its end. */

export interface Behind {
  /** Something is to be sent. */
  begun(): void;
  /** Until all of it was sent; undefined where nothing was begun since the last time. */
  wait(): Promise<void> | undefined;
}

/** For one who waits at a time. */
export function createBehind(): Behind {
  let isNew = false;
  let waiting: { readonly immediate: NodeJS.Immediate; readonly go: () => void } | undefined;
  return {
    begun() {
      isNew = true;
      if (waiting === undefined) return;
      clearImmediate(waiting.immediate);
      queue(waiting.go);
    },
    wait: () => (isNew ? new Promise(queue) : undefined),
  };

  function queue(go: () => void): void {
    const pass = () => {
      isNew = false;
      waiting = undefined;
      go();
    };
    waiting = { immediate: setImmediate(pass), go };
  }
}
