import { closedConnection, throwServerError } from '../response.ts';
import type { PlantStoreBehavior } from '../store.ts';
import type { PlantStoreChange } from './changes.ts';

/** How deep the brackets of a text go; those inside of strings count too, which no test case minds. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return deepest;
}

/** Answers 500 to text that is nested deeper. */
export function failsBelow(levels: number): PlantStoreChange {
  return (right) => ({
    parse: (text) => (nestingOf(text) > levels ? throwServerError() : right.parse(text)),
  });
}

/** Ends for good, as a process whose stack overflows does. */
export function diesBelow(levels: number): PlantStoreChange {
  return (right: PlantStoreBehavior) => {
    let dead = false;
    return {
      parse: (text) => {
        dead ||= nestingOf(text) > levels;
        return right.parse(text);
      },
      wrapExchange: async (request, response) => {
        const reply = dead ? closedConnection : await right.wrapExchange(request, response);
        return dead ? closedConnection : reply;
      },
    };
  };
}
