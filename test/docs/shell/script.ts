/** One command of a script, as bash would take it: with all its lines, up to the end of the last. */
export interface ScriptCommand {
  /** Counted from 0, within the script. */
  readonly line: number;
  /** Without the comment behind it. */
  readonly text: string;
  readonly comment: string;
  /** What stands between `&&`, `||` and `;`, and these themselves. */
  readonly parts: readonly string[];
}

const tokens = /\\\n *|'[^']*'|"(?:\\.|[^"\\])*"|(?<!\S)#[^\n]*|\n|&&|\|\||;|\\?./gs;

/** Knows quotes, continued lines and comments; neither here-documents nor `if`, `for` and `while`. */
export function commandsOfScript(script: string): readonly ScriptCommand[] {
  const lines: { readonly line: number; parts: string[]; comment: string }[] = [];
  let line = 0;
  let current = { line, parts: [''], comment: '' };
  for (const [token] of script.matchAll(tokens)) {
    if (token === '\n') {
      lines.push(current);
      current = { line: line + 1, parts: [''], comment: '' };
    } else if (token.startsWith('#')) current.comment = token.slice(1).trim();
    else if (['&&', '||', ';'].includes(token)) current.parts.push(token, '');
    else if (!token.startsWith('\\\n')) current.parts.push(`${current.parts.pop()}${token}`);
    line += token.split('\n').length - 1;
  }
  return [...lines, current]
    .map(({ parts, ...rest }) => ({ ...rest, parts: parts.map((part) => part.trim()) }))
    .map((one) => ({ ...one, text: one.parts.join(' ').trim() }))
    .filter(({ text }) => text !== '');
}
