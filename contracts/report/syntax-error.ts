/**
 * Where a text stops being JSON, for errors in which V8 does not tell the position: the end of the shortest beginning
 * of it that is wrong whatever follows. Undefined for a text that only ends too early, or that is JSON.
 */
export function syntaxErrorAt(text: string): number | undefined {
  if (!isWrongSoFar(text)) return undefined;
  let [right, wrong] = [0, text.length];
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (isWrongSoFar(text.slice(0, middle))) wrong = middle;
    else right = middle;
  }
  return wrong - 1;
}

/** Not only for want of more. */
function isWrongSoFar(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = Number(/ at position (\d+)/.exec(message)?.[1] ?? 0);
    return !/^(Unexpected end|Unterminated)/.test(message) && position < text.length;
  }
}
