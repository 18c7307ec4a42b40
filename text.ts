/** Text that others wrote, made safe for a terminal, and for the log of a CI server. */

/**
 * In one line: what implementations and documents say would else draw on the terminal of whoever reads it, or give commands
 * to the CI server that prints it. To GitHub's runner a line that begins with `::` is one, after any white space, and `##[`
 * anywhere; others look for `##vso[` and `##teamcity[`.
 */
export function visible(text: string): string {
  return withoutCommand(text.replace(unseen, escaped).replace(/#(?=#\w*\[)/g, escaped));
}

/** A line that does not begin with `::`. */
export function withoutCommand(line: string): string {
  return line.replace(/(?<=^\s*):(?=:)/, escaped);
}

function escaped(one: string): string {
  return `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Line breaks stay. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
